import { z } from 'zod';
import { assignmentKinds } from '../../model/words.ts';
import { ratingContentSchema } from '../../model/rating.ts';
import { bundleId } from './study.ts';

/** One row of `raters.csv`; no names, no passwords. */
export const raterRowSchema = z.strictObject({
  pseudonym: bundleId,
  specialty: z.string(),
  years: z.string(),
  training: z.string(),
  conflict_of_interest: z.string(),
  consent_date: z.string(),
});
export type RaterRow = z.infer<typeof raterRowSchema>;

/** One line of `assignments.jsonl`; `position` is 0-based in that rater's own order. */
export const assignmentLineSchema = z.strictObject({
  rater: bundleId,
  response: bundleId,
  position: z.int().nonnegative(),
  kind: z.enum(assignmentKinds),
});
export type AssignmentLine = z.infer<typeof assignmentLineSchema>;

/** One line of `ratings.jsonl`: a submitted rating. */
export const ratingLineSchema = z.strictObject({
  rater: bundleId,
  response: bundleId,
  kind: z.enum(assignmentKinds),
  content: ratingContentSchema,
  submittedAt: z.iso.datetime({ offset: true }),
});
export type RatingLine = z.infer<typeof ratingLineSchema>;
