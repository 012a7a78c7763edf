import { z } from 'zod';
import { bundleId } from './study.ts';

/** One line of `responses.jsonl`: `answer`, or for a level-3 task one answer per round in `rounds`. */
export const responseLineSchema = z
  .strictObject({
    id: bundleId,
    task: bundleId,
    respondent: bundleId,
    sample: z.int().nonnegative().default(0),
    answer: z.string().min(1).optional(),
    rounds: z.array(z.string().min(1)).min(2).optional(),
  })
  .refine((response) => (response.answer === undefined) !== (response.rounds === undefined), {
    path: ['answer'],
    message: 'either answer or rounds',
  });
export type ResponseLine = z.infer<typeof responseLineSchema>;
