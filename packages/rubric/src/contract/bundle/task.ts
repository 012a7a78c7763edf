import { z } from 'zod';
import { taskFamilies, taskLevels } from '../../model/words.ts';
import { bundleId } from './study.ts';

/** Hidden or shown by protocol; never on a rater route before that. */
export const referenceSchema = z.strictObject({
  answer: z.string().min(1),
  diagnosis: z.string().optional(),
  differential: z.array(z.string()).optional(),
  /** Terms and codes that would give the diagnosis away in a record or a note. */
  terms: z.array(z.string()).optional(),
});
export type Reference = z.infer<typeof referenceSchema>;

/** What is revealed in one round of a level-3 task. */
export const taskRoundSchema = z.strictObject({ reveal: z.string().min(1), question: z.string().min(1) });

/** One line of `tasks.jsonl` */
export const taskLineSchema = z
  .strictObject({
    id: bundleId,
    case: bundleId,
    family: z.enum(taskFamilies),
    level: z.union(taskLevels.map((level) => z.literal(level))),
    question: z.string().min(1),
    rounds: z.array(taskRoundSchema).min(2).optional(),
    reference: referenceSchema.optional(),
  })
  .refine((task) => (task.level === 3) === (task.rounds !== undefined), {
    path: ['rounds'],
    message: 'a level-3 task has rounds, and only a level-3 task',
  });
export type TaskLine = z.infer<typeof taskLineSchema>;
