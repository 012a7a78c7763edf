import type { Transaction } from 'kysely';
import type { Store } from '../db/open-database.ts';
import type { Tables } from '../db/tables.ts';
import { appendAudit } from '../store/audit.ts';
import { newAlias, seedFor } from './opaque.ts';
import { readingOrder } from './reading-order.ts';
import { ProblemError } from '../http/problem-error.ts';

export type AssignOutcome = { assigned: number; raters: number; heldBack: number };

/** Gives a rater an alias of a case, once. */
export async function ensureRaterCase(
  transaction: Transaction<Tables>,
  raterId: number,
  caseId: number,
): Promise<void> {
  await transaction
    .insertInto('rater_case')
    .values({ rater_id: raterId, case_id: caseId, alias: newAlias() })
    .onConflict((conflict) => conflict.columns(['rater_id', 'case_id']).doNothing())
    .execute();
}

/**
 * Gives every rater of a study all study responses that they do not have yet, in a seeded order of their own, behind
 * what is already on the list. Responses with an open masking decision are held back (design §4.6).
 */
export async function assignReading(
  store: Store,
  studyId: string,
  actor: string,
  now: () => Date,
): Promise<AssignOutcome> {
  return store.db.transaction().execute(async (transaction) => {
    const study = await transaction
      .selectFrom('study')
      .selectAll()
      .where('study_id', '=', studyId)
      .executeTakeFirst();
    if (!study) throw new ProblemError('not-found');
    if (study.locked_at !== null) throw new ProblemError('study-locked');
    const responses = await transaction
      .selectFrom('response')
      .innerJoin('task', 'task.task_id', 'response.task_id')
      .innerJoin('study_case', 'study_case.case_id', 'task.case_id')
      .innerJoin('respondent', 'respondent.respondent_id', 'response.respondent_id')
      .select([
        'response.response_id as responseId',
        'task.case_id as caseId',
        'respondent.opaque_index as respondentIndex',
      ])
      .where('response.study_id', '=', studyId)
      .where('study_case.purpose', '=', 'study')
      .execute();
    const open = await transaction
      .selectFrom('mask_finding')
      .select(['response_id', 'case_id'])
      .where('study_id', '=', studyId)
      .where('decision', '=', 'open')
      .execute();
    const openResponses = new Set(open.map((finding) => finding.response_id));
    const openCases = new Set(open.map((finding) => finding.case_id));
    const free = responses.filter(
      ({ responseId, caseId }) => !openResponses.has(responseId) && !openCases.has(caseId),
    );
    const raters = await transaction
      .selectFrom('rater')
      .selectAll()
      .where('study_id', '=', studyId)
      .orderBy('rater_id')
      .execute();
    let assigned = 0;
    let served = 0;
    for (const rater of raters) {
      const existing = await transaction
        .selectFrom('assignment')
        .select(['response_id', 'position', 'kind'])
        .where('rater_id', '=', rater.rater_id)
        .execute();
      // A rater who holds only training items (a visitor of the demonstration) is no reader of this study.
      if (existing.length > 0 && existing.every(({ kind }) => kind === 'training')) continue;
      served += 1;
      const has = new Set(existing.map(({ response_id }) => response_id));
      const order = readingOrder(
        free.filter(({ responseId }) => !has.has(responseId)),
        rater.order_seed,
      );
      let position = Math.max(-1, ...existing.map((row) => row.position)) + 1;
      for (const item of order) {
        await ensureRaterCase(transaction, rater.rater_id, item.caseId);
        await transaction
          .insertInto('assignment')
          .values({
            rater_id: rater.rater_id,
            response_id: item.responseId,
            kind: 'study',
            position,
            alias: newAlias(),
          })
          .execute();
        position += 1;
        assigned += 1;
      }
    }
    const outcome = { assigned, raters: served, heldBack: responses.length - free.length };
    await appendAudit(transaction, {
      at: now().toISOString(),
      actor,
      action: 'reading.assigned',
      studyId,
      subject: studyId,
      payload: { ...outcome, seed: seedFor(study.seed, 'order') },
    });
    return outcome;
  });
}
