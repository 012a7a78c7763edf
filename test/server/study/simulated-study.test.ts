import { createHash } from 'node:crypto';
import { protocolSchema } from '@concord/rubric/contract/bundle/study';
import type { Problem } from '@concord/rubric/contract/problem';
import type { Reading, WorkList } from '@concord/rubric/contract/rater/reading';
import type { RatingContent } from '@concord/rubric/model/rating';
import { randomIntegers } from '@concord/rubric/stats/random';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assignReading } from '../../../apps/server/src/services/assign-reading.ts';
import { readCalibrationData } from '../../../apps/server/src/services/calibration-data.ts';
import { storeBundle } from '../../../apps/server/src/services/import-study.ts';
import { addMembership, createAccount } from '../../../apps/server/src/store/accounts.ts';
import { verifyAudit } from '../../../apps/server/src/store/audit-verify.ts';
import { buildTestApp, type Client, signIn, type TestApp } from '../../harness/build-test-app.ts';
import { password, rubric, rubricHash } from '../../harness/seed-study.ts';
import { smallBundle } from '../../harness/small-bundle.ts';

const studyId = 'bundle';
const raters = Array.from({ length: 8 }, (_, at) => `reader-${at + 1}`);
const caseIds = Array.from({ length: 40 }, (_, at) => `c${at + 1}`);
const respondents = Array.from({ length: 5 }, (_, at) => `m${at + 1}`);
const now = (): Date => new Date();
let app: TestApp;

/** 40 cases, 5 respondents: 200 answers; 8 raters read them all. */
beforeAll(async () => {
  app = await buildTestApp({});
  const bundle = smallBundle();
  const [task] = bundle.tasks;
  const [one] = bundle.cases;
  const [profile] = bundle.raters;
  if (!task || !one || !profile) throw new Error('the small bundle is empty');
  await storeBundle(
    app.store,
    app.blobs,
    {
      ...bundle,
      study: {
        ...bundle.study,
        protocol: protocolSchema.parse({ repeats: { share: 0 } }),
        respondents: respondents.map((id) => ({ id, kind: 'model', name: id })),
      },
      cases: caseIds.map((id) => ({ ...one, file: { ...one.file, id } })),
      tasks: caseIds.map((id) => ({ ...task, id: `t-${id}`, case: id })),
      responses: caseIds.flatMap((id) =>
        respondents.map((respondent) => ({
          id: `${id}-${respondent}`,
          task: `t-${id}`,
          respondent,
          sample: 0,
          answer: `Answer to ${id}.`,
        })),
      ),
      raters: raters.map((pseudonym) => ({ ...profile, pseudonym })),
      graders: [],
    },
    { actor: 'test', now },
  );
  for (const username of raters) {
    const accountId = await createAccount(app.store, { username, displayName: username, password });
    await addMembership(app.store, { studyId, accountId, role: 'rater' });
    app.store.raw
      .prepare('UPDATE rater SET account_id = ? WHERE study_id = ? AND pseudonym = ?')
      .run(accountId, studyId, username);
  }
  await assignReading(app.store, studyId, 'test', now);
}, 60_000);
afterAll(() => app.close());

const uuid = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** A rater as a script: reads the list in order, and every so often something goes wrong. Its own record is the truth. */
async function read(username: string, seed: number, stopAfter: number): Promise<Map<string, RatingContent>> {
  const next = randomIntegers(seed, 0);
  let client = await signIn(app.app, username);
  let sessions = 1;
  const record = new Map<string, RatingContent>();
  const ask = async (request: Parameters<Client['ask']>[0]) => {
    const reply = await client.ask(request);
    if (reply.statusCode !== 401) return reply;
    // The session ended: sign in again, and send the same once more.
    client = await signIn(app.app, username);
    sessions += 1;
    return client.ask(request);
  };
  const expire = (): void => {
    if (sessions < 5)
      app.store.raw
        .prepare(
          'DELETE FROM web_session WHERE account_id = (SELECT account_id FROM account WHERE username = ?)',
        )
        .run(username);
  };
  const list = (await ask({ url: `/api/rater/studies/${studyId}/list` })).json<WorkList>();
  expect(list.items).toHaveLength(200);
  for (const [index, { itemId }] of list.items.slice(0, stopAfter).entries()) {
    const url = `/api/rater/items/${itemId}`;
    const content = (comment: string): RatingContent => ({
      scores: Object.fromEntries(
        rubric.dimensions.map(({ id }) => [
          id,
          next(20) === 0 ? { unscored: 'cannot-assess' as const } : { value: next(3) },
        ]),
      ),
      correctness: next(2) === 0 ? 'correct' : 'incorrect',
      errors: [],
      primaryError: null,
      comment,
    });
    const save = (baseRevision: number, what: RatingContent, name: string) => ({
      baseRevision,
      rubricHash,
      idempotencyKey: uuid(`${username} ${itemId} ${name}`),
      content: what,
    });
    let revision = 0;
    const draft = async (what: RatingContent, name: string): Promise<void> => {
      const body = save(revision, what, name);
      const reply = await ask({ method: 'PUT', url: `${url}/draft`, body });
      expect(reply.statusCode, reply.body).toBe(200);
      revision = reply.json<{ revision: number }>().revision;
    };
    const event = next(8);
    let final = content(`${username} on ${index}`);
    await draft({ ...final, correctness: null }, 'first');
    if (event === 0) expire();
    if (event === 1) {
      // A second tab saves first; this one is told, and goes on from what is stored.
      const theirs = content('from the other tab');
      await draft(theirs, 'other tab');
      const stale = await ask({
        method: 'PUT',
        url: `${url}/draft`,
        body: save(revision - 1, final, 'stale'),
      });
      expect(stale.statusCode).toBe(409);
      expect(stale.json<Problem & { current: { content: RatingContent } }>().current.content).toEqual(theirs);
      await draft(final, 'mine after all');
    }
    if (event === 2) {
      // A reload: the draft comes back as it was acknowledged.
      const reading = (await ask({ url })).json<Reading>();
      expect(reading.content).toEqual({ ...final, correctness: null });
      revision = reading.revision;
    }
    const body = save(revision, final, 'submission');
    const times = event === 3 ? 3 : 1;
    // The answer is lost on the way and the browser asks again, at once and one after the other.
    const replies = await Promise.all(
      Array.from({ length: times }, () => ask({ method: 'POST', url: `${url}/submission`, body })),
    );
    expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([200]));
    expect(new Set(replies.map((reply) => reply.json<{ submittedAt: string }>().submittedAt)).size).toBe(1);
    if (event === 4) {
      final = { ...final, comment: `${final.comment}, corrected` };
      const correction = {
        rubricHash,
        idempotencyKey: uuid(`${username} ${itemId} correction`),
        content: final,
        reason: 'A slip.',
      };
      const reply = await ask({ method: 'POST', url: `${url}/correction`, body: correction });
      expect(reply.statusCode, reply.body).toBe(200);
    }
    if (event === 5) {
      // A late draft of a closed tab changes nothing.
      const late = await ask({
        method: 'PUT',
        url: `${url}/draft`,
        body: save(revision, content('late'), 'late'),
      });
      expect(late.statusCode).toBe(409);
    }
    record.set(itemId, final);
  }
  // One more is begun and left.
  const left = list.items[stopAfter];
  if (left)
    await ask({
      method: 'PUT',
      url: `/api/rater/items/${left.itemId}/draft`,
      body: {
        baseRevision: 0,
        rubricHash,
        idempotencyKey: uuid(`${username} left`),
        content: { scores: {}, correctness: null, errors: [], primaryError: null, comment: 'left' },
      },
    });
  return record;
}

it('of 8 raters and 200 answers, with drop-outs, ends of sessions, reloads, lost answers and conflicts, ends as the scripts say', async () => {
  // Two raters drop out on the way.
  const stops = [200, 200, 200, 200, 200, 200, 120, 37];
  const records = await Promise.all(raters.map((name, at) => read(name, at + 1, stops[at] ?? 200)));
  const expected = new Map<string, RatingContent>();
  const keyOf = app.store.raw.prepare<[string], { pseudonym: string; response: string }>(
    `SELECT pseudonym, response_key AS response FROM assignment JOIN rater USING (rater_id) JOIN response USING (response_id) WHERE alias = ?`,
  );
  for (const record of records)
    for (const [itemId, content] of record) {
      const row = keyOf.get(itemId);
      expected.set(`${row?.pseudonym} ${row?.response}`, content);
    }
  expect(expected.size).toBe(6 * 200 + 120 + 37);
  const data = await readCalibrationData(app.store, studyId);
  const found = new Map(
    data.ratings.map(({ raterId, responseId, content }) => [`${raterId} ${responseId}`, content]),
  );
  expect(found.size).toBe(data.ratings.length);
  expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
  for (const [key, content] of expected) expect(found.get(key), key).toEqual(content);
  const once = app.store.raw
    .prepare(
      `SELECT count(*) AS n FROM (SELECT assignment_id FROM rating WHERE reason IS NULL GROUP BY assignment_id HAVING count(*) > 1)`,
    )
    .get();
  expect(once).toEqual({ n: 0 });
  expect(verifyAudit(app.store)).toMatchObject({ ok: true });
}, 180_000);
