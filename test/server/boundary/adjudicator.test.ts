import { afterEach, describe, expect, it } from 'vitest';
import type { AdjudicationItem, AdjudicationQueue } from '@concord/rubric/contract/adjudicator/adjudication';
import { adjudicatorRoutes } from '@concord/rubric/contract/adjudicator/routes';
import { raterRoutes } from '@concord/rubric/contract/rater/routes';
import {
  buildTestApp,
  type Client,
  memoryLogger,
  signIn,
  type TestApp,
} from '../../harness/build-test-app.ts';
import { completeRating, rubricHash, type SeedOptions } from '../../harness/seed-study.ts';

const sentinel = (column: string): string => `canary<${column}>`;
const marks = /canary(<|%3C|\\u003c|&lt;)/i;
/** What the other rater wrote about the answer: an adjudicator reads it, under a letter. */
const written = sentinel('rating.content');

const tests: TestApp[] = [];
afterEach(async () => {
  for (const test of tests.splice(0)) await test.close();
});

let keys = 0;
const nextKey = (): string => {
  keys += 1;
  return `00000000-0000-4000-8000-${String(keys).padStart(12, '0')}`;
};

/** The small study after rater one has scored the answer of rater two quite differently: 0 against 2, incorrect. */
async function openDisputed(
  options: SeedOptions & { logger?: ReturnType<typeof memoryLogger>['logger'] } = {},
) {
  keys = 0;
  const test = await buildTestApp({ ...options, now: () => new Date('2026-01-06T09:00:00.000Z') });
  tests.push(test);
  const rosa = await signIn(test.app, 'rosa');
  const content = {
    ...completeRating,
    scores: { ...completeRating.scores, accuracy: { value: 0 } },
    correctness: 'incorrect',
    comment: 'The lesion is elsewhere.',
  };
  const submitted = await rosa.ask({
    method: 'POST',
    url: '/api/rater/items/rosa-item-0/submission',
    body: { baseRevision: 0, rubricHash, idempotencyKey: nextKey(), content },
  });
  expect(submitted.statusCode).toBe(200);
  return { test, rosa, adam: await signIn(test.app, 'adam') };
}

const queueUrl = '/api/adjudicator/studies/small/queue';
const queueOf = async (client: Client): Promise<AdjudicationQueue> =>
  (await client.ask({ url: queueUrl })).json<AdjudicationQueue>();
const itemOf = async (client: Client): Promise<AdjudicationItem> => {
  const [first] = (await queueOf(client)).items;
  return (await client.ask({ url: `/api/adjudicator/items/${first?.itemId}` })).json<AdjudicationItem>();
};
const settled = { scores: { accuracy: { value: 1 } }, correctness: 'incorrect' };
const settle = (client: Client, itemId: string, body: Record<string, unknown>) =>
  client.ask({ method: 'POST', url: `/api/adjudicator/items/${itemId}/settlement`, body });

/** Asks every route of the contract as its adjudicator, successes and refusals, then as others and without a session. */
async function walk({ test, rosa, adam }: Awaited<ReturnType<typeof openDisputed>>) {
  const exchanges: { request: string; status: number; text: string }[] = [];
  const ask = async (client: Client, request: Parameters<Client['ask']>[0]) => {
    const reply = await client.ask(request);
    const text = `${JSON.stringify(reply.headers)}\n${reply.rawPayload.toString('latin1')}`;
    exchanges.push({ request: `${request.method ?? 'GET'} ${request.url}`, status: reply.statusCode, text });
    return reply;
  };
  for (const study of ['small', 'none', 'x'.repeat(80)])
    await ask(adam, { url: `/api/adjudicator/studies/${study}/queue` });
  const item = await itemOf(adam);
  const path = `/api/adjudicator/items/${item.itemId}`;
  for (const url of [path, '/api/adjudicator/items/none', `/api/adjudicator/items/${'x'.repeat(65)}`])
    await ask(adam, { url });
  const images = item.case.series.flatMap((series) => series.images);
  const image = (caseId: string, imageId: string): string =>
    `/api/adjudicator/cases/${caseId}/images/${imageId}`;
  for (const { imageId } of images) await ask(adam, { url: image(item.case.caseId, imageId) });
  await ask(adam, { url: image(item.case.caseId, 'none') });
  await ask(adam, { url: image('none', images[0]?.imageId ?? '') });
  const post = (body: unknown) => ask(adam, { method: 'POST', url: `${path}/settlement`, body });
  const body = {
    version: item.version,
    idempotencyKey: nextKey(),
    settlement: settled,
    reason: 'Seen on DWI.',
  };
  await post({ ...body, reason: '  ' });
  await post({ ...body, settlement: { scores: {} } });
  await post({ ...body, settlement: { ...settled, scores: { accuracy: { value: 9 } } } });
  await post({ ...body, version: 'another' });
  await post(body);
  await post(body);
  await post({ ...body, idempotencyKey: nextKey() });
  await ask(adam, { url: path });
  await ask(adam, { url: queueUrl });
  test.blobs.get = () => Promise.reject(new Error('no such file'));
  await ask(adam, { url: image(item.case.caseId, images[0]?.imageId ?? '') });
  const clara = await signIn(test.app, 'clara');
  for (const route of adjudicatorRoutes) {
    const url = route.path
      .replace(':studyId', 'small')
      .replace(':itemId', item.itemId)
      .replace(':caseId', item.case.caseId)
      .replace(':imageId', images[0]?.imageId ?? '');
    const request = { method: route.method, url, ...(route.method === 'GET' ? {} : { body }) };
    for (const client of [rosa, clara]) await ask(client, request);
    await ask(adam, { ...request, headers: { cookie: '' } });
    await ask(adam, { ...request, headers: { 'x-csrf-token': 'wrong' } });
  }
  const asked = new Set(exchanges.map(({ request }) => request.split('/').slice(0, 4).join('/')));
  return { exchanges, asked };
}

describe('What an adjudicator’s browser receives', () => {
  it.each(['never', 'after-submit', 'always'] as const)(
    'holds no sentinel but what the raters wrote of the answer (reference shown: %s)',
    async (referenceShown) => {
      const { logger, lines } = memoryLogger();
      const { exchanges, asked } = await walk(
        await openDisputed({ hidden: sentinel, referenceShown, logger }),
      );
      expect(asked).toEqual(
        new Set([
          'GET /api/adjudicator/studies',
          'GET /api/adjudicator/items',
          'POST /api/adjudicator/items',
          'GET /api/adjudicator/cases',
        ]),
      );
      const statuses = new Set(exchanges.map(({ status }) => status));
      for (const status of [200, 400, 401, 403, 404, 409, 422, 500]) expect(statuses).toContain(status);
      const reference = sentinel('task.reference.answer');
      for (const { request, status, text } of exchanges) {
        const rest = text
          .replaceAll(written, '')
          .replaceAll(referenceShown === 'never' ? written : reference, '');
        expect(marks.test(rest) ? rest : '', `${request} → ${status}`).toBe('');
      }
      const settledAt = exchanges.findIndex(
        ({ request, status }) => request.endsWith('/settlement') && status === 200,
      );
      if (referenceShown === 'after-submit')
        for (const { text } of exchanges.slice(0, settledAt)) expect(text).not.toContain(reference);
      expect(lines.filter((line) => marks.test(line))).toEqual([]);
    },
  );

  it('is the same for two studies that differ in model names and grader scores only', async () => {
    const traffic = async (options: SeedOptions): Promise<string[]> => {
      const { exchanges } = await walk(await openDisputed(options));
      const plain = (text: string): string =>
        text
          .replace(/\/requests\/[0-9a-f-]{36}/g, '/requests/')
          .replace(/"set-cookie":"[^"]*"/, '')
          .replace(/"date":"[^"]*"/, '');
      return exchanges.map(({ request, status, text }) => `${request} ${status} ${plain(text)}`);
    };
    expect(await traffic({ modelNames: ['Model A', 'Model B'], graderScore: 0 })).toEqual(
      await traffic({ modelNames: ['A model with a much longer name', 'B'], graderScore: 2 }),
    );
  });

  it('shows raters nothing of an adjudication', async () => {
    const context = await openDisputed({ hidden: sentinel });
    await walk(context);
    for (const { method, path } of raterRoutes) {
      if (method !== 'GET') continue;
      const url = path
        .replace(':studyId', 'small')
        .replace(':itemId', 'rosa-item-0')
        .replace(/:\w+/g, 'none');
      expect((await context.rosa.ask({ url })).body).not.toMatch(/Seen on DWI|canary<adjudication/);
    }
  });
});

describe('The adjudication queue', () => {
  it('holds the answer on which the two raters differ, with letters instead of names', async () => {
    const { adam } = await openDisputed();
    const queue = await queueOf(adam);
    expect(queue.items).toMatchObject([
      {
        state: 'waiting',
        disputes: [{ on: 'dimension', dimension: 'accuracy', gap: 2 }, { on: 'correctness' }],
      },
    ]);
    const item = await itemOf(adam);
    expect(item.answer).toBe('An infarct.');
    expect(item.ratings.map(({ letter }) => letter)).toEqual(['A', 'B']);
    expect(new Set(item.ratings.map(({ correctness }) => correctness))).toEqual(
      new Set(['correct', 'incorrect']),
    );
  });

  it('is empty while a reading is not done, and without the role', async () => {
    const { test, rosa, adam } = await openDisputed();
    test.store.raw.exec(
      "INSERT INTO rating (assignment_id, sequence, status, rubric_hash, content, idempotency_key, actor, reason, at) SELECT assignment_id, 2, 'reopened', rubric_hash, content, 'k', 'clara', 'again', at FROM rating ORDER BY rating_id LIMIT 1",
    );
    expect((await queueOf(adam)).items).toEqual([]);
    expect((await rosa.ask({ url: queueUrl })).statusCode).toBe(404);
  });

  it('is not held up by a reading that was withdrawn', async () => {
    const { test, adam } = await openDisputed();
    const [before] = (await queueOf(adam)).items;
    test.store.raw.exec(`
      INSERT INTO rater (study_id, account_id, pseudonym, profile, order_seed) VALUES ('small', NULL, 'third', '{}', 3);
      INSERT INTO assignment (rater_id, response_id, kind, position, alias)
        SELECT (SELECT rater_id FROM rater WHERE pseudonym = 'third'), response_id, 'study', 0, 'third-item'
          FROM assignment WHERE alias = 'rosa-item-0'`);
    expect((await queueOf(adam)).items).toEqual([]);
    test.store.raw.exec(
      "UPDATE assignment SET withdrawn_at = '2026-01-06T10:00:00.000Z' WHERE alias = 'third-item'",
    );
    expect((await queueOf(adam)).items).toEqual([before]);
  });

  it('never holds an answer that the adjudicator has read, nor anything for one who saw curator data', async () => {
    const { test, adam } = await openDisputed();
    test.store.raw
      .prepare(
        "INSERT INTO rater (study_id, account_id, pseudonym, profile, order_seed) VALUES ('small', ?, 'adam', '{}', 3)",
      )
      .run(test.study.accounts.adam);
    test.store.raw
      .prepare(
        "INSERT INTO assignment (rater_id, response_id, kind, position, alias) VALUES ((SELECT max(rater_id) FROM rater), ?, 'training', 1, 'adam-item')",
      )
      .run(test.study.responses[1]);
    expect((await queueOf(adam)).items).toEqual([]);
    test.store.raw
      .prepare("INSERT INTO curator_sight VALUES ('small', ?, '2026-01-05')")
      .run(test.study.accounts.adam);
    expect((await adam.ask({ url: queueUrl })).statusCode).toBe(404);
  });

  it('keeps what was decided with its reason, once, and leaves the ratings as they were', async () => {
    const { test, adam } = await openDisputed();
    const ratings = () => test.store.raw.prepare('SELECT * FROM rating').all();
    const before = ratings();
    const { itemId, version } = await itemOf(adam);
    const body = { version, idempotencyKey: nextKey(), settlement: settled, reason: 'Seen on DWI.' };
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        settle(adam, itemId, { ...body, idempotencyKey: index < 3 ? body.idempotencyKey : nextKey() }),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode).sort((one, other) => one - other)).toEqual([
      200, 200, 200, 409, 409,
    ]);
    expect(
      test.store.raw.prepare("SELECT settlement, reason, actor FROM adjudication WHERE actor = 'adam'").all(),
    ).toEqual([
      {
        settlement: '{"correctness":"incorrect","scores":{"accuracy":{"value":1}}}',
        reason: 'Seen on DWI.',
        actor: 'adam',
      },
    ]);
    expect(ratings()).toEqual(before);
    expect(await itemOf(adam)).toMatchObject({
      state: 'settled',
      settled: { settlement: settled, reason: 'Seen on DWI.' },
    });
  });

  it('takes an answer back where its ratings changed, and refuses a decision about the earlier ones', async () => {
    const { test, rosa, adam } = await openDisputed();
    const earlier = await itemOf(adam);
    const body = { version: earlier.version, settlement: settled, reason: 'Seen on DWI.' };
    await settle(adam, earlier.itemId, { ...body, idempotencyKey: nextKey() });
    test.store.raw.exec(
      `INSERT INTO rating (assignment_id, sequence, status, rubric_hash, content, idempotency_key, actor, reason, at)
         SELECT r.assignment_id, 2, 'reopened', rubric_hash, content, 'k', 'clara', 'again', at FROM rating r
           JOIN assignment a USING (assignment_id) WHERE a.alias = 'rosa-item-0'`,
    );
    const content = { ...completeRating, scores: { ...completeRating.scores, accuracy: { value: 0 } } };
    await rosa.ask({
      method: 'POST',
      url: '/api/rater/items/rosa-item-0/submission',
      body: { baseRevision: 0, rubricHash, idempotencyKey: nextKey(), content },
    });
    expect((await queueOf(adam)).items).toMatchObject([{ state: 'waiting', disputes: [{ gap: 2 }] }]);
    const stale = await settle(adam, earlier.itemId, { ...body, idempotencyKey: nextKey() });
    expect(stale.json<{ type: string }>().type).toContain('ratings-changed');
  });
});
