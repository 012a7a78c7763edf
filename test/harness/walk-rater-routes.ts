import type { RouteContract } from '@concord/rubric/contract/define-route';
import type { Reading } from '@concord/rubric/contract/rater/reading';
import type { RatingContent } from '@concord/rubric/model/rating';
import { type Client, signIn, type TestApp } from './build-test-app.ts';
import { completeRating, halfRating, rubricHash } from './seed-study.ts';

/** One exchange as it went over the wire: the request line, and everything that came back. */
export type Exchange = { request: string; status: number; headers: string; body: Buffer };
type Ask = Parameters<Client['ask']>[0];
type Walk = { ask: (request: Ask) => Promise<Buffer>; client: Client; test: TestApp };

let keys = 0;
const nextKey = (): string => {
  keys += 1;
  return `00000000-0000-4000-8000-${String(keys).padStart(12, '0')}`;
};
const save = (content: RatingContent, baseRevision: number) => ({
  baseRevision,
  rubricHash,
  idempotencyKey: nextKey(),
  content,
});
const offScale: RatingContent = { ...completeRating, scores: { accuracy: { value: 9 } } };
const misplaced: RatingContent = {
  ...completeRating,
  evidence: [
    {
      target: { dimension: 'accuracy' },
      place: { kind: 'answer', round: 0, start: 0, end: 3, quote: 'not' },
    },
  ],
};
const item = (alias: string, end = ''): string => `/api/rater/items/${alias}${end}`;
const readItem = async (walk: Walk, alias: string): Promise<Reading> =>
  JSON.parse((await walk.ask({ url: item(alias) })).toString()) as Reading;

/** How the walker asks each route, in order; refusals included. A contract route that is not here fails the walk. */
const recipes: Record<string, (walk: Walk) => Promise<void>> = {
  'GET /api/rater/studies/:studyId/list': async ({ ask }) => {
    for (const study of ['small', 'no-such-study', 'x'.repeat(80)])
      await ask({ url: `/api/rater/studies/${study}/list` });
  },
  'GET /api/rater/items/:itemId': async ({ ask }) => {
    for (const alias of ['rosa-item-0', 'rosa-item-1', 'rosa-item-2', 'ravi-item-0', 'none', 'x'.repeat(80)])
      await ask({ url: item(alias) });
  },
  'PUT /api/rater/items/:itemId/draft': async ({ ask }) => {
    const put = (alias: string, body: unknown) => ask({ method: 'PUT', url: item(alias, '/draft'), body });
    await put('rosa-item-0', save(halfRating, 0));
    await put('rosa-item-0', save(halfRating, 0));
    await put('rosa-item-0', save(offScale, 1));
    await put('rosa-item-0', save(misplaced, 1));
    await put('rosa-item-0', { ...save(halfRating, 1), rubricHash: 'another' });
    await put('rosa-item-0', { ...save(halfRating, 1), more: true });
    await put('ravi-item-0', save(halfRating, 0));
    await put('none', save(halfRating, 0));
  },
  'PUT /api/rater/items/:itemId/time': async (walk) => {
    const put = (alias: string, body: unknown) =>
      walk.ask({ method: 'PUT', url: item(alias, '/time'), body });
    const { series } = (await readItem(walk, 'rosa-item-0')).case;
    const seen = series.map(({ seriesId }) => ({ seriesId, activeSeconds: 4 }));
    await put('rosa-item-0', { visit: nextKey(), activeSeconds: 5, series: seen });
    await put('rosa-item-0', {
      visit: nextKey(),
      activeSeconds: 5,
      series: [{ seriesId: 'none', activeSeconds: 1 }],
    });
    await put('rosa-item-0', { visit: 'no key', activeSeconds: -1, series: [] });
    await put('ravi-item-0', { visit: nextKey(), activeSeconds: 5, series: [] });
  },
  'POST /api/rater/items/:itemId/submission': async ({ ask, test }) => {
    const post = (alias: string, body: unknown) =>
      ask({ method: 'POST', url: item(alias, '/submission'), body });
    await post('rosa-item-0', save(halfRating, 1));
    await post('rosa-item-0', save(completeRating, 0));
    await post('rosa-item-0', save(completeRating, 1));
    await post('rosa-item-0', save(completeRating, 1));
    await post('ravi-item-0', save(completeRating, 1));
    await ask({ url: item('rosa-item-0') });
    test.store.raw.exec("UPDATE study SET locked_at = '2026-01-06T00:00:00.000Z'");
    await post('rosa-item-2', save(completeRating, 0));
    await ask({ url: '/api/rater/studies/small/list' });
    test.store.raw.exec('UPDATE study SET locked_at = NULL');
  },
  'POST /api/rater/items/:itemId/round': async ({ ask, test }) => {
    const post = (alias: string, body: object) => ask({ method: 'POST', url: item(alias, '/round'), body });
    await post('rosa-item-1', { ...save(completeRating, 0), round: 0 });
    const turn = (on: string): void => {
      test.store.raw.exec(`UPDATE study SET protocol = json_set(protocol, '$.roundsLocked', json('${on}'))`);
    };
    turn('true');
    await ask({ url: item('rosa-item-1') });
    await post('rosa-item-1', { ...save(halfRating, 0), round: 0 });
    await post('rosa-item-1', { ...save(completeRating, 0), round: 0 });
    await post('ravi-item-0', { ...save(completeRating, 0), round: 0 });
    await ask({ url: item('rosa-item-1') });
    turn('false');
  },
  'POST /api/rater/items/:itemId/correction': async ({ ask }) => {
    const post = (alias: string, body: unknown) =>
      ask({ method: 'POST', url: item(alias, '/correction'), body });
    const body = { rubricHash, content: completeRating, reason: 'A slip of the hand.' };
    await post('rosa-item-0', { ...body, idempotencyKey: nextKey() });
    await post('rosa-item-0', { ...body, idempotencyKey: nextKey(), reason: ' ' });
    await post('rosa-item-0', { ...body, idempotencyKey: nextKey(), content: halfRating });
    await post('rosa-item-2', { ...body, idempotencyKey: nextKey() });
    await post('ravi-item-0', { ...body, idempotencyKey: nextKey() });
    await ask({ url: item('rosa-item-0') });
  },
  'POST /api/rater/items/:itemId/flag': async ({ ask }) => {
    const flag = (alias: string, body: unknown) => ask({ method: 'POST', url: item(alias, '/flag'), body });
    await flag('rosa-item-1', { kind: 'no-such-kind', note: '' });
    await flag('rosa-item-1', { kind: 'images-broken', note: 'It is black.' });
    await flag('ravi-item-0', { kind: 'images-broken', note: '' });
    await ask({ method: 'PUT', url: item('rosa-item-1', '/draft'), body: save(halfRating, 0) });
    await ask({ url: item('rosa-item-1') });
  },
  'GET /api/rater/cases/:caseId/images/:imageId': async (walk) => {
    for (const alias of ['rosa-item-0', 'rosa-item-1']) {
      const { caseId, series } = (await readItem(walk, alias)).case;
      for (const { imageId } of series.flatMap(({ images }) => images))
        await walk.ask({ url: `/api/rater/cases/${caseId}/images/${imageId}` });
      await walk.ask({ url: `/api/rater/cases/${caseId}/images/none` });
      await walk.ask({ url: `/api/rater/cases/none/images/${series[0]?.images[0]?.imageId}` });
    }
    // The file is gone from the disk: the server's own fault must say nothing either.
    walk.test.blobs.get = () => Promise.reject(new Error('no such file'));
    const { caseId, series } = (await readItem(walk, 'rosa-item-0')).case;
    await walk.ask({ url: `/api/rater/cases/${caseId}/images/${series[0]?.images[0]?.imageId}` });
  },
};

/**
 * Signs rater one in and asks every route of a contract, successes and refusals; then without a session, without the
 * token, and with the session of the curator. Throws where the contract lists a route that the walker cannot ask.
 */
export async function walkRaterRoutes(test: TestApp, routes: readonly RouteContract[]): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  keys = 0;
  const record = async (client: Client, request: Ask): Promise<Buffer> => {
    const reply = await client.ask(request);
    exchanges.push({
      request: `${request.method ?? 'GET'} ${request.url}`,
      status: reply.statusCode,
      headers: JSON.stringify(reply.headers),
      body: reply.rawPayload,
    });
    return reply.rawPayload;
  };
  const rosa = await signIn(test.app, 'rosa');
  const clara = await signIn(test.app, 'clara');
  await record(rosa, { url: '/api/session' });
  for (const { method, path } of routes) {
    const recipe = recipes[`${method} ${path}`];
    if (!recipe) throw new Error(`the walker has no recipe for ${method} ${path}`);
    await recipe({ ask: (request) => record(rosa, request), client: rosa, test });
  }
  for (const { method, path } of routes) {
    const url = path.replace(':studyId', 'small').replace(':itemId', 'rosa-item-0').replace(/:\w+/g, 'none');
    const request: Ask = { method, url, ...(method === 'GET' ? {} : { body: save(completeRating, 0) }) };
    await record(rosa, { ...request, headers: { cookie: '' } });
    await record(rosa, { ...request, headers: { 'x-csrf-token': 'wrong' } });
    await record(clara, request);
  }
  return exchanges;
}
