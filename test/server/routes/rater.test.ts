import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { readingSchema, workListSchema } from '@concord/rubric/contract/rater/reading';
import { draftConflictSchema } from '@concord/rubric/contract/rater/routes';
import type { RatingContent } from '@concord/rubric/model/rating';
import { verifyAudit } from '../../../apps/server/src/store/audit-verify.ts';
import { buildTestApp, type Client, signIn, type TestApp } from '../../harness/build-test-app.ts';
import { completeRating, halfRating, rubricHash } from '../../harness/seed-study.ts';

let test: TestApp | undefined;
async function open(
  options: Parameters<typeof buildTestApp>[0] = {},
): Promise<TestApp & { rosa: Client; sql: (text: string) => void }> {
  test = await buildTestApp(options);
  const { store } = test;
  return { ...test, rosa: await signIn(test.app, 'rosa'), sql: (text) => void store.raw.exec(text) };
}
afterEach(async () => {
  await test?.close();
  test = undefined;
});
const item = '/api/rater/items/rosa-item-0';
const bodyOf = (content: RatingContent, baseRevision = 0, idempotencyKey: string = randomUUID()) => ({
  baseRevision,
  rubricHash,
  idempotencyKey,
  content,
});
const save = (client: Client, body: unknown) => client.ask({ method: 'PUT', url: `${item}/draft`, body });
const submit = (client: Client, body: unknown) =>
  client.ask({ method: 'POST', url: `${item}/submission`, body });
const count = (app: TestApp, from: string): number =>
  (app.store.raw.prepare(`SELECT count(*) AS n FROM ${from}`).get() as { n: number }).n;
const reading = async (client: Client) => readingSchema.parse((await client.ask({ url: item })).json());
const problem = async (reply: ReturnType<Client['ask']>): Promise<[number, string]> => {
  const { statusCode, body } = await reply;
  return [statusCode, (JSON.parse(body) as { type: string }).type.replace('/problems/', '')];
};

describe('A rater’s list and items', () => {
  it('come in the rater’s own stored order, cases numbered as they first appear', async () => {
    const { rosa, study } = await open();
    const list = workListSchema.parse(
      (await rosa.ask({ url: `/api/rater/studies/${study.studyId}/list` })).json(),
    );
    expect(list.items.map(({ itemId, position, caseNumber }) => [itemId, position, caseNumber])).toEqual([
      ['rosa-item-0', 1, 1],
      ['rosa-item-1', 2, 2],
      ['rosa-item-2', 3, 1],
    ]);
  });

  it('show the answer as decided for raters, an iterative one in rounds with the last as the answer', async () => {
    const { rosa } = await open();
    const second = readingSchema.parse((await rosa.ask({ url: '/api/rater/items/rosa-item-1' })).json());
    expect(second.answer).toBe('Glioma, after all.');
    expect(second.rounds).toEqual([
      { reveal: 'First', question: 'And now?', answer: 'Perhaps glioma.' },
      { reveal: 'Then', question: 'And then?', answer: 'Glioma, after all.' },
    ]);
    expect(second.previousItemId).toBe('rosa-item-0');
    const first = await reading(rosa);
    expect(first.answer).toBe('An infarct.');
    expect(first.content).toEqual({
      scores: {},
      correctness: null,
      errors: [],
      primaryError: null,
      comment: '',
    });
  });

  it('of another rater, or of nobody, are one answer', async () => {
    const { rosa } = await open();
    const replies = await Promise.all(
      ['ravi-item-0', 'no-item'].map((id) => rosa.ask({ url: `/api/rater/items/${id}` })),
    );
    const [foreign, none] = replies.map((reply) => {
      const { instance: _instance, ...rest } = reply.json<Record<string, unknown>>();
      return { status: reply.statusCode, rest };
    });
    expect(foreign?.status).toBe(404);
    expect(foreign).toEqual(none);
    for (const [method, end] of [
      ['PUT', 'draft'],
      ['POST', 'submission'],
    ] as const)
      expect(
        await problem(
          rosa.ask({ method, url: `/api/rater/items/ravi-item-0/${end}`, body: bodyOf(completeRating) }),
        ),
      ).toEqual([404, 'not-found']);
  });

  it('are closed to a curator, and to a rater who has seen curator data of the study', async () => {
    const { app, rosa, sql, study } = await open();
    const clara = await signIn(app, 'clara');
    const list = `/api/rater/studies/${study.studyId}/list`;
    expect(await problem(clara.ask({ url: list }))).toEqual([404, 'not-found']);
    expect(await problem(clara.ask({ url: item }))).toEqual([404, 'not-found']);
    const image = `/api/rater/cases/case-0-1/images/${(await reading(rosa)).case.series[0]?.images[0]?.imageId}`;
    expect((await rosa.ask({ url: image })).statusCode).toBe(200);
    sql(`INSERT INTO curator_sight VALUES ('small', ${study.accounts.rosa}, '2026-01-05')`);
    for (const url of [list, item, image])
      expect(await problem(rosa.ask({ url }))).toEqual([404, 'not-found']);
  });

  it.each([
    ['never', null, null],
    ['after-submit', null, 'hidden task.reference.answer'],
    ['always', 'hidden task.reference.answer', 'hidden task.reference.answer'],
  ] as const)(
    'show the reference answer only where the protocol says so: %s',
    async (referenceShown, before, after) => {
      const { rosa } = await open({ referenceShown });
      expect((await reading(rosa)).task.reference).toBe(before);
      expect((await submit(rosa, bodyOf(completeRating))).statusCode).toBe(200);
      expect((await reading(rosa)).task.reference).toBe(after);
    },
  );
});

describe('Images', () => {
  it('go out as stored, privately cached, under ids and tags that differ from rater to rater', async () => {
    const { app, rosa, study } = await open();
    const own = (await reading(rosa)).case;
    const ravi = await signIn(app, study.usernames.ravi);
    const his = readingSchema.parse((await ravi.ask({ url: '/api/rater/items/ravi-item-0' })).json()).case;
    const [mine, theirs] = [own.series[0], his.series[0]];
    expect(mine?.images).toHaveLength(2);
    expect(mine?.seriesId).not.toBe(theirs?.seriesId);
    const address = `/api/rater/cases/${own.caseId}/images/${mine?.images[0]?.imageId}`;
    const reply = await rosa.ask({ url: address });
    expect(reply.rawPayload).toEqual(Buffer.concat([study.images.dicom, Buffer.from([1])]));
    expect(reply.headers).toMatchObject({
      'content-type': 'application/dicom',
      'cache-control': 'private, max-age=31536000, immutable',
    });
    const tag = String(reply.headers.etag);
    const again = await rosa.ask({ url: address, headers: { 'if-none-match': tag } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const hisReply = await ravi.ask({
      url: `/api/rater/cases/${his.caseId}/images/${theirs?.images[0]?.imageId}`,
    });
    expect(hisReply.rawPayload).toEqual(reply.rawPayload);
    expect(hisReply.headers.etag).not.toBe(tag);
    expect((await ravi.ask({ url: address })).statusCode).toBe(404);
  });

  it('that are no DICOM go out by what their bytes are', async () => {
    const { rosa, study } = await open();
    const { case: second } = readingSchema.parse(
      (await rosa.ask({ url: '/api/rater/items/rosa-item-1' })).json(),
    );
    const reply = await rosa.ask({
      url: `/api/rater/cases/${second.caseId}/images/${second.series[0]?.images[0]?.imageId}`,
    });
    expect(reply.headers['content-type']).toBe('image/png');
    expect(reply.rawPayload).toEqual(study.images.png);
  });
});

describe('Saving a draft', () => {
  it('is on disk when it is answered, and a repeat is the same save', async () => {
    const app = await open();
    const body = bodyOf(halfRating);
    const first = await save(app.rosa, body);
    expect(first.json()).toMatchObject({ revision: 1 });
    expect((await save(app.rosa, body)).json()).toEqual(first.json());
    expect(count(app, "draft_save WHERE outcome = 'saved' AND assignment_id = 1")).toBe(1);
    expect(await reading(app.rosa)).toMatchObject({ revision: 1, content: halfRating, state: 'draft' });
    expect((await save(app.rosa, bodyOf(completeRating, 1))).json()).toMatchObject({ revision: 2 });
    expect((await save(app.rosa, body)).json()).toEqual(first.json());
  });

  it('that is based on an older revision answers with what is stored, and keeps both texts', async () => {
    const app = await open();
    await save(app.rosa, bodyOf(halfRating));
    const stale = bodyOf({ ...halfRating, comment: 'Written on another screen.' });
    for (const _attempt of [1, 2]) {
      const reply = await save(app.rosa, stale);
      expect(reply.statusCode).toBe(409);
      const { type, current } = reply.json<{ type: string; current: unknown }>();
      expect(type).toBe('/problems/draft-conflict');
      expect(draftConflictSchema.parse(current)).toMatchObject({ revision: 1, content: halfRating });
    }
    const rows = app.store.raw
      .prepare(
        "SELECT outcome, json_extract(content, '$.comment') AS comment FROM draft_save WHERE assignment_id = 1 ORDER BY draft_save_id",
      )
      .all();
    expect(rows).toEqual([
      { outcome: 'saved', comment: 'Not done yet.' },
      { outcome: 'conflict', comment: 'Written on another screen.' },
    ]);
  });

  it('refuses what the rubric does not know and names the place', async () => {
    const { rosa } = await open();
    const wrong = bodyOf({ ...halfRating, scores: { accuracy: { value: 3 }, charm: { value: 1 } } });
    const reply = await save(rosa, wrong);
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toMatchObject({
      type: '/problems/rating-invalid',
      errors: [
        { where: '/body/content/scores/accuracy/value', expected: 'off-scale' },
        { where: '/body/content/scores/charm', expected: 'unknown-dimension' },
      ],
    });
    const otherRubric = { ...bodyOf(halfRating), rubricHash: 'another' };
    expect(await problem(save(rosa, otherRubric))).toEqual([422, 'rating-invalid']);
  });

  it('is refused in a locked study, on a paused case and after submission, but a repeat keeps its answer', async () => {
    const app = await open();
    const early = bodyOf(halfRating);
    const answer = (await save(app.rosa, early)).json<unknown>();
    app.sql("UPDATE study SET locked_at = '2026-01-06T00:00:00.000Z'");
    expect(await problem(save(app.rosa, bodyOf(halfRating, 1)))).toEqual([409, 'study-locked']);
    expect((await save(app.rosa, early)).json()).toEqual(answer);
    app.sql('UPDATE study SET locked_at = NULL');
    const flag = { kind: 'images-broken', note: 'The second slice is black.' };
    const flagged = await app.rosa.ask({ method: 'POST', url: `${item}/flag`, body: flag });
    expect(flagged.json()).toEqual({ paused: true });
    expect(await problem(save(app.rosa, bodyOf(halfRating, 1)))).toEqual([409, 'case-paused']);
    app.sql("UPDATE case_flag SET resolved_at = '2026-01-06'");
    expect((await submit(app.rosa, bodyOf(completeRating, 1))).statusCode).toBe(200);
    expect(await problem(save(app.rosa, bodyOf(halfRating, 1)))).toEqual([409, 'already-submitted']);
    expect((await save(app.rosa, early)).json()).toEqual(answer);
  });

  it('goes on in training after the study is locked', async () => {
    const app = await open();
    app.sql("UPDATE study SET locked_at = '2026-01-06'; UPDATE assignment SET kind = 'training'");
    expect((await save(app.rosa, bodyOf(halfRating))).statusCode).toBe(200);
  });
});

describe('Submitting a rating', () => {
  it('says what is missing, by place, and stores nothing', async () => {
    const app = await open();
    const reply = await submit(app.rosa, bodyOf(halfRating));
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toMatchObject({
      type: '/problems/rating-incomplete',
      errors: [{ where: '/body/content/scores/safety' }, { where: '/body/content/correctness' }],
    });
    expect(count(app, 'rating WHERE assignment_id = 1')).toBe(0);
  });

  it('names the next open item, and shows the rating as submitted', async () => {
    const { rosa } = await open();
    const reply = await submit(rosa, bodyOf(completeRating));
    expect(reply.json()).toMatchObject({ nextOpenItemId: 'rosa-item-1' });
    expect(await reading(rosa)).toMatchObject({ state: 'submitted', content: completeRating });
  });

  it('twenty times at once, by one key or by twenty, makes one rating', async () => {
    const app = await open();
    const body = bodyOf(completeRating);
    const same = await Promise.all(Array.from({ length: 20 }, () => submit(app.rosa, body)));
    expect(same.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(same.map((reply) => reply.json<{ submittedAt: string }>().submittedAt)).size).toBe(1);
    expect(count(app, 'rating WHERE assignment_id = 1')).toBe(1);
    const other = '/api/rater/items/rosa-item-2/submission';
    const different = await Promise.all(
      Array.from({ length: 20 }, () =>
        app.rosa.ask({ method: 'POST', url: other, body: bodyOf(completeRating) }),
      ),
    );
    expect(different.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(different.filter(({ statusCode }) => statusCode === 409)).toHaveLength(19);
    expect(count(app, 'rating WHERE assignment_id = 3')).toBe(1);
  });

  it('on top of an older draft is refused and both texts are kept; a repeat after the lock keeps its answer', async () => {
    const app = await open();
    await save(app.rosa, bodyOf(halfRating));
    expect(await problem(submit(app.rosa, bodyOf(completeRating)))).toEqual([409, 'draft-conflict']);
    expect(await problem(submit(app.rosa, bodyOf(completeRating, 7)))).toEqual([409, 'draft-conflict']);
    expect(count(app, "draft_save WHERE outcome = 'conflict'")).toBe(2);
    expect(count(app, 'rating WHERE assignment_id = 1')).toBe(0);
    const body = bodyOf(completeRating, 1);
    const answer = (await submit(app.rosa, body)).json<{ submittedAt: string }>();
    app.sql("UPDATE study SET locked_at = '2026-01-06'");
    expect((await submit(app.rosa, body)).json()).toMatchObject({ submittedAt: answer.submittedAt });
    expect(await problem(submit(app.rosa, bodyOf(completeRating, 1)))).toEqual([409, 'study-locked']);
  });

  it('after the curator has reopened it adds a second rating and keeps the first', async () => {
    const app = await open();
    await submit(app.rosa, bodyOf(completeRating));
    app.sql(
      `INSERT INTO rating (assignment_id, sequence, status, rubric_hash, content, idempotency_key, actor, reason, at)
       VALUES (1, 2, 'reopened', 'h', '{}', 'k', 'clara', 'asked for it', '2026-01-06')`,
    );
    const revised: RatingContent = { ...completeRating, correctness: 'incorrect' };
    expect((await submit(app.rosa, bodyOf(revised))).statusCode).toBe(200);
    const rows = app.store.raw
      .prepare('SELECT status FROM rating WHERE assignment_id = 1 ORDER BY sequence')
      .all();
    expect(rows).toEqual([{ status: 'submitted' }, { status: 'reopened' }, { status: 'submitted' }]);
  });

  it('leaves an unbroken audit log that names who and what', async () => {
    const app = await open();
    await save(app.rosa, bodyOf(halfRating));
    await submit(app.rosa, bodyOf(completeRating, 1));
    expect(verifyAudit(app.store)).toMatchObject({ ok: true, entries: 2 });
    const rows = app.store.raw
      .prepare('SELECT actor, action, study_id AS study, subject FROM audit_entry ORDER BY sequence')
      .all();
    expect(rows).toEqual([
      { actor: 'rosa', action: 'draft.saved', study: 'small', subject: 'rosa-item-0' },
      { actor: 'rosa', action: 'rating.submitted', study: 'small', subject: 'rosa-item-0' },
    ]);
  });
});

describe('Rounds that open one by one', () => {
  const url = '/api/rater/items/rosa-item-1';
  const read = async (rosa: Client) => readingSchema.parse((await rosa.ask({ url })).json());
  const lock = (rosa: Client, round: number, body: object) =>
    rosa.ask({ method: 'POST', url: `${url}/round`, body: { ...body, round } });
  const submitIt = (rosa: Client, body: object) =>
    rosa.ask({ method: 'POST', url: `${url}/submission`, body });

  it('show nothing of the next before the scores of the one before are locked, once and for good', async () => {
    const { rosa, sql } = await open();
    sql(`UPDATE study SET protocol = json_set(protocol, '$.roundsLocked', json('true'))`);
    const first = await read(rosa);
    expect(first).toMatchObject({ openRound: 0, answer: 'Perhaps glioma.' });
    expect(first.rounds).toHaveLength(1);
    expect(JSON.stringify(first)).not.toMatch(/after all|And then/u);
    expect(await problem(submitIt(rosa, bodyOf(completeRating)))).toEqual([409, 'round-open']);
    expect(await problem(lock(rosa, 1, bodyOf(completeRating)))).toEqual([409, 'round-open']);
    expect(await problem(lock(rosa, 0, bodyOf(halfRating)))).toEqual([422, 'rating-incomplete']);

    // Correct or not is asked of the last round only.
    const body = bodyOf({ ...completeRating, correctness: null });
    const replies = await Promise.all([lock(rosa, 0, body), lock(rosa, 0, body)]);
    expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200]);
    expect(await problem(lock(rosa, 0, bodyOf(completeRating, 1)))).toEqual([409, 'round-open']);
    const second = await read(rosa);
    expect(second).toMatchObject({
      openRound: null,
      answer: 'Glioma, after all.',
      revision: 1,
      content: { scores: {} },
    });
    expect(second.rounds).toHaveLength(2);
    expect((await submitIt(rosa, bodyOf(completeRating, 1))).statusCode).toBe(200);
    expect(await read(rosa)).toMatchObject({ openRound: null, state: 'submitted' });
  });
});
