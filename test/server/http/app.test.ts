import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineRoute } from '@concord/rubric/contract/define-route';
import { buildApp } from '../../../apps/server/src/http/app.ts';
import { route } from '../../../apps/server/src/http/route.ts';
import { memoryLogger, signIn } from '../../harness/build-test-app.ts';
import { openTestStore, type TestStore } from '../../harness/open-test-store.ts';
import { seedStudy } from '../../harness/seed-study.ts';

const probe = defineRoute({
  audience: 'anyone',
  method: 'GET',
  path: '/api/probe/:count',
  summary: 'A route of this test',
  params: z.strictObject({ count: z.string().regex(/^\d+$/, 'digits') }),
  reply: z.strictObject({ kept: z.string() }),
});
const write = defineRoute({
  audience: 'rater',
  method: 'POST',
  path: '/api/probe',
  summary: 'A write of this test',
  body: z.strictObject({ number: z.int(), 'a/b~c': z.int().optional() }),
  reply: z.strictObject({ doubled: z.int() }),
});

let testStore: TestStore;
let app: Awaited<ReturnType<typeof buildApp>>;
const { logger, lines } = memoryLogger();
beforeAll(async () => {
  testStore = openTestStore();
  await seedStudy(testStore);
  app = await buildApp({
    ...testStore,
    webRoot: '/nowhere',
    logger,
    curatorRoutes: (instance) => {
      route(instance, probe, ({ params }) => {
        if (params.count === '1') throw new Error('secret-in-a-message');
        if (params.count === '2') throw Object.assign(new Error('busy'), { code: 'SQLITE_BUSY' });
        return { kept: 'yes', extra: 'secret-in-a-value' } as { kept: string };
      });
      route(instance, write, ({ body }) => ({ doubled: body.number * 2 }));
    },
  });
});
afterAll(async () => {
  await app.close();
  await testStore.remove();
});

describe('Every answer that is not a success is a problem', () => {
  it.each([
    ['an unknown address', '/api/nothing', 404, 'not-found'],
    ['an address that cannot be decoded', '/api/%zz', 400, 'invalid-request'],
    ['a bug', '/api/probe/1', 500, 'unexpected'],
    ['a store that another process holds', '/api/probe/2', 503, 'busy'],
    ['a reply with an undeclared key', '/api/probe/3', 500, 'unexpected'],
    ['a parameter that does not fit', '/api/probe/x', 400, 'invalid-request'],
    ['a rater route without a session', '/api/rater/items/any', 401, 'not-signed-in'],
  ])('%s', async (_what, url, status, type) => {
    const reply = await app.inject({ url });
    expect(reply.statusCode).toBe(status);
    expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(reply.json()).toMatchObject({ type: `/problems/${type}`, status });
    expect(reply.body).not.toContain('secret-in');
  });

  it('an undeclared key is logged by its path, never by its value', () => {
    const line = lines.find((text) => text.includes('reply does not fit its contract'));
    expect(line).toContain('/api/probe/:count');
    expect(lines.join('\n')).not.toContain('secret-in-a-value');
  });

  it('says where a body is wrong by JSON Pointer, and coerces nothing', async () => {
    const rosa = await signIn(app, 'rosa');
    const ask = (body: unknown) => rosa.ask({ method: 'POST', url: '/api/probe', body });
    expect((await ask({ number: 21 })).json()).toEqual({ doubled: 42 });
    const text = await ask({ number: '21', 'a/b~c': 'x' });
    expect(text.statusCode).toBe(400);
    const { errors } = text.json<{ errors: { where: string }[] }>();
    expect(errors.map(({ where }) => where)).toEqual(['/body/number', '/body/a~1b~0c']);
    expect((await ask({ number: 1, more: 2 })).statusCode).toBe(400);
    expect((await ask(undefined)).statusCode).toBe(400);
    const large = await ask({ number: 1, more: 'x'.repeat(1_100_000) });
    expect(large.json()).toMatchObject({ type: '/problems/too-large', status: 413 });
  });

  it('a broken body is a problem too', async () => {
    const rosa = await signIn(app, 'rosa');
    const reply = await app.inject({
      method: 'POST',
      url: '/api/probe',
      headers: { cookie: rosa.cookie, 'x-csrf-token': rosa.csrf, 'content-type': 'application/json' },
      payload: '{"number": ',
    });
    expect(reply.json()).toMatchObject({ type: '/problems/invalid-request', status: 400 });
  });
});

describe('Security headers', () => {
  it('allow own scripts and WebAssembly only, no framing, no referrer, no HSTS without TLS', async () => {
    const { headers } = await app.inject({ url: '/api/health' });
    const policy = String(headers['content-security-policy']);
    for (const part of [
      "script-src 'self' 'wasm-unsafe-eval'",
      "img-src 'self' blob: data:",
      "worker-src 'self' blob:",
      "connect-src 'self'",
      "frame-ancestors 'none'",
    ])
      expect(policy.split(';')).toContain(part);
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toBeUndefined();
  });
});
