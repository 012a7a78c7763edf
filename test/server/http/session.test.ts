import { afterEach, describe, expect, it } from 'vitest';
import type { Reading } from '@concord/rubric/contract/rater/reading';
import { makeSignInLink, setPassword } from '../../../apps/server/src/store/accounts.ts';
import { buildTestApp, type Client, cookieOf, signIn, type TestApp } from '../../harness/build-test-app.ts';
import { password } from '../../harness/seed-study.ts';

let test: TestApp | undefined;
const open = async (options: Parameters<typeof buildTestApp>[0] = {}): Promise<TestApp> => {
  test = await buildTestApp(options);
  return test;
};
afterEach(async () => {
  await test?.close();
  test = undefined;
});
const attempt = (app: TestApp['app'], username: string, word: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/session', payload: { username, password: word }, headers });

const isSignedIn = async (client: Client): Promise<boolean> =>
  (await client.ask({ url: '/api/session' })).json<{ session: unknown }>().session !== null;

describe('Signing in', () => {
  it('takes the right password, and answers a wrong one and an unknown name alike', async () => {
    const { app } = await open();
    expect((await attempt(app, 'rosa', password)).statusCode).toBe(200);
    const wrong = await attempt(app, 'rosa', 'a wrong pass phrase');
    const unknown = await attempt(app, 'nobody', password);
    for (const reply of [wrong, unknown]) {
      expect(reply.statusCode).toBe(401);
      expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect(reply.json()).toMatchObject({ type: '/problems/sign-in-failed', status: 401 });
    }
    const { instance: first, ...left } = wrong.json<Record<string, unknown>>();
    const { instance: second, ...right } = unknown.json<Record<string, unknown>>();
    expect(left).toEqual(right);
    expect(first).not.toBe(second);
  });

  it('refuses the seventh attempt within a minute for one name, and lets another name in', async () => {
    const { app } = await open();
    for (let count = 0; count < 6; count += 1)
      expect((await attempt(app, 'rosa', 'a wrong pass phrase')).statusCode).toBe(401);
    const seventh = await attempt(app, 'rosa', password);
    expect(seventh.statusCode).toBe(429);
    expect(seventh.json()).toMatchObject({ type: '/problems/too-many-requests', status: 429 });
    expect((await attempt(app, 'clara', password)).statusCode).toBe(200);
  });

  it('never limits saving: forty reads in a row are answered', async () => {
    const { app, study } = await open();
    const rosa = await signIn(app, 'rosa');
    for (let count = 0; count < 40; count += 1)
      expect((await rosa.ask({ url: `/api/rater/studies/${study.studyId}/list` })).statusCode).toBe(200);
  });

  it('gives a fresh session id, so that one planted in the browser before is worth nothing', async () => {
    const { app } = await open();
    const planted = await signIn(app, 'clara');
    const reply = await attempt(app, 'rosa', password, { cookie: planted.cookie });
    expect(reply.statusCode).toBe(200);
    const fresh = cookieOf(reply);
    expect(fresh).not.toBe('');
    expect(fresh).not.toBe(planted.cookie);
    const withOld = await app.inject({ url: '/api/session', headers: { cookie: planted.cookie } });
    expect(withOld.json()).toEqual({ session: null });
    const withFresh = await app.inject({ url: '/api/session', headers: { cookie: fresh } });
    expect(withFresh.json()).toMatchObject({ session: { displayName: 'Dr Rosa' } });
  });

  it('sets a cookie that scripts cannot read and other sites cannot send, over TLS only where there is TLS', async () => {
    const plain = await attempt((await open()).app, 'rosa', password);
    expect(plain.cookies[0]).toMatchObject({
      name: 'concord',
      httpOnly: true,
      sameSite: 'Strict',
      path: '/',
    });
    expect(plain.cookies[0]?.secure).toBeUndefined();
    expect(plain.headers['cache-control']).toBe('no-store');
    await test?.close();
    const { app } = await open({ behindTls: true });
    const secure = await attempt(app, 'rosa', password, { 'x-forwarded-proto': 'https' });
    expect(secure.cookies[0]).toMatchObject({ secure: true, httpOnly: true });
  });

  it('is refused when the page of another site asks for it', async () => {
    const { app } = await open();
    const crossSite = await attempt(app, 'rosa', password, { 'sec-fetch-site': 'cross-site' });
    const otherOrigin = await attempt(app, 'rosa', password, { origin: 'https://evil.example' });
    for (const reply of [crossSite, otherOrigin]) {
      expect(reply.statusCode).toBe(403);
      expect(reply.json()).toMatchObject({ type: '/problems/csrf-failed' });
      expect(cookieOf(reply)).toBe('');
    }
    const own = await attempt(app, 'rosa', password, { origin: 'http://localhost:80', host: 'localhost:80' });
    expect(own.statusCode).toBe(200);
  });

  it('works once by a link, and not after the link has expired', async () => {
    const { app, store, study } = await open();
    const use = (token: string) =>
      app.inject({ method: 'POST', url: '/api/session/link', payload: { token } });
    const token = await makeSignInLink(store, study.accounts.rosa, 5);
    const stored = store.raw.prepare('SELECT token_hash AS hash FROM sign_in_link').get() as { hash: string };
    expect(stored.hash).toMatch(/^[0-9a-f]{64}$/);
    expect((await use(token)).json()).toMatchObject({ displayName: 'Dr Rosa' });
    expect((await use(token)).statusCode).toBe(401);
    expect((await use(await makeSignInLink(store, study.accounts.rosa, -1))).statusCode).toBe(401);
  });
});

describe('A session', () => {
  it('names the account to its browser by the same opaque key at every sign-in, and two accounts by two', async () => {
    const { app } = await open();
    const keyOf = async (username: string): Promise<string> =>
      (await attempt(app, username, password)).json<{ accountKey: string }>().accountKey;
    const rosa = await keyOf('rosa');
    expect(await keyOf('rosa')).toBe(rosa);
    expect(await keyOf('clara')).not.toBe(rosa);
  });

  it('ends with signing out: the row is gone and the old cookie is worth nothing', async () => {
    const { app, store } = await open();
    const rosa = await signIn(app, 'rosa');
    const rows = () => store.raw.prepare('SELECT count(*) AS n FROM web_session').get() as { n: number };
    expect(rows().n).toBe(1);
    expect((await rosa.ask({ method: 'DELETE', url: '/api/session' })).statusCode).toBe(200);
    expect(rows().n).toBe(0);
    expect(await isSignedIn(rosa)).toBe(false);
    expect((await app.inject({ url: '/api/session' })).json()).toEqual({ session: null });
    expect((await rosa.ask({ url: '/api/rater/studies/small/list' })).statusCode).toBe(401);
  });

  it('ends after eight idle hours', async () => {
    const { app, store } = await open();
    const rosa = await signIn(app, 'rosa');
    const { at } = store.raw.prepare('SELECT expires_at AS at FROM web_session').get() as { at: string };
    const hours = (Date.parse(at) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(7.9);
    expect(hours).toBeLessThanOrEqual(8);
    store.raw.prepare('UPDATE web_session SET expires_at = ?').run(new Date(Date.now() - 1).toISOString());
    expect(await isSignedIn(rosa)).toBe(false);
  });

  it('goes on for as long as it is used, however long ago the sign-in was', async () => {
    const { app, store } = await open();
    const rosa = await signIn(app, 'rosa');
    const left = (): number => {
      const { at } = store.raw.prepare('SELECT expires_at AS at FROM web_session').get() as { at: string };
      return Date.parse(at) - Date.now();
    };
    store.raw
      .prepare('UPDATE web_session SET expires_at = ?')
      .run(new Date(Date.now() + 60_000).toISOString());
    expect(await isSignedIn(rosa)).toBe(true);
    expect(left()).toBeGreaterThan(7.9 * 3_600_000);
    const { data } = store.raw.prepare('SELECT data FROM web_session').get() as { data: string };
    expect(Object.keys(JSON.parse(data) as object).sort()).toEqual(['accountId', 'csrfToken']);
  });

  it('stays ended when a picture was still under way at signing out', async () => {
    const { app, blobs } = await open();
    const rosa = await signIn(app, 'rosa');
    const { case: read } = (await rosa.ask({ url: '/api/rater/items/rosa-item-0' })).json<Reading>();
    const get = blobs.get;
    let arrived = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      blobs.get = async (sha256) => {
        resolve();
        await new Promise<void>((release) => {
          arrived = release;
        });
        return get(sha256);
      };
    });
    const picture = rosa.ask({
      url: `/api/rater/cases/${read.caseId}/images/${read.series[0]?.images[0]?.imageId ?? ''}`,
    });
    await asked;
    expect((await rosa.ask({ method: 'DELETE', url: '/api/session' })).statusCode).toBe(200);
    arrived();
    expect((await picture).statusCode).toBe(200);
    expect(await isSignedIn(rosa)).toBe(false);
  });

  it('ends when the account is disabled or its password is set anew', async () => {
    const { app, store, study } = await open();
    const rosa = await signIn(app, 'rosa');
    await setPassword(
      store,
      { accountId: study.accounts.rosa, username: 'rosa' },
      'another long pass phrase',
      { keepSession: '', now: new Date() },
    );
    expect(await isSignedIn(rosa)).toBe(false);
    const clara = await signIn(app, 'clara');
    store.raw
      .prepare('UPDATE account SET disabled_at = ? WHERE account_id = ?')
      .run('2026-01-06', study.accounts.clara);
    expect(await isSignedIn(clara)).toBe(false);
  });

  it('by a link may choose a password, once without the one so far, and then comes in by it', async () => {
    const { app, store, study } = await open();
    store.raw
      .prepare('UPDATE account SET password_hash = NULL WHERE account_id = ?')
      .run(study.accounts.rosa);
    const enter = async (): Promise<{ cookie: string; token: string; hasPassword: boolean }> => {
      const token = await makeSignInLink(store, study.accounts.rosa, 5);
      const reply = await app.inject({ method: 'POST', url: '/api/session/link', payload: { token } });
      const { csrfToken, hasPassword } = reply.json<{ csrfToken: string; hasPassword: boolean }>();
      return { cookie: cookieOf(reply), token: csrfToken, hasPassword };
    };
    const choose = (by: { cookie: string; token: string }, payload: Record<string, string>) =>
      app.inject({
        method: 'PUT',
        url: '/api/session/password',
        headers: { cookie: by.cookie, 'x-csrf-token': by.token },
        payload,
      });
    const signedIn = async ({ cookie }: { cookie: string }): Promise<boolean> =>
      (await app.inject({ url: '/api/session', headers: { cookie } })).json<{ session: unknown }>()
        .session !== null;
    const [first, second] = [await enter(), await enter()];
    expect(first.hasPassword).toBe(false);
    expect((await choose(first, { password: 'too short' })).statusCode).toBe(400);
    const chosen = await choose(first, { password: 'four words in a row' });
    expect(chosen.statusCode).toBe(200);
    expect(chosen.json()).toMatchObject({ username: 'rosa', hasPassword: true });
    expect(await signedIn(first)).toBe(true);
    expect(await signedIn(second), 'every other session ends').toBe(false);
    expect((await attempt(app, 'rosa', 'four words in a row')).statusCode).toBe(200);

    expect((await choose(first, { password: 'another four words now' })).statusCode).toBe(401);
    expect(
      (await choose(first, { password: 'another four words now', current: 'four words in a row' }))
        .statusCode,
    ).toBe(200);
    expect((await attempt(app, 'rosa', 'four words in a row')).statusCode).toBe(401);
    const log = store.raw.prepare("SELECT payload FROM audit_entry WHERE action = 'account.password'").all();
    expect(log).toEqual([{ payload: '{}' }, { payload: '{}' }]);
  });

  it('that is absent may choose no password', async () => {
    const { app } = await open();
    const reply = await app.inject({
      method: 'PUT',
      url: '/api/session/password',
      payload: { password: 'four words in a row' },
    });
    expect(reply.statusCode).toBe(401);
  });

  it('takes no write without its token, or with the token of another session', async () => {
    const { app } = await open();
    const rosa = await signIn(app, 'rosa');
    const clara = await signIn(app, 'clara');
    const body = { kind: 'images-broken', note: 'black' };
    for (const headers of [{ 'x-csrf-token': '' }, { 'x-csrf-token': clara.csrf }]) {
      const reply = await rosa.ask({
        method: 'POST',
        url: '/api/rater/items/rosa-item-0/flag',
        body,
        headers,
      });
      expect(reply.statusCode).toBe(403);
      expect(reply.json()).toMatchObject({ type: '/problems/csrf-failed' });
    }
  });
});
