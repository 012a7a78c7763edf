import {
  getAdjudicationItem,
  getAdjudicationQueue,
  getAdjudicatorImage,
  settleItem as settleRoute,
} from '@concord/rubric/contract/adjudicator/routes';
import type { Rubric } from '@concord/rubric/model/rubric';
import type { TaskFamily } from '@concord/rubric/model/words';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Store } from '../../db/open-database.ts';
import { ProblemError } from '../../http/problem-error.ts';
import { route } from '../../http/route.ts';
import { sendImage } from '../../http/send-image.ts';
import {
  adjudicationQueue,
  adjudicatorKey,
  findQueueItem,
  nextWaiting,
  readQueueItem,
} from '../../services/adjudication-queue.ts';
import { settleItem } from '../../services/settle-item.ts';
import { adjudicationReader } from '../../store/adjudication-reader.ts';
import type { BlobStore } from '../../store/blob-store.ts';
import type { OpaqueImage } from '../../store/case-images.ts';

/** Everything that an adjudicator's browser may ask. Not yours and not there are one answer. */
export function adjudicatorRoutes(
  app: FastifyInstance,
  { store, blobs, now }: { store: Store; blobs: BlobStore; now: () => Date },
): void {
  const reader = adjudicationReader(store);
  const ownItem = (accountId: number, itemId: string) => {
    const found = findQueueItem(reader, accountId, itemId);
    if (!found) throw new ProblemError('not-found');
    return found;
  };
  /** Images of a case that stands in a queue, by account and opaque case id: a screen asks for hundreds. */
  const imagesOfCase = new LRUCache<string, { studyId: string; images: Map<string, OpaqueImage> }>({
    max: 100,
  });
  const imageOf = (accountId: number, caseAlias: string, imageAlias: string): OpaqueImage | undefined => {
    const studies = reader.studies(accountId);
    const key = `${accountId} ${caseAlias}`;
    let held = imagesOfCase.get(key);
    if (!held)
      for (const study of studies) {
        const item = adjudicationQueue(reader, accountId, study).find((one) => one.caseAlias === caseAlias);
        if (!item) continue;
        const images = reader.pictures.images(item.response.caseId, adjudicatorKey(accountId), study.secret);
        held = { studyId: study.studyId, images };
        imagesOfCase.set(key, held);
      }
    return studies.some(({ studyId }) => studyId === held?.studyId)
      ? held?.images.get(imageAlias)
      : undefined;
  };
  route(app, getAdjudicationQueue, ({ account, params }) => {
    const study = reader.studies(account.accountId).find(({ studyId }) => studyId === params.studyId);
    if (!study) throw new ProblemError('not-found');
    return {
      studyId: study.studyId,
      studyTitle: study.title,
      synthetic: study.synthetic === 1,
      rubric: JSON.parse(study.rubric) as Rubric,
      items: adjudicationQueue(reader, account.accountId, study).map((item) => ({
        itemId: item.itemId,
        caseNumber: item.caseNumber,
        family: item.response.family as TaskFamily,
        disputes: item.disputes,
        state: item.state,
        settledAt: item.settled?.at ?? null,
      })),
    };
  });
  route(app, getAdjudicationItem, ({ account, params }) =>
    readQueueItem(reader, account.accountId, ownItem(account.accountId, params.itemId)),
  );
  route(app, settleRoute, async ({ account, params, body }) => {
    const { item, queue } = ownItem(account.accountId, params.itemId);
    const { settledAt } = await settleItem(store, item, {
      ...body,
      accountId: account.accountId,
      actor: account.username,
      now,
    });
    return { settledAt, nextWaitingItemId: nextWaiting(queue, item) };
  });
  route(app, getAdjudicatorImage, ({ account, params, request, reply }) => {
    const image = imageOf(account.accountId, params.caseId, params.imageId);
    if (!image) throw new ProblemError('not-found');
    return sendImage(blobs, image, request, reply);
  });
}
