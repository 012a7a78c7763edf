import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyCookie from '@fastify/cookie';
import fastifySession, { type FastifySessionObject, type SessionStore } from '@fastify/session';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Store } from '../db/open-database.ts';
import { type Account, readAccount } from '../store/accounts.ts';
import { storeSecret } from '../store/settings.ts';
import { ProblemError } from './problem-error.ts';

declare module 'fastify' {
  interface Session {
    accountId?: number;
    csrfToken?: string;
  }
  interface FastifyRequest {
    /** Who is signed in, or null. */
    account: Account | null;
  }
}

const idleMs = 8 * 3_600_000;
/** How far an expiry may lag behind the last request: a durable write per picture would only cost time. */
const expiryLagMs = 60_000;

/** Sessions in the store's table, so that signing out and revoking are deletes of a row. */
function sessionTable(store: Store): SessionStore {
  const read = store.raw.prepare('SELECT data FROM web_session WHERE session_id = ? AND expires_at > ?');
  const write = store.raw.prepare(
    `INSERT INTO web_session (session_id, account_id, data, expires_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (session_id) DO UPDATE SET account_id = excluded.account_id, data = excluded.data, expires_at = excluded.expires_at`,
  );
  const remove = store.raw.prepare('DELETE FROM web_session WHERE session_id = ?');
  const prolong = store.raw.prepare(
    'UPDATE web_session SET expires_at = ? WHERE session_id = ? AND expires_at < ?',
  );
  store.raw.prepare('DELETE FROM web_session WHERE expires_at <= ?').run(new Date().toISOString());
  const answer = (callback: (error?: unknown, session?: never) => void, work: () => unknown): void => {
    try {
      callback(undefined, work() as never);
    } catch (error) {
      callback(error);
    }
  };
  return {
    get: (id, callback) =>
      answer(callback as never, () => {
        const row = read.get(id, new Date().toISOString()) as { data: string } | undefined;
        return row ? (JSON.parse(row.data) as unknown) : null;
      }),
    set: (id, session, callback) =>
      answer(callback as never, () => {
        const expiresIn = (ms: number): string => new Date(Date.now() + ms).toISOString();
        // Never inserted anew: a request under way while the rater signs out must not bring the session back.
        if (!(session as FastifySessionObject).isModified())
          prolong.run(expiresIn(idleMs), id, expiresIn(idleMs - expiryLagMs));
        else {
          // Without the cookie: its expiry would count from sign-in, `expires_at` counts from the last request.
          const { accountId, csrfToken } = session;
          write.run(id, accountId ?? null, JSON.stringify({ accountId, csrfToken }), expiresIn(idleMs));
        }
      }),
    destroy: (id, callback) => answer(callback as never, () => void remove.run(id)),
  };
}

function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Token that writes of this session must carry. */
export function csrfTokenOf(request: FastifyRequest): string {
  request.session.csrfToken ??= randomBytes(24).toString('base64url');
  return request.session.csrfToken;
}

/** A fresh session id at sign-in, so that one planted before is worth nothing. */
export async function beginSession(request: FastifyRequest, accountId: number): Promise<void> {
  await request.session.regenerate();
  request.session.accountId = accountId;
}

const isWrite = (method: string): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method);
const isSignIn = (request: FastifyRequest): boolean =>
  request.method === 'POST' && /^\/api\/session(\/link)?$/.test(request.routeOptions.url ?? '');

/** A request that another site's page made. Browsers name the relation, older ones the origin; programs neither. */
function isCrossSite(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = request.headers;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== new URL(`http://${request.host}`).host;
}

/** Cookies, sessions and the check that every write comes from our own page. */
export async function registerSessions(
  app: FastifyInstance,
  { store, behindTls }: { store: Store; behindTls: boolean },
): Promise<void> {
  app.decorateRequest('account', null);
  await app.register(fastifyCookie);
  await app.register(fastifySession, {
    secret: storeSecret(store, 'session'),
    store: sessionTable(store),
    cookieName: 'concord',
    cookie: { httpOnly: true, sameSite: 'strict', secure: behindTls, path: '/', maxAge: idleMs },
    saveUninitialized: false,
    rolling: true,
  });
  app.addHook('preValidation', async (request) => {
    const { accountId } = request.session;
    if (accountId !== undefined) request.account = (await readAccount(store, accountId)) ?? null;
    if (!isWrite(request.method) || request.routeOptions.url === undefined) return;
    if (isCrossSite(request)) throw new ProblemError('csrf-failed');
    if (isSignIn(request)) return;
    const token = request.headers['x-csrf-token'];
    const expected = request.session.csrfToken;
    if (!request.account) throw new ProblemError('not-signed-in');
    if (typeof token !== 'string' || expected === undefined || !sameText(token, expected))
      throw new ProblemError('csrf-failed');
  });
}
