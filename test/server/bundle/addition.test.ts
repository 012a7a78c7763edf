import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importNeuralMedBench, importStudy } from '../../../apps/server/src/services/import-study.ts';
import { openTestStore, type TestStore } from '../../harness/open-test-store.ts';
import { tinyPng } from '../../harness/tiny-png.ts';

let test: TestStore;
let folder: string;
const by = { actor: 'clara', now: () => new Date('2026-01-05T08:00:00Z') };
beforeEach(async () => {
  test = openTestStore();
  folder = mkdtempSync(join(tmpdir(), 'concord-addition-'));
  const uri = `data:image/png;base64,${tinyPng(8, 8, 9).toString('base64')}`;
  const question = { question_number: 1, question_text: '诊断？' };
  const path = join(folder, 'published.json');
  writeFileSync(
    path,
    JSON.stringify([{ case_id: 1, text: '右侧肢体无力。', images: [uri], questions: [question] }]),
  );
  await importNeuralMedBench(test.store, test.blobs, path, {
    ...by,
    family: 'differential-diagnosis',
    level: 1,
    studyId: 'nmb',
  });
});
afterEach(async () => {
  await test.remove();
  rmSync(folder, { recursive: true, force: true });
});

const answers: Record<string, string> = {
  'study.yaml': 'id: nmb\nrespondents:\n  - { id: m1, kind: model, name: Model One }\n',
  'responses.jsonl':
    '{"id":"a1","task":"case-1-q1","respondent":"m1","answer":"Model One 认为是脑梗死，见于2019年3月12日。"}\n',
  'raters.csv':
    'pseudonym,specialty,years,training,conflict_of_interest,consent_date\nR1,neurology,5,yes,none,2026-01-01\n',
};
function add(files: Record<string, string>) {
  const root = mkdtempSync(join(folder, 'bundle-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  return importStudy(test.store, test.blobs, root, by);
}

describe('A bundle that adds to a stored study', () => {
  it('brings answers and raters without cases, tasks and rubric, and finds who names its author', async () => {
    const outcome = await add(answers);
    expect(outcome.counts).toMatchObject({
      cases: { added: 0, unchanged: 0 },
      respondents: { added: 1, unchanged: 0 },
      responses: { added: 1, unchanged: 0 },
      raters: { added: 1, unchanged: 0 },
      findings: { added: 1, unchanged: 0 },
    });
    const [row] = test.store.raw.prepare('SELECT * FROM response').all() as Record<string, unknown>[];
    expect(JSON.stringify(row), 'its dates move with those of the case').not.toContain('2019年3月12日');
    const again = await add(answers);
    expect(Object.values(again.counts).every(({ added }) => added === 0)).toBe(true);
  });

  it('that names a task which is neither stored nor brought is refused', async () => {
    const wrong = { ...answers, 'responses.jsonl': answers['responses.jsonl']?.replace('q1', 'q9') ?? '' };
    await expect(add(wrong)).rejects.toMatchObject({
      errors: [{ where: 'responses.jsonl', line: 1, field: 'task', found: 'case-1-q9' }],
    });
  });

  it('that says the study is another one is refused with both titles', async () => {
    const wrong = { ...answers, 'study.yaml': `${answers['study.yaml']}title: Another\n` };
    await expect(add(wrong)).rejects.toMatchObject({
      errors: [{ where: 'study.yaml', field: 'title', found: 'Another' }],
    });
  });

  it('to a study that is not there needs everything', async () => {
    const wrong = { ...answers, 'study.yaml': answers['study.yaml']?.replace('nmb', 'other') ?? '' };
    const error = await add(wrong).catch((thrown: unknown) => thrown as { errors: { where: string }[] });
    const places = 'errors' in error ? error.errors.map(({ where }) => where) : [];
    expect(places).toEqual(expect.arrayContaining(['study.yaml', 'rubric.yaml']));
  });
});
