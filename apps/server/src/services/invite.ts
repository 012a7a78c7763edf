import { canonicalJson } from '@concord/rubric/model/canonical-json';
import type { Role } from '@concord/rubric/model/words';
import type { Transaction } from 'kysely';
import type { Store } from '../db/open-database.ts';
import type { Tables } from '../db/tables.ts';
import { ProblemError } from '../http/problem-error.ts';
import { addMembership, createAccount, makeSignInLink } from '../store/accounts.ts';
import { appendAudit } from '../store/audit.ts';
import { seedFor } from './opaque.ts';

/** What an account gets in a study; `pseudonym` names the rater that it is, and only a rater has one. */
export type Place = { studyId: string; role: Role; pseudonym?: string };

export type Invitation = {
  username: string;
  /** Needed for a new account; an account that exists keeps the name that it has. */
  displayName?: string;
  password?: string;
  isAdmin?: boolean;
  place?: Place;
};

const refuse = (detail: string): never => {
  throw new ProblemError('invalid-request', { detail });
};

const emptyProfile = (pseudonym: string): string =>
  canonicalJson({
    pseudonym,
    specialty: '',
    years: '',
    training: '',
    conflict_of_interest: '',
    consent_date: '',
  });

/** Makes an account the rater of a pseudonym; a pseudonym that the study does not know yet becomes a rater of it. */
async function takePseudonym(
  transaction: Transaction<Tables>,
  study: { study_id: string; seed: number },
  pseudonym: string,
  accountId: number,
): Promise<void> {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(pseudonym))
    refuse(
      `A rater's pseudonym is 1 to 64 letters, digits, points, hyphens or underscores; found "${pseudonym}".`,
    );
  const rater = await transaction
    .selectFrom('rater')
    .select(['rater_id', 'account_id'])
    .where('study_id', '=', study.study_id)
    .where('pseudonym', '=', pseudonym)
    .executeTakeFirst();
  if (rater && rater.account_id !== null && rater.account_id !== accountId)
    refuse(`Rater ${pseudonym} already has an account.`);
  const other = await transaction
    .selectFrom('rater')
    .select('pseudonym')
    .where('study_id', '=', study.study_id)
    .where('account_id', '=', accountId)
    .where('pseudonym', '!=', pseudonym)
    .executeTakeFirst();
  if (other) refuse(`This account is already rater ${other.pseudonym} of the study.`);
  if (rater)
    await transaction
      .updateTable('rater')
      .set({ account_id: accountId })
      .where('rater_id', '=', rater.rater_id)
      .execute();
  else
    await transaction
      .insertInto('rater')
      .values({
        study_id: study.study_id,
        account_id: accountId,
        pseudonym,
        profile: emptyProfile(pseudonym),
        order_seed: seedFor(study.seed, `order ${pseudonym}`),
      })
      .execute();
}

async function giveAPlace(
  transaction: Transaction<Tables>,
  accountId: number,
  { studyId, role, pseudonym }: Place,
): Promise<void> {
  if ((role === 'rater') !== (pseudonym !== undefined)) refuse('A rater, and only a rater, has a pseudonym.');
  const study = await transaction
    .selectFrom('study')
    .select(['study_id', 'seed'])
    .where('study_id', '=', studyId)
    .executeTakeFirst();
  if (!study) return refuse(`There is no study ${studyId}.`);
  await addMembership({ db: transaction }, { studyId, accountId, role });
  if (pseudonym !== undefined) await takePseudonym(transaction, study, pseudonym, accountId);
}

/**
 * Makes an account, or takes the one that has the name, and gives it a place in a study: one transaction with its
 * audit entry. `created` tells whether the account is new. Throws `invalid-request` or `not-allowed` with what is wrong.
 */
export async function invite(
  store: Store,
  invitation: Invitation,
  { actor, now }: { actor: string; now: () => Date },
): Promise<{ accountId: number; created: boolean }> {
  const { username, displayName, password, isAdmin = false, place } = invitation;
  if (!/^[\p{L}\p{N}][\p{L}\p{N}._@-]{0,63}$/u.test(username))
    refuse(
      `A sign-in name is 1 to 64 letters, digits, points, hyphens, underscores or @; found "${username}".`,
    );
  return store.db.transaction().execute(async (transaction) => {
    const known = await transaction
      .selectFrom('account')
      .select('account_id')
      .where('username', '=', username)
      .executeTakeFirst();
    if (known && (!place || password !== undefined || isAdmin))
      refuse(`There is already an account ${username}.`);
    if (!known && (displayName === undefined || displayName.trim() === ''))
      refuse(`Account ${username} is new: give the name that the pages show.`);
    const accountId =
      known?.account_id ??
      (await createAccount(
        { db: transaction },
        {
          username,
          displayName: displayName ?? username,
          isAdmin,
          ...(password !== undefined && { password }),
        },
      ));
    if (place) await giveAPlace(transaction, accountId, place);
    await appendAudit(transaction, {
      at: now().toISOString(),
      actor,
      action: known ? 'account.placed' : 'account.added',
      studyId: place?.studyId ?? null,
      subject: username,
      payload: { role: place?.role ?? null, rater: place?.pseudonym ?? null, admin: isAdmin },
    });
    return { accountId, created: !known };
  });
}

/** A fresh one-time sign-in link of an account, with its audit entry. Returns the path to open. */
export async function sendSignInLink(
  store: Store,
  input: { accountId: number; minutes: number; studyId: string | null; actor: string; now: () => Date },
): Promise<string> {
  const { accountId, minutes, studyId, actor, now } = input;
  return store.db.transaction().execute(async (transaction) => {
    const account = await transaction
      .selectFrom('account')
      .select('username')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    await appendAudit(transaction, {
      at: now().toISOString(),
      actor,
      action: 'account.link',
      studyId,
      subject: account.username,
      payload: { minutes },
    });
    return `/link#${await makeSignInLink({ db: transaction }, accountId, minutes)}`;
  });
}
