import { z } from 'zod';
import { correctnessAnswers, scoreStatuses } from '../../model/words.ts';
import { bundleId } from './study.ts';

/** `graders/<grader>.yaml`: an LLM judge pinned to everything that could change its scores. */
export const graderFileSchema = z.strictObject({
  id: bundleId,
  title: z.string().min(1),
  provider: z.string().min(1),
  /** Dated model snapshot. */
  model: z.string().min(1),
  /** The whole prompt template; its SHA-256 is the prompt hash. */
  prompt: z.string().min(1),
  parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).default({}),
  repeats: z.int().positive().default(1),
  aggregation: z.enum(['mean', 'median', 'first']).default('mean'),
  /** True for a simulated grader of a demonstration. */
  synthetic: z.boolean().default(false),
});
export type GraderFile = z.infer<typeof graderFileSchema>;

/** One line of `grader-scores.jsonl`: one reply of a grader on one response. */
export const graderScoreLineSchema = z
  .strictObject({
    grader: bundleId,
    response: bundleId,
    status: z.enum(scoreStatuses).default('scored'),
    scores: z.record(z.string(), z.number().nullable()).default({}),
    correct: z.enum(correctnessAnswers).optional(),
    errors: z.array(z.string()).optional(),
    primaryError: z.string().optional(),
    /** 0-based round of a level-3 response; the final round when left out. */
    round: z.int().nonnegative().optional(),
    repeat: z.int().nonnegative().default(0),
    raw: z.string().optional(),
  })
  .refine((line) => line.status !== 'scored' || Object.keys(line.scores).length > 0, {
    path: ['scores'],
    message: 'a scored line has scores',
  });
export type GraderScoreLine = z.infer<typeof graderScoreLineSchema>;
