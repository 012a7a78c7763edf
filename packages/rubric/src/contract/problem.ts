import { z } from 'zod';

/** Closed catalogue of problems (RFC 9457). `type` is the machine key, relative to `/problems/`. */
export const problemCatalogue = {
  'invalid-request': { status: 400, title: 'The request is not valid' },
  'not-signed-in': { status: 401, title: 'You are not signed in' },
  'sign-in-failed': { status: 401, title: 'Name or password is not right' },
  'csrf-failed': { status: 403, title: 'This page is out of date: reload it' },
  'not-allowed': { status: 403, title: 'Your account may not do this' },
  'not-found': { status: 404, title: 'There is nothing here for you' },
  'draft-conflict': { status: 409, title: 'This draft was saved elsewhere in the meantime' },
  'protocol-changed': { status: 409, title: 'The protocol was changed in the meantime' },
  'assignment-state': { status: 409, title: 'The reading is not in a state for that' },
  'already-submitted': { status: 409, title: 'This answer has been submitted' },
  'ratings-changed': { status: 409, title: 'The ratings of this answer changed in the meantime' },
  'correction-closed': { status: 409, title: 'This rating can no longer be corrected' },
  'round-open': { status: 409, title: 'Another round is open' },
  'rating-incomplete': { status: 422, title: 'The rating is not complete' },
  'rating-invalid': { status: 422, title: 'The rating does not fit the rubric' },
  'study-locked': { status: 409, title: 'The study is locked' },
  'study-not-locked': { status: 409, title: 'The study is not locked yet' },
  'case-paused': { status: 409, title: 'The case is paused while the curator looks at it' },
  'bundle-refused': { status: 422, title: 'The import was refused; nothing was stored' },
  'scores-refused': { status: 422, title: 'The grader scores were refused; nothing was stored' },
  'export-refused': { status: 409, title: 'The grader is not validated, so it is not exported' },
  'decision-open': { status: 409, title: 'A masking decision is still open' },
  'too-many-requests': { status: 429, title: 'Too many attempts: wait a minute' },
  'too-large': { status: 413, title: 'The file is too large' },
  busy: { status: 503, title: 'The store is busy: try again' },
  unexpected: { status: 500, title: 'Something went wrong on the server' },
} as const satisfies Record<string, { status: number; title: string }>;
export type ProblemType = keyof typeof problemCatalogue;

/** Place and kind of one fault in what was sent or imported. */
export const problemEntrySchema = z.strictObject({
  /** JSON Pointer into the request, or the file inside a bundle. */
  where: z.string(),
  line: z.int().nullable().optional(),
  field: z.string().nullable().optional(),
  found: z.string().optional(),
  expected: z.string(),
});
export type ProblemEntry = z.infer<typeof problemEntrySchema>;

export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
  /** Key of the detail, for pages that say it in another language. */
  reason: z.string().optional(),
  instance: z.string().optional(),
  errors: z.array(problemEntrySchema).optional(),
  /** For conflicts: what the server holds now. */
  current: z.unknown().optional(),
});
export type Problem = z.infer<typeof problemSchema>;
