import type { Person } from '@concord/rubric/contract/curator/people';
import type { Store } from '../../db/open-database.ts';

/**
 * Whether a curator may make a sign-in link for an account. Whoever opens a link is that account, so it must be one
 * that only reads, and only in studies that this curator curates; anything else would lend them another's rights.
 */
export async function mayLink(store: Store, curatorId: number, accountId: number): Promise<boolean> {
  const account = await store.db
    .selectFrom('account')
    .select(['is_admin', 'disabled_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!account || account.is_admin === 1 || account.disabled_at !== null) return false;
  const places = await store.db
    .selectFrom('membership')
    .select(['study_id', 'role'])
    .where('account_id', '=', accountId)
    .execute();
  const curated = await store.db
    .selectFrom('membership')
    .select('study_id')
    .where('account_id', '=', curatorId)
    .where('role', '=', 'curator')
    .execute();
  const own = new Set(curated.map((row) => row.study_id));
  return places.length > 0 && places.every(({ study_id, role }) => role !== 'curator' && own.has(study_id));
}

/** Everyone with a place in a study: raters by pseudonym, with or without an account, then the others by name. */
export async function readPeople(store: Store, studyId: string, curatorId: number): Promise<Person[]> {
  const raters = await store.db
    .selectFrom('rater')
    .leftJoin('account', 'account.account_id', 'rater.account_id')
    .select(['pseudonym', 'account.account_id', 'username', 'display_name'])
    .where('study_id', '=', studyId)
    .orderBy('pseudonym')
    .execute();
  const others = await store.db
    .selectFrom('membership')
    .innerJoin('account', 'account.account_id', 'membership.account_id')
    .select(['role', 'account.account_id', 'username', 'display_name'])
    .where('study_id', '=', studyId)
    .where('role', '!=', 'rater')
    .orderBy('role')
    .orderBy('username')
    .execute();
  const person = async (
    role: Person['role'],
    pseudonym: string | null,
    row: { account_id: number | null; username: string | null; display_name: string | null },
  ): Promise<Person> => ({
    role,
    pseudonym,
    username: row.username,
    displayName: row.display_name,
    mayLink: row.account_id !== null && (await mayLink(store, curatorId, row.account_id)),
  });
  return Promise.all([
    ...raters.map((row) => person('rater', row.pseudonym, row)),
    ...others.map((row) => person(row.role, null, row)),
  ]);
}
