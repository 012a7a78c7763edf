import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Store } from '../db/open-database.ts';
import { addMembership, createAccount, makeSignInLink } from '../store/accounts.ts';
import type { BlobStore } from '../store/blob-store.ts';
import { importStudy } from './import-study.ts';
import type { Progress } from './jobs.ts';
import { lockStudy } from './lock-study.ts';
import { runReport } from './run-report.ts';

export const demonstrationStudyId = 'demo';
const actor = 'demonstration';
const generator = fileURLToPath(new URL('../../../../scripts/dist/demo-study/main.js', import.meta.url));

/** Sign-ins of the demonstration. They have no password: each start prints fresh one-time links. */
export const demonstrationRoles = ['rater', 'curator', 'adjudicator'] as const;
type DemonstrationRole = (typeof demonstrationRoles)[number];
const usernameOf = (role: DemonstrationRole): string => `demo-${role}`;

export async function hasDemonstration(store: Store): Promise<boolean> {
  const row = await store.db
    .selectFrom('study')
    .select('study_id')
    .where('study_id', '=', demonstrationStudyId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Accounts of the demonstration: the rater reads the list of the fresh reader, whose scores are training only. */
async function addAccounts(store: Store): Promise<void> {
  const displayNames = {
    rater: 'Demonstration rater',
    curator: 'Demonstration curator',
    adjudicator: 'Demonstration adjudicator',
  };
  for (const role of demonstrationRoles) {
    const accountId = await createAccount(store, {
      username: usernameOf(role),
      displayName: displayNames[role],
      demonstration: true,
    });
    await addMembership(store, { studyId: demonstrationStudyId, accountId, role });
    if (role === 'rater')
      await store.db
        .updateTable('rater')
        .set({ account_id: accountId })
        .where('study_id', '=', demonstrationStudyId)
        .where('pseudonym', '=', 'visitor')
        .execute();
  }
}

/**
 * Makes the demonstration study: generated from its seed into a temporary bundle, imported like any other bundle,
 * locked, and reported by the ordinary report. Does nothing where it exists.
 */
export async function makeDemonstration(
  store: Store,
  blobs: BlobStore,
  progress: Progress,
): Promise<boolean> {
  if (await hasDemonstration(store)) return false;
  if (!existsSync(generator))
    throw new Error('The generator of the demonstration study is not built: run npm run build.');
  const folder = mkdtempSync(join(tmpdir(), 'concord-demo-'));
  const now = (): Date => new Date();
  try {
    progress(0, 1, 'generating the synthetic study');
    await promisify(execFile)(process.execPath, [generator, '--out', folder], {
      maxBuffer: 16 * 1024 * 1024,
    });
    await importStudy(store, blobs, folder, { actor, now, progress });
    await lockStudy(store, {
      studyId: demonstrationStudyId,
      actor,
      reason: 'The three synthetic raters have read everything.',
      now,
    });
    await addAccounts(store);
    progress(0, 1, 'computing the first report');
    await runReport(store, { studyId: demonstrationStudyId, actor, now });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return true;
}

/** Fresh one-time links for the demonstration's sign-ins. */
export async function demonstrationLinks(
  store: Store,
  origin: string,
): Promise<{ role: DemonstrationRole; url: string }[]> {
  const links = [];
  for (const role of demonstrationRoles) {
    const account = await store.db
      .selectFrom('account')
      .select('account_id')
      .where('username', '=', usernameOf(role))
      .executeTakeFirst();
    if (account)
      links.push({ role, url: `${origin}/link#${await makeSignInLink(store, account.account_id, 24 * 60)}` });
  }
  return links;
}
