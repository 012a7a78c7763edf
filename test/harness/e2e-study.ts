import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RatingContent, ratingContentSchema } from '@concord/rubric/model/rating';
import { buildApp } from '@concord/server/http/app';
import { openDatabase } from '@concord/server/db/open-database';
import { curatorRoutes } from '@concord/server/routes/curator/index';
import { assignReading } from '@concord/server/services/assign-reading';
import { invite, sendSignInLink } from '@concord/server/services/invite';
import { importStudy } from '@concord/server/services/import-study';
import { closeComputePool } from '@concord/server/services/run-report';
import { addMembership, createAccount } from '@concord/server/store/accounts';
import { openBlobStore } from '@concord/server/store/blob-store';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const e2eStudyId = 'end-to-end';
export const e2ePassword = 'a pass phrase for the browser';
export const e2eGrader = 'close';
/** Accounts by their role; the readers stand in `raters.csv`. */
export const e2eReaders = ['reader-1', 'reader-2'] as const;
export const e2eCurator = 'curator-1';

export type E2eStudy = {
  /** Address of the listening server, without a slash at the end. */
  origin: string;
  /** Response key of an item on a rater's list. */
  responseOf: (itemId: string) => string;
  /** Every response key of the study. */
  responses: readonly string[];
  /** What a reader submitted for a response, as it is stored. */
  ratingOf: (reader: string, response: string) => RatingContent;
  /** Ends every session of an account, as time does. */
  endSessions: (username: string) => void;
  /** A rater without a password, invited; the address of the one-time link. */
  newReaderByLink: (username: string) => Promise<string>;
  /** A folder for files that the test writes. */
  folder: string;
  close: () => Promise<void>;
};

/** Three generated cases with real DICOM, two answers each, unread; the bundle is written into `folder`. */
function writeBundle(folder: string): string[] {
  execFileSync(process.execPath, [
    fromRoot('scripts/dist/demo-study/main.js'),
    '--out',
    folder,
    '--cases',
    '3',
  ]);
  const edit = (name: string, change: (text: string) => string): void =>
    writeFileSync(join(folder, name), change(readFileSync(join(folder, name), 'utf8')));
  edit('study.yaml', (text) => text.replace(/^id: .*$/mu, `id: ${e2eStudyId}`));
  edit('raters.csv', (text) => `${text.split('\n').slice(0, 3).join('\n')}\n`);
  edit('responses.jsonl', (text) => {
    const kept = text.split('\n').filter((line) => /"id":"[^"]*-r[13]"/u.test(line));
    return `${kept.join('\n')}\n`;
  });
  for (const name of ['assignments.jsonl', 'ratings.jsonl', 'grader-scores.jsonl'])
    rmSync(join(folder, name));
  for (const grader of ['generous', 'noisy']) rmSync(join(folder, 'graders', `${grader}.yaml`));
  return Array.from(
    readFileSync(join(folder, 'responses.jsonl'), 'utf8').matchAll(/^\{"id":"([^"]+)"/gmu),
    ([, id]) => String(id),
  );
}

/** Imports the small open study, gives everybody an account and a password, and listens on a free loopback port. */
export async function startE2eStudy(): Promise<E2eStudy> {
  const folder = mkdtempSync(join(tmpdir(), 'concord-e2e-'));
  const bundle = join(folder, 'bundle');
  const responses = writeBundle(bundle);
  const store = openDatabase(join(folder, 'data'));
  const blobs = openBlobStore(store.folder);
  const now = (): Date => new Date();
  await importStudy(store, blobs, bundle, { actor: 'test', now });
  for (const username of e2eReaders) {
    const accountId = await createAccount(store, { username, displayName: username, password: e2ePassword });
    await addMembership(store, { studyId: e2eStudyId, accountId, role: 'rater' });
    await store.db
      .updateTable('rater')
      .set({ account_id: accountId })
      .where('study_id', '=', e2eStudyId)
      .where('pseudonym', '=', username)
      .execute();
  }
  const accountId = await createAccount(store, {
    username: e2eCurator,
    displayName: 'Curator',
    password: e2ePassword,
  });
  await addMembership(store, { studyId: e2eStudyId, accountId, role: 'curator' });
  await assignReading(store, e2eStudyId, 'test', now);
  const app = await buildApp({ store, blobs, webRoot: fromRoot('apps/annotator/dist'), curatorRoutes });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const keyOf = store.raw.prepare<[string], { response_key: string }>(
    'SELECT response_key FROM assignment JOIN response USING (response_id) WHERE alias = ?',
  );
  const ratingOf = store.raw.prepare<[string, string], { content: string }>(
    `SELECT rating.content FROM rating JOIN assignment USING (assignment_id) JOIN rater USING (rater_id)
       JOIN response USING (response_id) WHERE pseudonym = ? AND response_key = ?`,
  );
  return {
    origin,
    responses,
    folder,
    responseOf: (itemId) => {
      const row = keyOf.get(itemId);
      if (!row) throw new Error(`no item ${itemId}`);
      return row.response_key;
    },
    ratingOf: (reader, response) => {
      const row = ratingOf.get(reader, response);
      if (!row) throw new Error(`no rating of ${response} by ${reader}`);
      return ratingContentSchema.parse(JSON.parse(row.content));
    },
    endSessions: (username) => {
      store.raw
        .prepare(
          'DELETE FROM web_session WHERE account_id = (SELECT account_id FROM account WHERE username = ?)',
        )
        .run(username);
    },
    newReaderByLink: async (username) => {
      const by = { actor: e2eCurator, now };
      const place = { studyId: e2eStudyId, role: 'rater' as const, pseudonym: username };
      const { accountId: reader } = await invite(store, { username, displayName: username, place }, by);
      const link = { accountId: reader, minutes: 10, studyId: e2eStudyId, ...by };
      return `${origin}${await sendSignInLink(store, link)}`;
    },
    close: async () => {
      await app.close();
      await closeComputePool();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
