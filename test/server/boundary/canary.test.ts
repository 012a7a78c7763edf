import { createHash, randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RouteContract } from '@concord/rubric/contract/define-route';
import { raterRoutes } from '@concord/rubric/contract/rater/routes';
import type { Reading } from '@concord/rubric/contract/rater/reading';
import {
  buildTestApp,
  type Client,
  memoryLogger,
  signIn,
  type TestApp,
} from '../../harness/build-test-app.ts';
import { completeRating, halfRating, rubricHash } from '../../harness/seed-study.ts';

const planted = new Set<string>();
/** One sentinel a column: no other text of the study holds it. */
const hidden = (column: string): string => {
  const sentinel = `canary-${createHash('sha256').update(column).digest('hex').slice(0, 20)}`;
  planted.add(sentinel);
  sentinels.set(sentinel, column);
  return sentinel;
};
const sentinels = new Map<string, string>();

/** Columns whose sentinel occurs in the bytes, as text or base64. */
const leaksIn = (bytes: Buffer | string): string[] => {
  const text = typeof bytes === 'string' ? bytes : bytes.toString('latin1');
  return [...sentinels]
    .filter(([sentinel]) =>
      [sentinel, Buffer.from(sentinel).toString('base64url'), encodeURIComponent(sentinel)].some((form) =>
        text.includes(form),
      ),
    )
    .map(([, column]) => column);
};
const leaksOf = (reply: LightMyRequestResponse): string[] => [
  ...leaksIn(reply.rawPayload),
  ...leaksIn(JSON.stringify(reply.headers)),
];

type Request = Parameters<Client['ask']>[0];
type Sample = { request: Request; status: number };
type Made = { reading: Reading; foreignItem: string; foreignCase: string };
const save = (baseRevision: number, content: unknown = completeRating) => ({
  baseRevision,
  rubricHash,
  idempotencyKey: randomUUID(),
  content,
});
const nowhere = { status: 404 };
const seen = (reading: Reading) =>
  reading.case.series.map(({ seriesId }) => ({ seriesId, activeSeconds: 3 }));

/** For each route of the rater contract: requests that succeed, and every way that it refuses. In this order. */
const recipes: Record<string, (made: Made) => Sample[]> = {
  'GET /api/rater/studies/:studyId/list': () => [
    { request: { url: '/api/rater/studies/small/list' }, status: 200 },
    { request: { url: '/api/rater/studies/other/list' }, ...nowhere },
  ],
  'GET /api/rater/items/:itemId': ({ foreignItem }) => [
    ...['rosa-item-0', 'rosa-item-1', 'rosa-item-2'].map((item) => ({
      request: { url: `/api/rater/items/${item}` },
      status: 200,
    })),
    { request: { url: `/api/rater/items/${foreignItem}` }, ...nowhere },
    { request: { url: '/api/rater/items/unknown' }, ...nowhere },
    { request: { url: `/api/rater/items/${'x'.repeat(65)}` }, status: 400 },
  ],
  'PUT /api/rater/items/:itemId/draft': ({ foreignItem }) =>
    (
      [
        ['rosa-item-0', save(0, halfRating), 200],
        ['rosa-item-0', save(0, halfRating), 409],
        ['rosa-item-0', save(1, { ...halfRating, scores: { accuracy: { value: 9 } } }), 422],
        ['rosa-item-0', { ...save(1, halfRating), extra: true }, 400],
        ['rosa-item-0', { ...save(1, halfRating), rubricHash: 'another' }, 422],
        [foreignItem, save(1, halfRating), 404],
      ] as const
    ).map(([item, body, status]) => ({
      request: { method: 'PUT', url: `/api/rater/items/${item}/draft`, body },
      status,
    })),
  'PUT /api/rater/items/:itemId/time': ({ reading, foreignItem }) =>
    (
      [
        ['rosa-item-0', { visit: randomUUID(), activeSeconds: 9, series: seen(reading) }, 200],
        ['rosa-item-0', { visit: 'no key', activeSeconds: -1, series: [] }, 400],
        [foreignItem, { visit: randomUUID(), activeSeconds: 9, series: [] }, 404],
      ] as const
    ).map(([item, body, status]) => ({
      request: { method: 'PUT', url: `/api/rater/items/${item}/time`, body },
      status,
    })),
  'POST /api/rater/items/:itemId/submission': ({ foreignItem }) =>
    (
      [
        ['rosa-item-0', save(1, halfRating), 422],
        ['rosa-item-0', save(0), 409],
        ['rosa-item-0', save(1), 200],
        ['rosa-item-0', save(1), 409],
        ['rosa-item-2', { nonsense: 1 }, 400],
        [foreignItem, save(1), 404],
      ] as const
    ).map(([item, body, status]) => ({
      request: { method: 'POST', url: `/api/rater/items/${item}/submission`, body },
      status,
    })),
  'POST /api/rater/items/:itemId/round': ({ foreignItem }) =>
    (
      [
        ['rosa-item-1', { ...save(0), round: 0 }, 409],
        ['rosa-item-1', { ...save(0), round: -1 }, 400],
        [foreignItem, { ...save(0), round: 0 }, 404],
      ] as const
    ).map(([item, body, status]) => ({
      request: { method: 'POST', url: `/api/rater/items/${item}/round`, body },
      status,
    })),
  'POST /api/rater/items/:itemId/correction': ({ foreignItem }) => {
    const body = () => ({
      rubricHash,
      idempotencyKey: randomUUID(),
      content: completeRating,
      reason: 'A slip of the hand.',
    });
    return (
      [
        ['rosa-item-0', body(), 200],
        ['rosa-item-0', { ...body(), content: halfRating }, 422],
        ['rosa-item-2', body(), 409],
        ['rosa-item-0', { ...body(), reason: '' }, 400],
        [foreignItem, body(), 404],
      ] as const
    ).map(([item, sent, status]) => ({
      request: { method: 'POST', url: `/api/rater/items/${item}/correction`, body: sent },
      status,
    }));
  },
  'GET /api/rater/cases/:caseId/images/:imageId': ({ reading, foreignCase }) => {
    const images = reading.case.series.flatMap((series) => series.images);
    const path = (caseId: string, imageId: string): string => `/api/rater/cases/${caseId}/images/${imageId}`;
    return [
      ...images.map(({ imageId }) => ({ request: { url: path(reading.case.caseId, imageId) }, status: 200 })),
      { request: { url: path(reading.case.caseId, 'unknown') }, ...nowhere },
      { request: { url: path(foreignCase, images[0]?.imageId ?? '') }, ...nowhere },
    ];
  },
  // Last, for it pauses the case.
  'POST /api/rater/items/:itemId/flag': ({ foreignItem }) =>
    (
      [
        [foreignItem, { kind: 'images-broken', note: '' }, 404],
        ['rosa-item-2', { kind: 'unknown', note: '' }, 400],
        ['rosa-item-2', { kind: 'identifier-seen', note: 'A name in the corner.' }, 200],
      ] as const
    ).map(([item, body, status]) => ({
      request: { method: 'POST', url: `/api/rater/items/${item}/flag`, body },
      status,
    })),
};
const nameOf = ({ method, path }: RouteContract): string => `${method} ${path}`;

describe('the blind wall', () => {
  const { logger, lines } = memoryLogger();
  let app: TestApp;
  let rosa: Client;
  let made: Made;
  const replies = new Map<string, { sample: Sample; reply: LightMyRequestResponse }[]>();

  beforeAll(async () => {
    app = await buildTestApp({ hidden, referenceShown: 'never', logger });
    for (const bytes of [app.study.images.png]) {
      const digest = createHash('sha256').update(bytes).digest();
      for (const form of ['hex', 'base64', 'base64url'] as const)
        sentinels.set(digest.toString(form), `image.sha256 (${form})`);
    }
    for (const { sha256 } of app.store.raw.prepare('SELECT sha256 FROM image').all() as { sha256: string }[])
      sentinels.set(sha256, 'image.sha256');
    rosa = await signIn(app.app, 'rosa');
    const reading = (await rosa.ask({ url: '/api/rater/items/rosa-item-0' })).json<Reading>();
    made = { reading, foreignItem: 'ravi-item-0', foreignCase: `case-1-${app.study.cases.one}` };
    for (const [name, recipe] of Object.entries(recipes)) {
      const seen = [];
      for (const sample of recipe(made)) seen.push({ sample, reply: await rosa.ask(sample.request) });
      replies.set(name, seen);
    }
  });
  afterAll(() => app.close());

  it('plants a sentinel in every text column that raters must not learn', () => {
    expect(planted.size).toBeGreaterThanOrEqual(40);
    const columns = [...sentinels.values()];
    for (const column of [
      'respondent.name',
      'respondent.family',
      'rater.profile',
      'grader.content',
      'report.content',
    ])
      expect(columns).toContain(column);
  });

  it('finds a sentinel where there is one, so that silence means something', () => {
    expect(leaksIn(JSON.stringify({ name: hidden('respondent.name') }))).toEqual(['respondent.name']);
  });

  it('has a recipe for every route of the contract, and for nothing else', () => {
    expect(Object.keys(recipes).sort()).toEqual(raterRoutes.map(nameOf).sort());
  });

  it.each(raterRoutes.map(nameOf))('lets nothing out through %s, whether it answers or refuses', (name) => {
    const seen = replies.get(name) ?? [];
    expect(seen.length).toBeGreaterThan(0);
    for (const { sample, reply } of seen) {
      const { method = 'GET', url } = sample.request;
      expect({ method, url, status: reply.statusCode }).toEqual({ method, url, status: sample.status });
      expect(leaksOf(reply), `${method} ${url}`).toEqual([]);
    }
  });

  it('answers another rater’s item and case exactly as it answers what does not exist', async () => {
    const body = async (url: string): Promise<object> => {
      const { instance: _, ...rest } = (await rosa.ask({ url })).json<{ instance: string }>();
      return rest;
    };
    expect(await body('/api/rater/items/ravi-item-0')).toEqual(await body('/api/rater/items/no-such-item'));
    const image = made.reading.case.series[0]?.images[0]?.imageId ?? '';
    expect(await body(`/api/rater/cases/${made.foreignCase}/images/${image}`)).toEqual(
      await body(`/api/rater/cases/no-such-case/images/${image}`),
    );
  });

  it('gives two raters of one case different ids for the case, its series and its images', async () => {
    const ravi = await signIn(app.app, app.study.usernames.ravi);
    const theirs = (await ravi.ask({ url: '/api/rater/items/ravi-item-0' })).json<Reading>().case;
    const ids = (reading: Reading['case']): string[] => [
      reading.caseId,
      ...reading.series.flatMap((series) => [
        series.seriesId,
        ...series.images.map(({ imageId }) => imageId),
      ]),
    ];
    expect(ids(theirs).length).toBe(ids(made.reading.case).length);
    expect(ids(theirs).filter((id) => ids(made.reading.case).includes(id))).toEqual([]);
  });

  it('tells nobody who asks for the session, a page or a curator route anything of others', async () => {
    for (const url of ['/api/session', '/', '/bench', '/api/health', '/api/curator/studies', '/api/none'])
      expect(leaksOf(await rosa.ask({ url })), url).toEqual([]);
  });

  it('keeps the log free of it too', () => {
    expect(lines.length).toBeGreaterThan(20);
    expect(leaksIn(lines.join('\n'))).toEqual([]);
  });
});

describe('a reply with a key that its contract does not declare', () => {
  it('becomes an error whose body and log do not repeat the value', async () => {
    const { logger, lines } = memoryLogger();
    const app = await buildTestApp({ logger });
    try {
      app.store.raw
        .prepare('UPDATE image_series SET geometry = json_set(geometry, ?, ?)')
        .run('$.fileName', hidden('leaking file name'));
      const rosa = await signIn(app.app, 'rosa');
      const reply = await rosa.ask({ url: '/api/rater/items/rosa-item-0' });
      expect(reply.statusCode).toBe(500);
      expect(reply.headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(leaksOf(reply)).toEqual([]);
      expect(lines.join('\n')).toContain('reply does not fit its contract');
      expect(leaksIn(lines.join('\n'))).toEqual([]);
    } finally {
      await app.close();
    }
  });
});

describe('where the protocol shows the reference', () => {
  it.each([
    ['never', [null, null]],
    ['after-submit', [null, 'reference text']],
    ['always', ['reference text', 'reference text']],
  ] as const)(
    '%s: before and after submission the reader has it accordingly',
    async (referenceShown, expected) => {
      const app = await buildTestApp({
        referenceShown,
        hidden: (column) => (column === 'task.reference.answer' ? 'reference text' : `hidden ${column}`),
      });
      try {
        const rosa = await signIn(app.app, 'rosa');
        const url = '/api/rater/items/rosa-item-0';
        const before = (await rosa.ask({ url })).json<Reading>().task.reference;
        const submitted = await rosa.ask({ method: 'POST', url: `${url}/submission`, body: save(0) });
        expect(submitted.statusCode).toBe(200);
        const after = (await rosa.ask({ url })).json<Reading>().task.reference;
        expect([before, after]).toEqual(expected);
      } finally {
        await app.close();
      }
    },
  );
});
