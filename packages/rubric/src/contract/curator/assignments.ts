import { z } from 'zod';
import { assignmentKinds } from '../../model/words.ts';

export const assignmentStates = ['unread', 'draft', 'submitted', 'annulled', 'withdrawn'] as const;
export type AssignmentState = (typeof assignmentStates)[number];

/** That a rater is to read an answer, and what became of it. No scores. */
export const assignmentViewSchema = z.strictObject({
  assignmentId: z.string(),
  raterId: z.string(),
  caseId: z.string(),
  responseId: z.string(),
  kind: z.enum(assignmentKinds),
  /** 1-based place on the rater's list. */
  position: z.int(),
  state: z.enum(assignmentStates),
  /** When that state came about; null for unread. */
  at: z.string().nullable(),
  /** Active, visible time on the item, all visits; null where none was recorded. */
  activeSeconds: z.int().nullable(),
  /** Series of the case, and how many of them were on screen. */
  seriesCount: z.int().nonnegative(),
  seriesOpened: z.int().nonnegative(),
});
export type AssignmentView = z.infer<typeof assignmentViewSchema>;

/**
 * `reopen` gives a submitted or annulled rating back to its rater; `annul` takes a submitted one out of every statistic;
 * `withdraw` takes an unsubmitted reading off its rater's list; `reassign` does that and gives it to `toRaterId`.
 */
export const assignmentChangeSchema = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.enum(['reopen', 'annul', 'withdraw']),
    reason: z.string().trim().min(1).max(2000),
  }),
  z.strictObject({
    action: z.literal('reassign'),
    toRaterId: z.string().min(1).max(64),
    reason: z.string().trim().min(1).max(2000),
  }),
]);
export type AssignmentChange = z.infer<typeof assignmentChangeSchema>;
