import { z } from 'zod';
import { viewerSeriesSchema } from '../../model/imaging.ts';
import { noteSchema, recordEntrySchema } from '../../model/record.ts';
import { ratingContentSchema } from '../../model/rating.ts';
import { splits } from '../../model/words.ts';
import { taskFamilySchema } from './study.ts';

/** A case as the curator opens it from the report: everything, ratings included; grader numbers only after lock. */
export const caseViewSchema = z.strictObject({
  caseId: z.string(),
  split: z.enum(splits),
  summary: z.string(),
  diseaseGroup: z.string().nullable(),
  record: z.array(recordEntrySchema),
  notes: z.array(noteSchema),
  series: z.array(viewerSeriesSchema),
  /** How each series got its label: the rule that decided, or who corrected it. */
  labelRules: z.array(z.strictObject({ seriesId: z.string(), rule: z.string() })),
  tasks: z.array(
    z.strictObject({
      taskId: z.string(),
      family: taskFamilySchema,
      level: z.int(),
      question: z.string(),
      reference: z.string().nullable(),
      responses: z.array(
        z.strictObject({
          responseId: z.string(),
          respondentId: z.string(),
          answer: z.string(),
          rounds: z.array(z.strictObject({ reveal: z.string(), question: z.string(), answer: z.string() })),
          ratings: z.array(
            z.strictObject({
              ratingId: z.string(),
              raterId: z.string(),
              kind: z.string(),
              submittedAt: z.string(),
              content: ratingContentSchema,
              /** Locked scores of the earlier rounds, in order; empty where rounds are not locked one by one. */
              rounds: z.array(ratingContentSchema),
            }),
          ),
          /** Withheld (empty) before lock. */
          graderScores: z.array(
            z.strictObject({
              graderId: z.string(),
              status: z.string(),
              scores: z.record(z.string(), z.number().nullable()),
            }),
          ),
        }),
      ),
    }),
  ),
});
export type CaseView = z.infer<typeof caseViewSchema>;
