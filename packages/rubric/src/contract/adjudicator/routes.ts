import { z } from 'zod';
import { settlementSchema } from '../../model/settlement.ts';
import { defineRoute } from '../define-route.ts';
import { adjudicationItemSchema, adjudicationQueueSchema } from './adjudication.ts';

const itemParams = z.strictObject({ itemId: z.string().min(1).max(64) });

export const getAdjudicationQueue = defineRoute({
  audience: 'adjudicator',
  method: 'GET',
  path: '/api/adjudicator/studies/:studyId/queue',
  summary: 'Answers on which the raters differ by the triggers of the protocol',
  params: z.strictObject({ studyId: z.string().min(1).max(64) }),
  reply: adjudicationQueueSchema,
});
export const getAdjudicationItem = defineRoute({
  audience: 'adjudicator',
  method: 'GET',
  path: '/api/adjudicator/items/:itemId',
  summary: 'One item: case, task, anonymous answer, the ratings without their raters',
  params: itemParams,
  reply: adjudicationItemSchema,
});
export const settleItem = defineRoute({
  audience: 'adjudicator',
  method: 'POST',
  path: '/api/adjudicator/items/:itemId/settlement',
  summary: 'Settle what the raters dispute, with a reason',
  params: itemParams,
  body: z.strictObject({
    /** Names the ratings that were on screen. */
    version: z.string().min(1).max(64),
    /** Made by the browser for each settlement; the same key again is the same settlement. */
    idempotencyKey: z.uuid(),
    settlement: settlementSchema,
    reason: z.string().trim().min(1).max(5000),
  }),
  reply: z.strictObject({ settledAt: z.string(), nextWaitingItemId: z.string().nullable() }),
});
export const getAdjudicatorImage = defineRoute({
  audience: 'adjudicator',
  method: 'GET',
  path: '/api/adjudicator/cases/:caseId/images/:imageId',
  summary: 'Bytes of one image file, through the allow-list of attributes',
  params: z.strictObject({ caseId: z.string().min(1).max(64), imageId: z.string().min(1).max(64) }),
});

export const adjudicatorRoutes = [getAdjudicationQueue, getAdjudicationItem, settleItem, getAdjudicatorImage];
