import { afterEach, describe, expect, it } from 'vitest';
import type { Person } from '@concord/rubric/contract/curator/people';
import { curatorRoutes } from '../../../apps/server/src/routes/curator/index.ts';
import { verifyAudit } from '../../../apps/server/src/store/audit-verify.ts';
import { buildTestApp, type Client, signIn, type TestApp } from '../../harness/build-test-app.ts';

let test: TestApp | undefined;
afterEach(async () => {
  await test?.close();
  test = undefined;
});

async function open(): Promise<TestApp & { clara: Client; url: string }> {
  test = await buildTestApp({ curatorRoutes });
  return {
    ...test,
    clara: await signIn(test.app, 'clara'),
    url: `/api/curator/studies/${test.study.studyId}/people`,
  };
}
const people = async (client: Client, url: string) =>
  (await client.ask({ url })).json<{ people: Person[] }>().people;
const newcomer = { role: 'rater', username: 'lin', displayName: 'Dr Lin', pseudonym: 'reader-9' };

describe('People of a study', () => {
  it('a curator invites a rater, who signs in once with the link and sees the study', async () => {
    const { app, clara, url, study, store } = await open();
    const reply = await clara.ask({ method: 'POST', url, body: newcomer });
    expect(reply.statusCode).toBe(200);
    const { link } = reply.json<{ link: string }>();
    expect(link).toMatch(/^\/link#.{40,}$/);
    const token = link.split('#')[1];
    const enter = () => app.inject({ method: 'POST', url: '/api/session/link', payload: { token } });
    const session = (await enter()).json<{ memberships: unknown[] }>();
    expect(session.memberships).toMatchObject([{ studyId: study.studyId, role: 'rater' }]);
    expect((await enter()).statusCode).toBe(401);
    expect(await people(clara, url)).toContainEqual({
      role: 'rater',
      pseudonym: 'reader-9',
      username: 'lin',
      displayName: 'Dr Lin',
      mayLink: true,
    });
    expect(verifyAudit(store)).toMatchObject({ ok: true });
  });

  it('nobody becomes a rater that already has an account, and nothing of the refused invitation stays', async () => {
    const { clara, url, store } = await open();
    await clara.ask({ method: 'POST', url, body: newcomer });
    const second = await clara.ask({ method: 'POST', url, body: { ...newcomer, username: 'mei' } });
    expect(second.statusCode).toBe(400);
    expect(second.json<{ detail: string }>().detail).toBe('Rater reader-9 already has an account.');
    expect(store.raw.prepare("SELECT count(*) AS n FROM account WHERE username = 'mei'").get()).toEqual({
      n: 0,
    });
  });

  it('a curator gets no link for a curator, an administrator or a reader of a study of someone else', async () => {
    const { clara, url, store, study } = await open();
    const ask = (username: string) => clara.ask({ method: 'POST', url: `${url}/${username}/link`, body: {} });
    expect((await ask('clara')).statusCode).toBe(403);
    expect((await ask('rosa')).statusCode).toBe(200);
    store.raw.exec(`
      INSERT INTO study SELECT 'other', title, synthetic, language, seed, protocol, rubric_hash, secret,
        bundle_digest, imported_at, locked_at, locked_digest FROM study WHERE study_id = '${study.studyId}'`);
    store.raw.prepare("INSERT INTO membership VALUES ('other', ?, 'rater')").run(study.accounts.rosa);
    expect((await ask('rosa')).statusCode).toBe(403);
    expect((await ask('nobody')).statusCode).toBe(404);
  });

  it('a rater finds nothing there', async () => {
    const { app, url } = await open();
    const rosa = await signIn(app, 'rosa');
    expect((await rosa.ask({ url })).statusCode).toBe(404);
    expect((await rosa.ask({ method: 'POST', url, body: newcomer })).statusCode).toBe(404);
  });

  it('an account that reads here cannot be made curator of the same study', async () => {
    const { clara, url } = await open();
    const reply = await clara.ask({
      method: 'POST',
      url,
      body: { role: 'curator', username: 'rosa', displayName: '', pseudonym: null },
    });
    expect(reply.statusCode).toBe(403);
  });
});
