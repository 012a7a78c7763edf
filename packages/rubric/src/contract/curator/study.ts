import { z } from 'zod';
import { respondentKinds, splits, taskFamilies } from '../../model/words.ts';

export const studyLineSchema = z.strictObject({
  studyId: z.string(),
  title: z.string(),
  synthetic: z.boolean(),
  locked: z.boolean(),
  cases: z.int(),
  responses: z.int(),
  raters: z.int(),
});

/** How far one rater is; first study readings (second readings and training beside). */
export const raterProgressSchema = z.strictObject({
  raterId: z.string(),
  /** Has an account, so that someone can sign in and read. */
  invited: z.boolean(),
  specialty: z.string(),
  years: z.string(),
  assigned: z.int(),
  submitted: z.int(),
  drafts: z.int(),
  /** Hidden second readings, which wait for their washout. */
  repeatsAssigned: z.int(),
  repeatsSubmitted: z.int(),
  trainingAssigned: z.int(),
  trainingSubmitted: z.int(),
});

export const maskFindingSchema = z.strictObject({
  findingId: z.string(),
  where: z.string(),
  kind: z.enum(['author-named', 'reference-stated']),
  /** Text around the span; `start`, `end` are UTF-16 offsets into `context`. */
  context: z.string(),
  start: z.int(),
  end: z.int(),
  decision: z.enum(['open', 'mask', 'keep', 'hide']),
});
export type MaskFinding = z.infer<typeof maskFindingSchema>;

export const flagSchema = z.strictObject({
  flagId: z.string(),
  caseId: z.string(),
  kind: z.enum(['identifier-seen', 'images-broken']),
  note: z.string(),
  at: z.string(),
  resolvedAt: z.string().nullable(),
});

export const graderLineSchema = z.strictObject({
  graderId: z.string(),
  title: z.string(),
  model: z.string(),
  synthetic: z.boolean(),
  /** Lines imported, by status. */
  lines: z.record(z.string(), z.int()),
});

export const reportLineSchema = z.strictObject({
  reportId: z.string(),
  createdAt: z.string(),
  inputsDigest: z.string(),
  verdicts: z.array(
    z.strictObject({
      graderId: z.string(),
      verdict: z.enum(['pass', 'fail', 'inconclusive']),
      approximate: z.boolean(),
    }),
  ),
});

/** A study's home: where the reading stands, what needs a decision, verdicts, what changed, what is next. */
export const studyHomeSchema = z.strictObject({
  studyId: z.string(),
  title: z.string(),
  synthetic: z.boolean(),
  lockedAt: z.string().nullable(),
  counts: z.strictObject({
    cases: z.int(),
    testCases: z.int(),
    tasks: z.int(),
    responses: z.int(),
    images: z.int(),
    ratings: z.int(),
  }),
  raters: z.array(raterProgressSchema),
  openFindings: z.int(),
  openFlags: z.array(flagSchema),
  graders: z.array(graderLineSchema),
  reports: z.array(reportLineSchema),
  /** Newest first; no scores. */
  history: z.array(
    z.strictObject({ at: z.string(), actor: z.string(), action: z.string(), subject: z.string() }),
  ),
});
export type StudyHome = z.infer<typeof studyHomeSchema>;

export const caseLineSchema = z.strictObject({
  caseId: z.string(),
  split: z.enum(splits),
  purpose: z.enum(['study', 'training']),
  summary: z.string(),
  diseaseGroup: z.string().nullable(),
  series: z.int(),
  images: z.int(),
  responses: z.int(),
  paused: z.boolean(),
});

export const respondentLineSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(respondentKinds),
  name: z.string(),
});

export const taskFamilySchema = z.enum(taskFamilies);
