import { canonicalJson } from '@concord/rubric/model/canonical-json';
import type { Rubric } from '@concord/rubric/model/rubric';
import { checkSettlement, type Settlement } from '@concord/rubric/model/settlement';
import type { Store } from '../db/open-database.ts';
import { ProblemError } from '../http/problem-error.ts';
import { appendAudit } from '../store/audit.ts';
import type { QueueItem } from './adjudication-queue.ts';

/**
 * Stores what an adjudicator decided, once for the ratings that were on screen: the same key again gets the same
 * answer, another settlement of the same ratings is refused. Ratings stay as they are.
 */
export async function settleItem(
  store: Store,
  item: QueueItem,
  input: {
    accountId: number;
    actor: string;
    version: string;
    idempotencyKey: string;
    settlement: Settlement;
    reason: string;
    now: () => Date;
  },
): Promise<{ settledAt: string }> {
  const { study, response } = item;
  return store.db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('adjudication')
      .select(['sequence', 'idempotency_key', 'account_id', 'ratings_digest', 'at'])
      .where('response_id', '=', response.responseId)
      .orderBy('sequence')
      .execute();
    const repeat = rows.find(
      (row) => row.idempotency_key === input.idempotencyKey && row.account_id === input.accountId,
    );
    if (repeat) return { settledAt: repeat.at };
    if (rows.at(-1)?.ratings_digest === item.ratingsDigest) throw new ProblemError('already-submitted');
    if (input.version !== item.version) throw new ProblemError('ratings-changed');
    if (item.state === 'paused') throw new ProblemError('case-paused');
    const faults = checkSettlement(JSON.parse(study.rubric) as Rubric, item.disputes, input.settlement);
    if (faults.length > 0)
      throw new ProblemError(
        faults.every(({ kind }) => kind === 'open') ? 'rating-incomplete' : 'rating-invalid',
        {
          errors: faults.map(({ pointer, kind }) => ({
            where: `/body/settlement${pointer}`,
            expected: kind,
          })),
        },
      );
    const at = input.now().toISOString();
    const settlement = canonicalJson(input.settlement);
    await transaction
      .insertInto('adjudication')
      .values({
        response_id: response.responseId,
        sequence: (rows.at(-1)?.sequence ?? 0) + 1,
        account_id: input.accountId,
        rubric_hash: study.rubricHash,
        ratings_digest: item.ratingsDigest,
        settlement,
        reason: input.reason,
        idempotency_key: input.idempotencyKey,
        actor: input.actor,
        at,
      })
      .execute();
    await appendAudit(transaction, {
      at,
      actor: input.actor,
      action: 'answer.adjudicated',
      studyId: study.studyId,
      subject: item.itemId,
      payload: { responseId: response.responseId, ratings: response.ratings.length },
    });
    return { settledAt: at };
  });
}
