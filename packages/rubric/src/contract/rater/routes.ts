import { z } from 'zod';
import { ratingContentSchema } from '../../model/rating.ts';
import { defineRoute } from '../define-route.ts';
import { readingSchema, workListSchema } from './reading.ts';

const itemParams = z.strictObject({ itemId: z.string().min(1).max(64) });

/** A save: the whole content, the revision that it was based on, the rubric that it was scored under. */
const saveBody = z.strictObject({
  baseRevision: z.int().nonnegative(),
  rubricHash: z.string(),
  /** Made by the browser for each change; the same key again is the same save. */
  idempotencyKey: z.uuid(),
  content: ratingContentSchema,
});
export type SaveBody = z.infer<typeof saveBody>;

export const savedSchema = z.strictObject({ revision: z.int().positive(), savedAt: z.string() });
export type Saved = z.infer<typeof savedSchema>;

/** `current` of a draft-conflict problem on a rater route. */
export const draftConflictSchema = z.strictObject({
  revision: z.int().nonnegative(),
  savedAt: z.string().nullable(),
  content: ratingContentSchema,
});

export const getWorkList = defineRoute({
  audience: 'rater',
  method: 'GET',
  path: '/api/rater/studies/:studyId/list',
  summary: 'The own work list, in the own stored order',
  params: z.strictObject({ studyId: z.string().min(1).max(64) }),
  reply: workListSchema,
});
export const getReading = defineRoute({
  audience: 'rater',
  method: 'GET',
  path: '/api/rater/items/:itemId',
  summary: 'One item: case, task, anonymous answer, rubric, own draft',
  params: itemParams,
  reply: readingSchema,
});
export const saveDraft = defineRoute({
  audience: 'rater',
  method: 'PUT',
  path: '/api/rater/items/:itemId/draft',
  summary: 'Save a draft; acknowledged once it is on disk',
  params: itemParams,
  body: saveBody,
  reply: savedSchema,
});
export const submitRating = defineRoute({
  audience: 'rater',
  method: 'POST',
  path: '/api/rater/items/:itemId/submission',
  summary: 'Submit the rating; it can then no longer be changed by the rater',
  params: itemParams,
  body: saveBody,
  reply: z.strictObject({ submittedAt: z.string(), nextOpenItemId: z.string().nullable() }),
});
/** Locks the scores of a round; `content` holds the scores of every dimension and a comment. */
export const lockRound = defineRoute({
  audience: 'rater',
  method: 'POST',
  path: '/api/rater/items/:itemId/round',
  summary: 'Lock the scores of the open round; only then the next round opens',
  params: itemParams,
  body: saveBody.extend({ round: z.int().nonnegative() }),
  reply: z.strictObject({ lockedRounds: z.int().positive() }),
});
/** A submitted rating once more, as a new record beside the first. */
export const correctRating = defineRoute({
  audience: 'rater',
  method: 'POST',
  path: '/api/rater/items/:itemId/correction',
  summary:
    'Correct a submitted rating, with a reason; refused once the reference was shown or the study is locked',
  params: itemParams,
  body: z.strictObject({
    rubricHash: z.string(),
    idempotencyKey: z.uuid(),
    content: ratingContentSchema,
    reason: z.string().trim().min(1).max(2000),
  }),
  reply: z.strictObject({ submittedAt: z.string() }),
});
export const flagCase = defineRoute({
  audience: 'rater',
  method: 'POST',
  path: '/api/rater/items/:itemId/flag',
  summary: 'Report that an identifier was seen or that images are broken; pauses the case',
  params: itemParams,
  body: z.strictObject({ kind: z.enum(['identifier-seen', 'images-broken']), note: z.string().max(2000) }),
  reply: z.strictObject({ paused: z.literal(true) }),
});
/** Seconds so far of one visit to an item, in which the page was visible and used; a later count replaces an earlier. */
export const readingTimeSchema = z.strictObject({
  /** Made by the browser for each visit. */
  visit: z.uuid(),
  activeSeconds: z.int().nonnegative().max(86_400),
  /** Of those, with each series on screen. */
  series: z
    .array(z.strictObject({ seriesId: z.string().max(64), activeSeconds: z.int().nonnegative().max(86_400) }))
    .max(500),
});
export type ReadingTime = z.infer<typeof readingTimeSchema>;
export const recordTime = defineRoute({
  audience: 'rater',
  method: 'PUT',
  path: '/api/rater/items/:itemId/time',
  summary: 'Active time on the item and on its series; counted once a visit',
  params: itemParams,
  body: readingTimeSchema,
  reply: z.strictObject({ recorded: z.literal(true) }),
});
export const getRaterImage = defineRoute({
  audience: 'rater',
  method: 'GET',
  path: '/api/rater/cases/:caseId/images/:imageId',
  summary: 'Bytes of one image file, through the allow-list of attributes',
  params: z.strictObject({ caseId: z.string().min(1).max(64), imageId: z.string().min(1).max(64) }),
});

export const raterRoutes = [
  getWorkList,
  getReading,
  saveDraft,
  recordTime,
  lockRound,
  submitRating,
  correctRating,
  flagCase,
  getRaterImage,
];
