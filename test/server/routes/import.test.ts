import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Job } from '@concord/rubric/contract/curator/routes';
import { curatorRoutes } from '../../../apps/server/src/routes/curator/index.ts';
import { buildTestApp, type Client, signIn, type TestApp } from '../../harness/build-test-app.ts';
import { tinyPng } from '../../harness/tiny-png.ts';

let test: TestApp | undefined;
afterEach(async () => {
  await test?.close();
  test = undefined;
});

async function open(): Promise<TestApp & { clara: Client }> {
  test = await buildTestApp({ curatorRoutes });
  test.store.raw.exec("UPDATE account SET is_admin = 1 WHERE username = 'clara'");
  return { ...test, clara: await signIn(test.app, 'clara') };
}
const picture = `data:image/jpeg;base64,${tinyPng(8, 8, 90).toString('base64')}`;
const published = JSON.stringify([
  {
    case_id: 1,
    text: '右侧肢体无力两小时。',
    images: [picture],
    questions: [{ question_number: 1, question_text: '诊断？' }],
  },
  { case_id: 2, text: '', images: [], questions: [] },
]);

/** Sends a file as a browser's form does and waits for the end of the job. */
async function send(
  { app, clara }: { app: TestApp['app']; clara: Client },
  name: string,
  content: string,
  fields: Record<string, string> = { family: 'differential-diagnosis', level: '1' },
): Promise<Job> {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('bundle', new File([content], name));
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const reply = await app.inject({
    method: 'POST',
    url: '/api/curator/imports',
    headers: {
      cookie: clara.cookie,
      'x-csrf-token': clara.csrf,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  expect(reply.statusCode, reply.body).toBe(200);
  const { jobId } = reply.json<Job>();
  return vi.waitFor(async () => {
    const job = (await clara.ask({ url: `/api/curator/jobs/${jobId}` })).json<Job>();
    expect(job.state).not.toBe('running');
    return job;
  });
}

describe('An import from the page', () => {
  it('tells what it brought and what it left out, under the name that the file has for the user', async () => {
    const job = await send(await open(), 'mine.json', published);
    expect(job).toMatchObject({ state: 'done', resultId: 'neural-medbench-differential-diagnosis-1' });
    expect(job.counts).toContainEqual({ kind: 'cases', added: 1, unchanged: 0 });
    expect(job.notices).toEqual(['mine.json: Case 2 is a placeholder without text and images: left out.']);
  });

  it('of a broken file says where, under its own name, and stores nothing', async () => {
    const opened = await open();
    const job = await send(opened, 'mine.json', '[{"case_id": 1,\n]');
    expect(job).toMatchObject({ state: 'failed' });
    expect(job.problems).toMatchObject([{ where: 'mine.json', line: 2, expected: 'JSON' }]);
    const zip = await send(opened, 'study.zip', 'no archive', {});
    expect(zip.problems).toMatchObject([{ where: 'study.zip', expected: 'a bundle folder or .zip' }]);
    expect(opened.store.raw.prepare('SELECT count(*) AS n FROM study').get()).toEqual({ n: 1 });
  });

  it('of a Neural-MedBench file without family or with level 3 asks for them', async () => {
    const opened = await open();
    for (const fields of [{}, { family: 'differential-diagnosis', level: '3' }]) {
      const job = await send(opened, 'mine.json', published, fields);
      expect(job.problems).toMatchObject([{ where: 'mine.json', field: 'family, level' }]);
    }
  });
});
