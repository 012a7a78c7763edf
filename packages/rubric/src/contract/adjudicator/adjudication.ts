import { z } from 'zod';
import { viewerSeriesSchema } from '../../model/imaging.ts';
import { dimensionAnswerSchema } from '../../model/rating.ts';
import { noteSchema, recordEntrySchema } from '../../model/record.ts';
import { rubricSchema } from '../../model/rubric.ts';
import { settlementSchema } from '../../model/settlement.ts';
import { correctnessAnswers, taskFamilies } from '../../model/words.ts';

export const disputeSchema = z.discriminatedUnion('on', [
  z.strictObject({ on: z.literal('dimension'), dimension: z.string(), gap: z.int() }),
  z.strictObject({ on: z.literal('correctness') }),
  z.strictObject({ on: z.literal('primary-error') }),
]);

export const adjudicationStates = ['waiting', 'settled', 'paused'] as const;

/** A line of the adjudicator's queue. */
export const queueLineSchema = z.strictObject({
  itemId: z.string(),
  /** 1-based number of the case in the order of this queue. */
  caseNumber: z.int().positive(),
  family: z.enum(taskFamilies),
  disputes: z.array(disputeSchema),
  state: z.enum(adjudicationStates),
  settledAt: z.string().nullable(),
});

export const adjudicationQueueSchema = z.strictObject({
  studyId: z.string(),
  studyTitle: z.string(),
  synthetic: z.boolean(),
  rubric: rubricSchema,
  items: z.array(queueLineSchema),
});
export type AdjudicationQueue = z.infer<typeof adjudicationQueueSchema>;

/** One rating without its rater; the letter stands for another rater in the next answer. */
export const letteredRatingSchema = z.strictObject({
  letter: z.string(),
  scores: z.record(z.string(), dimensionAnswerSchema),
  correctness: z.enum(correctnessAnswers).nullable(),
  errors: z.array(z.string()),
  primaryError: z.string().nullable(),
  comment: z.string(),
});

/** What one screen of the adjudicator needs: case, task, anonymous answer, the ratings without their raters. */
export const adjudicationItemSchema = z.strictObject({
  itemId: z.string(),
  studyId: z.string(),
  studyTitle: z.string(),
  synthetic: z.boolean(),
  caseNumber: z.int().positive(),
  state: z.enum(adjudicationStates),
  nextWaitingItemId: z.string().nullable(),
  case: z.strictObject({
    caseId: z.string(),
    summary: z.string(),
    record: z.array(recordEntrySchema),
    notes: z.array(noteSchema),
    series: z.array(viewerSeriesSchema),
  }),
  task: z.strictObject({
    family: z.enum(taskFamilies),
    question: z.string(),
    /** Reference answer where the protocol shows it, else null. */
    reference: z.string().nullable(),
  }),
  answer: z.string(),
  rounds: z.array(z.strictObject({ reveal: z.string(), question: z.string(), answer: z.string() })),
  rubric: rubricSchema,
  disputes: z.array(disputeSchema),
  ratings: z.array(letteredRatingSchema),
  /** Names the ratings that are on screen; a settlement says which it is about. */
  version: z.string(),
  settled: z.strictObject({ settlement: settlementSchema, reason: z.string(), at: z.string() }).nullable(),
});
export type AdjudicationItem = z.infer<typeof adjudicationItemSchema>;
