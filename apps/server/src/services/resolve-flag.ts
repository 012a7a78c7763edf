import type { Store } from '../db/open-database.ts';
import { ProblemError } from '../http/problem-error.ts';
import { appendAudit } from '../store/audit.ts';

/** Resolves a reader's flag; the case goes on once no flag of it is open. */
export async function resolveFlag(
  store: Store,
  input: { studyId: string; flagId: string; reason: string; actor: string; now: () => Date },
): Promise<void> {
  const at = input.now().toISOString();
  await store.db.transaction().execute(async (transaction) => {
    const flag = await transaction
      .selectFrom('case_flag')
      .innerJoin('study_case', 'study_case.case_id', 'case_flag.case_id')
      .select(['flag_id', 'case_key', 'resolved_at'])
      .where('study_id', '=', input.studyId)
      .where('flag_id', '=', Number(input.flagId))
      .executeTakeFirst();
    if (!flag || flag.resolved_at !== null) throw new ProblemError('not-found');
    await transaction
      .updateTable('case_flag')
      .set({ resolved_at: at, resolved_reason: input.reason })
      .where('flag_id', '=', flag.flag_id)
      .execute();
    await appendAudit(transaction, {
      at,
      actor: input.actor,
      action: 'flag.resolved',
      studyId: input.studyId,
      subject: flag.case_key,
      payload: { flag: flag.flag_id, reason: input.reason },
    });
  });
}
