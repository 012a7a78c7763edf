import {
  correctRating as correctRoute,
  flagCase,
  getRaterImage,
  getReading,
  getWorkList,
  lockRound as lockRoundRoute,
  recordTime as recordTimeRoute,
  saveDraft as saveDraftRoute,
  submitRating as submitRoute,
} from '@concord/rubric/contract/rater/routes';
import type { FastifyInstance } from 'fastify';
import type { Store } from '../../db/open-database.ts';
import { ProblemError } from '../../http/problem-error.ts';
import { route } from '../../http/route.ts';
import { sendImage } from '../../http/send-image.ts';
import { nextOpenItem, readItem, readWorkList, type Readers } from '../../services/read-item.ts';
import { correctRating, lockRound, saveDraft, submitRating } from '../../services/save-rating.ts';
import type { BlobStore } from '../../store/blob-store.ts';
import { raterCaseReader } from '../../store/rater-case-reader.ts';
import { type RaterItem, raterItemReader } from '../../store/rater-item-reader.ts';
import { raterWriter } from '../../store/rater-writer.ts';

/** Everything that a rater's browser may ask. Not yours and not there are one answer. */
export function raterRoutes(
  app: FastifyInstance,
  deps: { store: Store; blobs: BlobStore; now: () => Date },
): void {
  const readers: Readers = {
    items: raterItemReader(deps.store, deps.now),
    cases: raterCaseReader(deps.store),
  };
  const writer = raterWriter(deps.store);
  const { now } = deps;
  const ownItem = (accountId: number, itemId: string): RaterItem => {
    const item = readers.items.item(accountId, itemId);
    if (!item) throw new ProblemError('not-found');
    return item;
  };
  route(app, getWorkList, ({ account, params }) => {
    const list = readWorkList(readers, account.accountId, params.studyId);
    if (!list) throw new ProblemError('not-found');
    return list;
  });
  route(app, getReading, ({ account, params }) =>
    readItem(readers, account.accountId, ownItem(account.accountId, params.itemId)),
  );
  route(app, saveDraftRoute, ({ account, params, body }) =>
    saveDraft(ownItem(account.accountId, params.itemId), body, {
      readers,
      writer,
      actor: account.username,
      now,
    }),
  );
  route(app, recordTimeRoute, ({ account, params, body }) => {
    const item = ownItem(account.accountId, params.itemId);
    const own = readers.cases.seriesIds(item.raterId, item.caseId, item.studySecret);
    const series = body.series.flatMap(({ seriesId, activeSeconds }) => {
      const found = own.get(seriesId);
      return found === undefined ? [] : [{ seriesId: found, activeSeconds }];
    });
    const { visit, activeSeconds } = body;
    const shut = writer.recordTime({ assignmentId: item.assignmentId, visit, activeSeconds, series });
    if (shut) throw new ProblemError(shut.problem);
    return { recorded: true as const };
  });
  route(app, submitRoute, ({ account, params, body }) => {
    const item = ownItem(account.accountId, params.itemId);
    const { submittedAt } = submitRating(item, body, { readers, writer, actor: account.username, now });
    return { submittedAt, nextOpenItemId: nextOpenItem(readers, account.accountId, item) };
  });
  route(app, lockRoundRoute, ({ account, params, body }) =>
    lockRound(ownItem(account.accountId, params.itemId), body, {
      readers,
      writer,
      actor: account.username,
      now,
    }),
  );
  route(app, correctRoute, ({ account, params, body }) =>
    correctRating(ownItem(account.accountId, params.itemId), body, {
      readers,
      writer,
      actor: account.username,
      now,
    }),
  );
  route(app, flagCase, ({ account, params, body }) => {
    const item = ownItem(account.accountId, params.itemId);
    writer.flag({
      caseId: item.caseId,
      raterId: item.raterId,
      kind: body.kind,
      note: body.note,
      at: now().toISOString(),
      actor: account.username,
      studyId: item.studyId,
      alias: item.alias,
    });
    return { paused: true as const };
  });
  route(app, getRaterImage, ({ account, params, request, reply }) => {
    const image = readers.cases.image(account.accountId, params.caseId, params.imageId);
    if (!image) throw new ProblemError('not-found');
    return sendImage(deps.blobs, image, request, reply);
  });
}
