import { z } from 'zod';
import { viewerSeriesSchema } from '../../model/imaging.ts';
import { noteSchema, recordEntrySchema } from '../../model/record.ts';
import { rubricSchema } from '../../model/rubric.ts';
import { ratingContentSchema } from '../../model/rating.ts';
import { taskFamilies } from '../../model/words.ts';

export const itemStates = ['unread', 'draft', 'submitted', 'paused'] as const;

/** A line of the rater's own list. `position` is 1-based in that rater's stored order. */
export const listItemSchema = z.strictObject({
  itemId: z.string(),
  position: z.int().positive(),
  /** 1-based number of the case in order of first appearance on this rater's list. */
  caseNumber: z.int().positive(),
  family: z.enum(taskFamilies),
  training: z.boolean(),
  state: z.enum(itemStates),
  savedAt: z.string().nullable(),
});
export type ListItem = z.infer<typeof listItemSchema>;

export const workListSchema = z.strictObject({
  studyId: z.string(),
  studyTitle: z.string(),
  synthetic: z.boolean(),
  locked: z.boolean(),
  items: z.array(listItemSchema),
});
export type WorkList = z.infer<typeof workListSchema>;

export const roundSchema = z.strictObject({ reveal: z.string(), question: z.string(), answer: z.string() });

/** What one screen of the reading room needs: case, task, anonymous answer, rubric, own draft. */
export const readingSchema = z.strictObject({
  itemId: z.string(),
  position: z.int().positive(),
  itemCount: z.int().positive(),
  caseNumber: z.int().positive(),
  studyId: z.string(),
  studyTitle: z.string(),
  synthetic: z.boolean(),
  training: z.boolean(),
  state: z.enum(itemStates),
  previousItemId: z.string().nullable(),
  nextItemId: z.string().nullable(),
  /** Next item that is neither submitted nor paused, after this one or else from the start; null when all is read. */
  nextOpenItemId: z.string().nullable(),
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
  /** Active minutes of reading after which a break is suggested; 0 for never. */
  breakAfterMinutes: z.int().nonnegative(),
  /** The answer to be scored; with `rounds` (iterative tasks) this is the final one. */
  answer: z.string(),
  rounds: z.array(roundSchema),
  /** 0-based round whose scores are locked next, while rounds open one by one; null when the last is open or in one go. */
  openRound: z.int().nonnegative().nullable(),
  rubric: rubricSchema,
  /** Content hash of the rubric that a save must name. */
  rubricHash: z.string(),
  /** Revision that the next save is based on; 0 when nothing is saved yet. */
  revision: z.int().nonnegative(),
  content: ratingContentSchema,
  savedAt: z.string().nullable(),
  submittedAt: z.string().nullable(),
  /** Whether a submitted rating may still be corrected. */
  mayCorrect: z.boolean(),
});
export type Reading = z.infer<typeof readingSchema>;
