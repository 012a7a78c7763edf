import { createHash, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { Role } from '@concord/rubric/model/words';
import type { Kysely } from 'kysely';
import type { Store } from '../db/open-database.ts';
import type { Tables } from '../db/tables.ts';
import { ProblemError } from '../http/problem-error.ts';
import { appendAudit } from './audit.ts';

/** The account behind a session. */
export type Account = {
  accountId: number;
  username: string;
  displayName: string;
  isAdmin: boolean;
  hasPassword: boolean;
};

/** The store, or a transaction of it put in its place. */
type Writable = { db: Kysely<Tables> };

// OWASP floor for argon2id: 19 MiB, two passes.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const linkHash = (token: string): string => createHash('sha256').update(token).digest('hex');

export async function createAccount(
  store: Writable,
  input: {
    username: string;
    displayName: string;
    password?: string;
    isAdmin?: boolean;
    demonstration?: boolean;
  },
): Promise<number> {
  const row = await store.db
    .insertInto('account')
    .values({
      username: input.username,
      display_name: input.displayName,
      password_hash: input.password === undefined ? null : await hash(input.password, cost),
      is_admin: input.isAdmin ? 1 : 0,
      demonstration: input.demonstration ? 1 : 0,
      created_at: new Date().toISOString(),
      disabled_at: null,
    })
    .returning('account_id')
    .executeTakeFirstOrThrow();
  return row.account_id;
}

/**
 * Sets a password and ends every session of the account but `keepSession`: whoever knew the old one is signed out.
 */
export async function setPassword(
  store: Store,
  { accountId, username }: Pick<Account, 'accountId' | 'username'>,
  password: string,
  { keepSession, now }: { keepSession: string; now: Date },
): Promise<void> {
  const passwordHash = await hash(password, cost);
  await store.db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('account')
      .set({ password_hash: passwordHash })
      .where('account_id', '=', accountId)
      .execute();
    await transaction
      .deleteFrom('web_session')
      .where('account_id', '=', accountId)
      .where('session_id', '!=', keepSession)
      .execute();
    await appendAudit(transaction, {
      at: now.toISOString(),
      actor: username,
      action: 'account.password',
      studyId: null,
      subject: username,
      payload: {},
    });
  });
}

/** Adds a role. Curators of a study never rate or adjudicate in it, and who has seen its curator data neither. */
export async function addMembership(
  store: Writable,
  input: { studyId: string; accountId: number; role: Role },
): Promise<void> {
  const roles = await store.db
    .selectFrom('membership')
    .select('role')
    .where('study_id', '=', input.studyId)
    .where('account_id', '=', input.accountId)
    .execute();
  const seen = await store.db
    .selectFrom('curator_sight')
    .select('account_id')
    .where('study_id', '=', input.studyId)
    .where('account_id', '=', input.accountId)
    .executeTakeFirst();
  const wantsCurator = input.role === 'curator';
  if (
    roles.some(({ role }) => (role === 'curator') !== wantsCurator) ||
    (seen !== undefined && !wantsCurator)
  )
    throw new ProblemError('not-allowed', {
      detail: 'Curators of a study, and accounts that have seen its curator data, cannot read in it.',
    });
  await store.db
    .insertInto('membership')
    .values({ study_id: input.studyId, account_id: input.accountId, role: input.role })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A one-time sign-in link's token; only its hash is stored. */
export async function makeSignInLink(store: Writable, accountId: number, minutes: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await store.db
    .insertInto('sign_in_link')
    .values({
      token_hash: linkHash(token),
      account_id: accountId,
      expires_at: new Date(Date.now() + minutes * 60_000).toISOString(),
      used_at: null,
    })
    .execute();
  return token;
}

/** Uses up a link; undefined where it is unknown, used or expired. */
export async function useSignInLink(store: Store, token: string, now: Date): Promise<number | undefined> {
  const row = await store.db
    .updateTable('sign_in_link')
    .set({ used_at: now.toISOString() })
    .where('token_hash', '=', linkHash(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returning('account_id')
    .executeTakeFirst();
  return row?.account_id;
}

let decoy: Promise<string> | undefined;

/** The account of a name and password; an unknown name costs the same time as a wrong password. */
export async function checkPassword(
  store: Store,
  username: string,
  password: string,
): Promise<number | undefined> {
  const row = await store.db
    .selectFrom('account')
    .select(['account_id', 'password_hash'])
    .where('username', '=', username)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  decoy ??= hash(randomBytes(16).toString('hex'), cost);
  const matches = await verify(row?.password_hash ?? (await decoy), password);
  return matches && row?.password_hash ? row.account_id : undefined;
}

export async function readAccount(store: Store, accountId: number): Promise<Account | undefined> {
  const row = await store.db
    .selectFrom('account')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return (
    row && {
      accountId: row.account_id,
      username: row.username,
      displayName: row.display_name,
      isAdmin: row.is_admin === 1,
      hasPassword: row.password_hash !== null,
    }
  );
}

export async function readMemberships(
  store: Store,
  accountId: number,
): Promise<{ studyId: string; studyTitle: string; synthetic: boolean; role: Role }[]> {
  const rows = await store.db
    .selectFrom('membership')
    .innerJoin('study', 'study.study_id', 'membership.study_id')
    .select(['study.study_id', 'title', 'synthetic', 'role'])
    .where('account_id', '=', accountId)
    .orderBy('study.study_id')
    .orderBy('role')
    .execute();
  return rows.map((row) => ({
    studyId: row.study_id,
    studyTitle: row.title,
    synthetic: row.synthetic === 1,
    role: row.role,
  }));
}
