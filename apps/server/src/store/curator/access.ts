import type { Store } from '../../db/open-database.ts';
import { ProblemError } from '../../http/problem-error.ts';

/**
 * Lets a curator of the study through, and notes that the account has now seen curator data: it can never rate or
 * adjudicate in this study (design §1). Anyone else finds nothing.
 */
export async function requireCurator(
  store: Store,
  accountId: number,
  studyId: string,
  now: () => Date,
): Promise<void> {
  const membership = await store.db
    .selectFrom('membership')
    .select('role')
    .where('study_id', '=', studyId)
    .where('account_id', '=', accountId)
    .where('role', '=', 'curator')
    .executeTakeFirst();
  if (!membership) throw new ProblemError('not-found');
  await store.db
    .insertInto('curator_sight')
    .values({ study_id: studyId, account_id: accountId, first_seen_at: now().toISOString() })
    .onConflict((conflict) => conflict.columns(['study_id', 'account_id']).doNothing())
    .execute();
}

/** Importing makes an account the curator of a new study; only curators and administrators may import. */
export async function mayImport(store: Store, accountId: number): Promise<boolean> {
  const account = await store.db
    .selectFrom('account')
    .select('is_admin')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (account?.is_admin === 1) return true;
  const curates = await store.db
    .selectFrom('membership')
    .select('role')
    .where('account_id', '=', accountId)
    .where('role', '=', 'curator')
    .executeTakeFirst();
  return curates !== undefined;
}
