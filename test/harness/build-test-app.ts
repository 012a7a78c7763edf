import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger, FastifyInstance, LightMyRequestResponse } from 'fastify';
import { type AppDeps, buildApp } from '../../apps/server/src/http/app.ts';
import { openTestStore, type TestStore } from './open-test-store.ts';
import { password, seedStudy, type SeededStudy, type SeedOptions } from './seed-study.ts';

const webRoot = fileURLToPath(new URL('../../apps/annotator/dist', import.meta.url));

type Ask = {
  method?: 'GET' | 'PUT' | 'POST' | 'DELETE';
  url: string;
  body?: unknown;
  headers?: Record<string, string>;
};
/** A signed-in browser: sends its cookie and, on writes, the token of its session. */
export type Client = { ask: (request: Ask) => Promise<LightMyRequestResponse>; cookie: string; csrf: string };

export type TestApp = TestStore & { app: FastifyInstance; study: SeededStudy; close: () => Promise<void> };

/** A logger that keeps every line as text, as it would be written; requests by method and address only. */
export function memoryLogger(): { logger: FastifyBaseLogger; lines: string[] } {
  const lines: string[] = [];
  const plain = (_key: string, value: unknown): unknown => {
    if (value instanceof Error)
      return { ...Object.fromEntries(Object.entries(value)), message: value.message, stack: value.stack };
    if (value !== null && typeof value === 'object' && 'raw' in value && 'log' in value)
      return 'url' in value ? { url: value.url } : 'a reply';
    return value;
  };
  const write = (...parts: unknown[]): void => void lines.push(JSON.stringify(parts, plain));
  const logger = {
    level: 'trace',
    trace: write,
    debug: write,
    info: write,
    warn: write,
    error: write,
    fatal: write,
    silent: () => undefined,
    child: () => logger,
  } as unknown as FastifyBaseLogger;
  return { logger, lines };
}

/** The whole server over a real store that holds the small study. */
export async function buildTestApp(
  options: SeedOptions & Partial<Pick<AppDeps, 'logger' | 'now' | 'behindTls' | 'curatorRoutes'>> = {},
): Promise<TestApp> {
  const testStore = openTestStore();
  const study = await seedStudy(testStore, options);
  const app = await buildApp({
    store: testStore.store,
    blobs: testStore.blobs,
    webRoot,
    ...(options.logger ? { logger: options.logger } : { logger: memoryLogger().logger }),
    ...(options.now ? { now: options.now } : {}),
    ...(options.curatorRoutes ? { curatorRoutes: options.curatorRoutes } : {}),
    ...(options.behindTls === undefined ? {} : { behindTls: options.behindTls }),
  });
  return {
    ...testStore,
    app,
    study,
    close: async () => {
      await app.close();
      await testStore.remove();
    },
  };
}

/** Cookie of an answer as a browser would send it back; empty where the answer sets none. */
export function cookieOf(reply: LightMyRequestResponse): string {
  const cookie = reply.cookies.find(({ name }) => name === 'concord');
  return cookie ? `concord=${encodeURIComponent(cookie.value)}` : '';
}

/** Signs in by name and password. Throws where the server refuses. */
export async function signIn(app: FastifyInstance, username: string): Promise<Client> {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/session',
    payload: { username, password },
  });
  if (reply.statusCode !== 200) throw new Error(`sign-in of ${username}: ${reply.body}`);
  const cookie = cookieOf(reply);
  const csrf = reply.json<{ csrfToken: string }>().csrfToken;
  return {
    cookie,
    csrf,
    ask: ({ method = 'GET', url, body, headers = {} }) =>
      app.inject({
        method,
        url,
        headers: { cookie, ...(method === 'GET' ? {} : { 'x-csrf-token': csrf }), ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      }),
  };
}
