import { z } from 'zod';
import { evidenceSchema } from './evidence.ts';
import { correctnessAnswers, unscoredReasons } from './words.ts';

/** A rater's answer on one dimension: a point of the scale, or why there is none. */
export const dimensionAnswerSchema = z.union([
  z.strictObject({ value: z.int() }),
  z.strictObject({ unscored: z.enum(unscoredReasons) }),
]);
export type DimensionAnswer = z.infer<typeof dimensionAnswerSchema>;

/** Everything a rater says of one response. A dimension that is not in `scores` is still open. */
export const ratingContentSchema = z.strictObject({
  scores: z.record(z.string(), dimensionAnswerSchema),
  correctness: z.enum(correctnessAnswers).nullable(),
  errors: z.array(z.string()),
  primaryError: z.string().nullable(),
  comment: z.string().max(20_000),
  /** Left out where nothing was marked. */
  evidence: z.array(evidenceSchema).max(500).optional(),
});
export type RatingContent = z.infer<typeof ratingContentSchema>;

export const emptyRatingContent: RatingContent = {
  scores: {},
  correctness: null,
  errors: [],
  primaryError: null,
  comment: '',
};
