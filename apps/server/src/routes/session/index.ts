import {
  choosePassword,
  getSession,
  signIn,
  signInWithLink,
  signOut,
  type Session,
} from '@concord/rubric/contract/session/routes';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '../../http/problem-error.ts';
import { route } from '../../http/route.ts';
import { beginSession, csrfTokenOf } from '../../http/session.ts';
import type { Store } from '../../db/open-database.ts';
import { keyedHash } from '../../services/opaque.ts';
import {
  type Account,
  checkPassword,
  readAccount,
  readMemberships,
  setPassword,
  useSignInLink,
} from '../../store/accounts.ts';
import { storeSecret } from '../../store/settings.ts';

const attemptsPerMinute = 6;

/** Sign in and out. Only sign-in attempts are limited: saving must never be. */
export function sessionRoutes(app: FastifyInstance, { store, now }: { store: Store; now: () => Date }): void {
  const secret = storeSecret(store, 'account-key');
  const attempts = (keyGenerator: (request: FastifyRequest) => string) =>
    app.rateLimit({
      max: attemptsPerMinute,
      timeWindow: '1 minute',
      hook: 'preHandler',
      keyGenerator,
      errorResponseBuilder: () => new ProblemError('too-many-requests'),
    });
  const signInAttempts = attempts(
    ({ ip, body }) => `${ip} ${(body as { username?: string } | undefined)?.username ?? ''}`,
  );
  const describe = async (request: FastifyRequest, account: Account): Promise<Session> => ({
    accountKey: keyedHash(secret, `account ${account.accountId}`).slice(0, 22),
    username: account.username,
    displayName: account.displayName,
    hasPassword: account.hasPassword,
    isAdmin: account.isAdmin,
    memberships: await readMemberships(store, account.accountId),
    csrfToken: csrfTokenOf(request),
  });
  const begin = async (request: FastifyRequest, accountId: number | undefined): Promise<Session> => {
    const account = accountId === undefined ? undefined : await readAccount(store, accountId);
    if (!account) throw new ProblemError('sign-in-failed');
    await beginSession(request, account.accountId);
    return describe(request, account);
  };
  route(app, getSession, async ({ account, request }) => {
    return { session: account ? await describe(request, account) : null };
  });
  route(
    app,
    signIn,
    async ({ body, request }) => begin(request, await checkPassword(store, body.username, body.password)),
    signInAttempts,
  );
  route(
    app,
    signInWithLink,
    async ({ body, request }) => begin(request, await useSignInLink(store, body.token, now())),
    signInAttempts,
  );
  route(
    app,
    choosePassword,
    async ({ body, account, request }) => {
      if (!account) throw new ProblemError('not-signed-in');
      const { password, current = '' } = body;
      if (account.hasPassword && (await checkPassword(store, account.username, current)) === undefined)
        throw new ProblemError('sign-in-failed', { detail: 'The password so far is not right.' });
      await setPassword(store, account, password, { keepSession: request.session.sessionId, now: now() });
      return describe(request, { ...account, hasPassword: true });
    },
    attempts(({ account, ip }) => `password ${account?.accountId ?? ip}`),
  );
  route(app, signOut, async ({ request }) => {
    await request.session.destroy();
    return { signedOut: true as const };
  });
}
