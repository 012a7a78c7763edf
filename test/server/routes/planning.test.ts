import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AssignmentView } from '@concord/rubric/contract/curator/assignments';
import type { ProtocolView } from '@concord/rubric/contract/curator/protocol';
import type { Problem } from '@concord/rubric/contract/problem';
import type { Reading, WorkList } from '@concord/rubric/contract/rater/reading';
import { protocolSchema } from '@concord/rubric/contract/bundle/study';
import { curatorRoutes } from '../../../apps/server/src/routes/curator/index.ts';
import { assignReading } from '../../../apps/server/src/services/assign-reading.ts';
import { storeBundle } from '../../../apps/server/src/services/import-study.ts';
import { readAssignments } from '../../../apps/server/src/store/curator/assignment-list.ts';
import { addMembership } from '../../../apps/server/src/store/accounts.ts';
import { readCalibrationData } from '../../../apps/server/src/services/calibration-data.ts';
import { randomUUID } from 'node:crypto';
import { buildTestApp, type Client, signIn, type TestApp } from '../../harness/build-test-app.ts';
import { smallBundle } from '../../harness/small-bundle.ts';
import { completeRating, rubricHash } from '../../harness/seed-study.ts';

const base = '/api/curator/studies/bundle';
const now = (): Date => new Date('2026-01-05T08:00:00.000Z');
let app: TestApp;
let clara: Client;
let rosa: Client;

/** The small bundle beside the small study: Rosa reads as r1, and r2 has submitted one answer. */
beforeAll(async () => {
  app = await buildTestApp({ curatorRoutes });
  const { store, blobs, study } = app;
  const bundle = smallBundle();
  bundle.study = {
    ...bundle.study,
    protocol: protocolSchema.parse({ repeats: { share: 0 } }),
  };
  bundle.assignments = [{ rater: 'r2', response: 'c1-m1', kind: 'study', position: 0 }];
  bundle.ratings = [
    {
      rater: 'r2',
      response: 'c1-m1',
      kind: 'study',
      content: completeRating,
      submittedAt: now().toISOString(),
    },
  ];
  await storeBundle(store, blobs, bundle, { actor: 'test', now });
  const studyId = 'bundle';
  await addMembership(store, { studyId, accountId: study.accounts.clara, role: 'curator' });
  await addMembership(store, { studyId, accountId: study.accounts.rosa, role: 'rater' });
  store.raw
    .prepare("UPDATE rater SET account_id = ? WHERE study_id = 'bundle' AND pseudonym = 'r1'")
    .run(study.accounts.rosa);
  await assignReading(store, studyId, 'test', now);
  clara = await signIn(app.app, 'clara');
  rosa = await signIn(app.app, 'rosa');
});
afterAll(() => app.close());

const assignments = async (): Promise<AssignmentView[]> =>
  (await clara.ask({ url: `${base}/assignments` })).json<{ assignments: AssignmentView[] }>().assignments;
const of = async (raterId: string, at: number): Promise<AssignmentView> => {
  const own = (await assignments()).filter((row) => row.raterId === raterId);
  return own[at] as AssignmentView;
};
const change = (assignment: AssignmentView, body: unknown) =>
  clara.ask({ method: 'POST', url: `${base}/assignments/${assignment.assignmentId}`, body });
const list = async (): Promise<WorkList> =>
  (await rosa.ask({ url: '/api/rater/studies/bundle/list' })).json<WorkList>();
const submit = (itemId: string, baseRevision: number) =>
  rosa.ask({
    method: 'POST',
    url: `/api/rater/items/${itemId}/submission`,
    body: { baseRevision, rubricHash, idempotencyKey: randomUUID(), content: completeRating },
  });

describe('a dry run', () => {
  it('says what an assignment would give to each rater, and writes nothing', async () => {
    const before = app.store.raw.prepare('SELECT count(*) AS n FROM assignment').get();
    app.store.raw.exec(
      `UPDATE study SET protocol = json_set(protocol, '$.repeats.share', 0.25) WHERE study_id = 'bundle'`,
    );
    const plan = (await clara.ask({ url: `${base}/assignments/plan` })).json();
    // Nine answers each are assigned already; a quarter of them, rounded, is to be read again.
    expect(plan).toEqual({
      assigned: 4,
      repeats: 4,
      raters: 2,
      heldBack: 0,
      perRater: [
        { raterId: 'r1', added: 0, repeats: 2, total: 11 },
        { raterId: 'r2', added: 0, repeats: 2, total: 11 },
      ],
    });
    expect(app.store.raw.prepare('SELECT count(*) AS n FROM assignment').get()).toEqual(before);
    app.store.raw.exec(
      `UPDATE study SET protocol = json_set(protocol, '$.repeats.share', 0) WHERE study_id = 'bundle'`,
    );
  });
});

describe('a table of assignments', () => {
  const bring = (csv: string) => clara.ask({ method: 'POST', url: `${base}/assignments/csv`, body: { csv } });
  const countOf = () => app.store.raw.prepare('SELECT count(*) AS n FROM assignment').get();

  it('goes out and comes in again without a change, byte order mark and CRLF or not', async () => {
    const csv = (await clara.ask({ url: `${base}/assignments/csv` })).body;
    expect(csv.split('\r\n')[0]).toBe('rater,response,kind,position,state');
    const before = countOf();
    for (const text of [csv, `\ufeff${csv}`, csv.replaceAll('\r\n', '\n')])
      expect((await bring(text)).json()).toEqual({ added: 0, unchanged: 18 });
    expect(countOf()).toEqual(before);
  });
  it('gives what is new, in its order behind the list', async () => {
    app.store.raw.exec(
      "DELETE FROM assignment WHERE kind = 'study' AND assignment_id IN (SELECT assignment_id FROM assignment JOIN rater USING (rater_id) WHERE study_id = 'bundle' AND pseudonym = 'r2' ORDER BY position DESC LIMIT 2)",
    );
    const left = (await assignments())
      .filter(({ raterId }) => raterId === 'r2')
      .map(({ responseId }) => responseId);
    const gone = (await assignments())
      .map(({ responseId }) => responseId)
      .filter((each, at, all) => all.indexOf(each) === at && !left.includes(each));
    const reply = await bring(`response,rater\n${gone.map((each) => `${each},r2`).join('\n')}`);
    expect(reply.json()).toEqual({ added: 2, unchanged: 0 });
    const own = (await assignments()).filter(({ raterId }) => raterId === 'r2');
    expect(own.slice(-2).map(({ responseId }) => responseId)).toEqual(gone);
  });
  it('with a fault changes nothing and names line, field, what was found and expected', async () => {
    const before = countOf();
    const faults = async (csv: string) => (await bring(csv)).json<Problem>().errors;
    expect(await faults('rater,response\nr1,c1-m1\nr9,c1-m1\nr1,c9')).toMatchObject([
      { where: 'assignments.csv', line: 3, field: 'rater', found: 'r9' },
      { where: 'assignments.csv', line: 4, field: 'response', found: 'c9' },
    ]);
    expect(await faults('reader,answer\nr1,c1-m1')).toMatchObject([{ line: 1, field: '(header)' }]);
    expect(await faults('rater,response\n"r1,c1-m1')).toMatchObject([{ field: '(row)' }]);
    expect(countOf()).toEqual(before);
  });
});

describe('the protocol', () => {
  const read = async (): Promise<ProtocolView> =>
    (await clara.ask({ url: `${base}/protocol` })).json<ProtocolView>();
  const put = (body: unknown) => clara.ask({ method: 'PUT', url: `${base}/protocol`, body });

  it('is amended with who, why and what, and the report prints it', async () => {
    const { protocol, sequence, ratings } = await read();
    expect({ sequence, ratings }).toEqual({ sequence: 0, ratings: 1 });
    const stricter = { ...protocol, minRaters: 3, gate: { ...protocol.gate, biasMargin: 4 } };
    const reply = await put({ protocol: stricter, baseSequence: 0, reason: 'Three readers came.' });
    expect(reply.statusCode).toBe(200);
    expect(reply.json<ProtocolView>().versions[0]).toMatchObject({
      sequence: 1,
      actor: 'clara',
      reason: 'Three readers came.',
      changed: ['gate.biasMargin: 5 → 4', 'minRaters: 2 → 3'],
      ratingsBefore: 1,
    });
    const data = await readCalibrationData(app.store, 'bundle');
    expect(data.study.protocol.minRaters).toBe(3);
    expect(data.amendments).toMatchObject([
      { actor: 'clara', changed: ['gate.biasMargin: 5 → 4', 'minRaters: 2 → 3'] },
    ]);
  });
  it('is not changed on a stale copy, without a change, without a reason or after lock', async () => {
    const { protocol, sequence } = await read();
    const other = { ...protocol, minRaters: 5 };
    const types = [];
    for (const body of [
      { protocol: other, baseSequence: sequence - 1, reason: 'x' },
      { protocol, baseSequence: sequence, reason: 'x' },
      { protocol: other, baseSequence: sequence, reason: '  ' },
      { protocol: { ...other, minRaters: 0 }, baseSequence: sequence, reason: 'x' },
    ])
      types.push((await put(body)).json<Problem>().type.split('/').at(-1));
    expect(types).toEqual(['protocol-changed', 'invalid-request', 'invalid-request', 'invalid-request']);
    app.store.raw.exec("UPDATE study SET locked_at = '2026-01-06T00:00:00.000Z'");
    expect((await put({ protocol: other, baseSequence: sequence, reason: 'x' })).statusCode).toBe(409);
    app.store.raw.exec('UPDATE study SET locked_at = NULL');
    expect((await read()).sequence).toBe(sequence);
  });
  it('is hidden from raters', async () => {
    expect((await rosa.ask({ url: `${base}/protocol` })).statusCode).toBe(404);
    expect((await rosa.ask({ url: `${base}/assignments` })).statusCode).toBe(404);
  });
});

describe('a reading', () => {
  it('that was submitted goes back to its rater with what was submitted', async () => {
    const first = (await list()).items[0];
    const itemId = first?.itemId ?? '';
    expect((await submit(itemId, 0)).statusCode).toBe(200);
    expect((await submit(itemId, 0)).statusCode).toBe(409);
    const assignment = await of('r1', 0);
    expect(assignment.state).toBe('submitted');
    expect(
      (await change(assignment, { action: 'reopen', reason: 'Asked for by the rater.' })).statusCode,
    ).toBe(200);
    const reading = (await rosa.ask({ url: `/api/rater/items/${itemId}` })).json<Reading>();
    expect(reading).toMatchObject({ state: 'draft', content: completeRating });
    expect((await submit(itemId, reading.revision)).statusCode).toBe(200);
  });
  it('that was annulled leaves the list and the statistics, and stays on the record', async () => {
    const assignment = await of('r1', 0);
    const before = await readCalibrationData(app.store, 'bundle');
    expect(
      (await change(assignment, { action: 'annul', reason: 'Read with the images missing.' })).statusCode,
    ).toBe(200);
    const after = await readCalibrationData(app.store, 'bundle');
    expect(after.ratings).toHaveLength(before.ratings.length - 1);
    expect(after).toMatchObject({ annulled: 1, annulledAfterLock: 0 });
    expect((await list()).items).toHaveLength(8);
    const rows = app.store.raw
      .prepare('SELECT status, reason FROM rating WHERE assignment_id = ?')
      .all(Number(assignment.assignmentId));
    expect(rows.at(-1)).toEqual({ status: 'annulled', reason: 'Read with the images missing.' });
    expect((await change(assignment, { action: 'annul', reason: 'again' })).statusCode).toBe(409);
  });
  it('that was not submitted goes to another rater, once', async () => {
    const waiting = (await assignments()).filter(({ state }) => state === 'unread');
    const theirs = waiting.find(({ raterId }) => raterId === 'r2') as AssignmentView;
    const assignment = waiting.find(
      (row) => row.raterId === 'r1' && row.responseId === theirs.responseId,
    ) as AssignmentView;
    const again = async () =>
      (await assignments()).find(({ assignmentId }) => assignmentId === assignment.assignmentId)?.state;
    const give = { action: 'reassign', toRaterId: 'r2', reason: 'On leave.' };
    expect((await change(assignment, { ...give, toRaterId: 'nobody' })).statusCode).toBe(400);
    expect((await change(assignment, give)).statusCode).toBe(409);
    expect(await again()).toBe('unread');
    expect((await change(theirs, { action: 'withdraw', reason: 'Twice.' })).statusCode).toBe(200);
    expect((await change(assignment, give)).statusCode).toBe(200);
    expect(await again()).toBe('withdrawn');
    const given = (await assignments()).filter(
      (row) => row.raterId === 'r2' && row.responseId === assignment.responseId,
    );
    expect(given).toMatchObject([{ state: 'unread', kind: assignment.kind }]);
    expect((await change(assignment, give)).statusCode).toBe(409);
    expect((await list()).items).toHaveLength(7);
  });
  it('is not withdrawn after it was submitted, nor annulled before', async () => {
    const submitted = (await assignments()).find(({ state }) => state === 'submitted') as AssignmentView;
    const unread = (await assignments()).find(({ state }) => state === 'unread') as AssignmentView;
    expect((await change(submitted, { action: 'withdraw', reason: 'x' })).statusCode).toBe(409);
    expect((await change(unread, { action: 'annul', reason: 'x' })).statusCode).toBe(409);
    expect((await change(unread, { action: 'withdraw', reason: ' ' })).statusCode).toBe(400);
  });
  it('after lock is only annulled, and counted as such', async () => {
    app.store.raw.prepare('UPDATE study SET locked_at = ?').run(new Date().toISOString());
    const submitted = (await assignments()).find(({ state }) => state === 'submitted') as AssignmentView;
    expect((await change(submitted, { action: 'reopen', reason: 'x' })).statusCode).toBe(409);
    expect((await change(submitted, { action: 'annul', reason: 'Consent withdrawn.' })).statusCode).toBe(200);
    expect(await readCalibrationData(app.store, 'bundle')).toMatchObject({
      annulled: 2,
      annulledAfterLock: 1,
    });
    app.store.raw.exec('UPDATE study SET locked_at = NULL');
  });
});

describe('a correction by the rater', () => {
  const correct = (itemId: string, body: object) =>
    rosa.ask({ method: 'POST', url: `/api/rater/items/${itemId}/correction`, body: { rubricHash, ...body } });
  const better = { ...completeRating, comment: 'The side was wrong.' };

  it('is a record beside the first, with its reason, once; the latest counts', async () => {
    const itemId = (await list()).items[1]?.itemId ?? '';
    const key = randomUUID();
    const body = { content: better, reason: 'A slip.', idempotencyKey: key };
    expect((await correct(itemId, body)).json<Problem>().type).toMatch(/correction-closed/u);
    await submit(itemId, 0);
    expect((await correct(itemId, { ...body, reason: ' ' })).statusCode).toBe(400);
    expect((await correct(itemId, body)).statusCode).toBe(200);
    expect((await correct(itemId, body)).statusCode).toBe(200);
    const rows = app.store.raw
      .prepare(
        `SELECT sequence, status, reason FROM rating JOIN assignment USING (assignment_id) WHERE alias = ? ORDER BY sequence`,
      )
      .all(itemId);
    expect(rows).toEqual([
      { sequence: 1, status: 'submitted', reason: null },
      { sequence: 2, status: 'submitted', reason: 'A slip.' },
    ]);
    const reading = (await rosa.ask({ url: `/api/rater/items/${itemId}` })).json<Reading>();
    expect(reading).toMatchObject({ state: 'submitted', content: better, mayCorrect: true });
    const data = await readCalibrationData(app.store, 'bundle');
    expect(data.ratings.filter(({ content }) => content.comment === better.comment)).toHaveLength(1);
  });
  it('is refused once the reference was shown after the submission', async () => {
    const itemId = (await list()).items[1]?.itemId ?? '';
    app.store.raw.exec(
      `UPDATE study SET protocol = json_set(protocol, '$.referenceShown', 'after-submit') WHERE study_id = 'bundle'`,
    );
    const body = { content: completeRating, reason: 'Now I know.', idempotencyKey: randomUUID() };
    expect((await correct(itemId, body)).statusCode).toBe(409);
    const reading = (await rosa.ask({ url: `/api/rater/items/${itemId}` })).json<Reading>();
    expect(reading).toMatchObject({ mayCorrect: false, task: { reference: 'Stroke' } });
    app.store.raw.exec(
      `UPDATE study SET protocol = json_set(protocol, '$.referenceShown', 'never') WHERE study_id = 'bundle'`,
    );
  });
});

describe('the label of a series', () => {
  const put = (studyId: string, seriesId: unknown, body: object) =>
    clara.ask({
      method: 'PUT',
      url: `/api/curator/studies/${studyId}/series/${String(seriesId)}/label`,
      body,
    });

  it('is corrected with a reason, keeps what it was before, and reaches the reader', async () => {
    const { series_id: seriesId } = app.store.raw
      .prepare("SELECT series_id FROM image_series WHERE label = 'FLAIR'")
      .get() as { series_id: number };
    const body = { label: 'T2w', reason: 'Fluid is bright.' };
    expect((await put('small', seriesId, { ...body, label: 'GPT-5 favourite' })).statusCode).toBe(400);
    expect((await put('small', seriesId, { ...body, reason: ' ' })).statusCode).toBe(400);
    expect((await put('bundle', seriesId, body)).statusCode).toBe(404);
    expect((await put('small', seriesId, body)).statusCode).toBe(200);
    const row = app.store.raw
      .prepare('SELECT label, label_rule FROM image_series WHERE series_id = ?')
      .get(seriesId);
    expect(row).toMatchObject({
      label: 'T2w',
      label_rule: expect.stringMatching(/^corrected by clara; before: FLAIR \(/u),
    });
    const reading = (await rosa.ask({ url: '/api/rater/items/rosa-item-0' })).json<Reading>();
    expect(reading.case.series.map(({ label }) => label)).toEqual(['T2w']);
    expect(JSON.stringify(reading)).not.toContain('clara');
  });
});

describe('time on an item', () => {
  it('is counted once a visit, however often it is sent, and by series', async () => {
    const url = '/api/rater/items/rosa-item-0';
    const reading = (await rosa.ask({ url })).json<Reading>();
    const seriesId = reading.case.series[0]?.seriesId ?? '';
    const visit = randomUUID();
    const send = (activeSeconds: number, id = visit) =>
      rosa.ask({
        method: 'PUT',
        url: `${url}/time`,
        body: {
          visit: id,
          activeSeconds,
          series: [
            { seriesId, activeSeconds },
            { seriesId: 'no-series', activeSeconds: 1 },
          ],
        },
      });
    for (const seconds of [30, 60, 60, 45]) expect((await send(seconds)).statusCode).toBe(200);
    await send(20, randomUUID());
    const row = readAssignments(app.store, 'small').find(({ activeSeconds }) => activeSeconds !== null);
    expect(row).toMatchObject({ activeSeconds: 80, seriesOpened: 1, seriesCount: 1 });
  });
});

describe('a hidden second reading', () => {
  it('comes on the list when its washout is over, under another name', async () => {
    app.store.raw.exec(
      `INSERT INTO assignment (rater_id, response_id, kind, position, alias)
       SELECT a.rater_id, a.response_id, 'repeat', 900, 'second' FROM assignment a JOIN rater r USING (rater_id)
        WHERE r.study_id = 'bundle' AND r.pseudonym = 'r1' AND a.alias = '${(await list()).items[0]?.itemId}'`,
    );
    const first = (await list()).items[0]?.itemId ?? '';
    expect((await list()).items.map(({ itemId }) => itemId)).not.toContain('second');
    await submit(first, 0);
    expect((await list()).items.map(({ itemId }) => itemId)).not.toContain('second');
    expect((await rosa.ask({ url: '/api/rater/items/second' })).statusCode).toBe(404);
    app.store.raw.exec(
      `UPDATE study SET protocol = json_set(protocol, '$.repeats.washoutDays', 0) WHERE study_id = 'bundle'`,
    );
    expect((await list()).items.map(({ itemId }) => itemId)).toContain('second');
    expect((await rosa.ask({ url: '/api/rater/items/second' })).json<Reading>()).toMatchObject({
      state: 'unread',
      revision: 0,
    });
  });
});
