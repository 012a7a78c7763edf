import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StudyBundle } from '../../../apps/server/src/bundle/study-bundle.ts';
import { assignReading } from '../../../apps/server/src/services/assign-reading.ts';
// The built one: the report is computed in a worker, which runs from the built files only.
import { exportGrader } from '../../../apps/server/dist/services/export-grader.js';
import { closeComputePool } from '../../../apps/server/dist/services/run-report.js';
import { importGraderScores } from '../../../apps/server/src/services/import-grader-scores.ts';
import { storeBundle } from '../../../apps/server/src/services/import-study.ts';
import { openTestStore, type TestStore } from '../../harness/open-test-store.ts';
import { smallBundle } from '../../harness/small-bundle.ts';

let test: TestStore;
beforeEach(() => {
  test = openTestStore();
});
afterEach(() => test.remove());

const input = { actor: 'clara', now: () => new Date('2026-01-05T08:00:00Z') };
const put = (bundle: StudyBundle, into = test) => storeBundle(into.store, into.blobs, bundle, input);
const tables = [
  'study',
  'study_case',
  'task',
  'respondent',
  'response',
  'rater',
  'grader',
  'grader_score',
  'mask_finding',
  'audit_entry',
];
const everything = (): unknown =>
  tables.map((table) => test.store.raw.prepare(`SELECT * FROM ${table}`).all());
type OrderRow = { pseudonym: string; response: string; caseKey: string; kind: string };
const orderOf = ({ store }: TestStore): OrderRow[] =>
  store.raw
    .prepare(
      `SELECT pseudonym, response_key AS response, case_key AS caseKey, assignment.kind FROM assignment
         JOIN rater USING (rater_id) JOIN response USING (response_id) JOIN task USING (task_id) JOIN study_case USING (case_id)
        ORDER BY pseudonym, assignment.position`,
    )
    .all() as OrderRow[];
async function orderFor(bundle: StudyBundle): Promise<OrderRow[]> {
  const other = openTestStore();
  try {
    await put(bundle, other);
    await assignReading(other.store, 'bundle', 'clara', input.now);
    return orderOf(other);
  } finally {
    await other.remove();
  }
}

describe('Importing a study', () => {
  it('a second time changes nothing, not even the log', async () => {
    const first = await put(smallBundle());
    expect(first.counts['responses']).toEqual({ added: 9, unchanged: 0 });
    const before = everything();
    const second = await put(smallBundle());
    expect(second.counts['responses']).toEqual({ added: 0, unchanged: 9 });
    expect(Object.values(second.counts).every(({ added }) => added === 0)).toBe(true);
    expect(everything()).toEqual(before);
  });

  it('with a changed answer is refused with both texts, and nothing of it is stored', async () => {
    await put(smallBundle());
    const before = everything();
    const bundle = smallBundle();
    bundle.responses = bundle.responses.map((row) =>
      row.id === 'c1-m1' ? { ...row, answer: 'Another' } : row,
    );
    bundle.responses.push({ id: 'c1-m1-again', task: 't-c1', respondent: 'm1', sample: 1, answer: 'New' });
    await expect(put(bundle)).rejects.toMatchObject({
      type: 'bundle-refused',
      errors: [
        {
          where: 'responses.jsonl c1-m1',
          field: 'answers',
          found: '["Another"]',
          expected: 'what is stored (["An answer to c1"]); a changed record needs a new id',
        },
      ],
    });
    expect(everything()).toEqual(before);
  });

  it.each([
    [
      'question',
      (bundle: StudyBundle) => {
        bundle.tasks = bundle.tasks.map((task) => ({ ...task, question: 'Where is it?' }));
      },
      { where: 'tasks.jsonl t-c1', field: 'question', found: 'Where is it?' },
    ],
    [
      'respondent of an answer',
      (bundle: StudyBundle) => {
        bundle.responses = bundle.responses.map((row) =>
          row.id === 'c1-m1' ? { ...row, respondent: 'm2' } : row,
        );
      },
      { where: 'responses.jsonl c1-m1', field: 'respondent', found: 'another one' },
    ],
    [
      'summary of a case',
      (bundle: StudyBundle) => {
        bundle.cases = bundle.cases.map((entry) => ({
          ...entry,
          file: { ...entry.file, summary: 'Changed' },
        }));
      },
      { where: 'cases/c1', field: 'summary', found: 'Changed' },
    ],
    [
      'seed of the study',
      (bundle: StudyBundle) => {
        bundle.study = { ...bundle.study, seed: 8 };
      },
      { where: 'study.yaml', field: 'seed', found: '8' },
    ],
  ])('with a changed %s is refused and says where', async (_what, change, expected) => {
    await put(smallBundle());
    const bundle = smallBundle();
    change(bundle);
    const error = await put(bundle).catch((thrown: unknown) => thrown as { errors: unknown[] });
    expect('errors' in error && error.errors[0]).toMatchObject(expected);
  });
});

describe('The reading order', () => {
  it('gives every rater every answer once, and two answers to one case never one after the other', async () => {
    const order = await orderFor(smallBundle());
    for (const rater of ['r1', 'r2']) {
      const own = order.filter(({ pseudonym }) => pseudonym === rater);
      expect(new Set(own.map(({ response }) => response)).size).toBe(9);
      const neighbours = own.filter(({ caseKey }, index) => own[index + 1]?.caseKey === caseKey);
      expect(neighbours).toEqual([]);
    }
  });

  it('is the same from the same seed, another from another seed, and another for each rater', async () => {
    const order = await orderFor(smallBundle());
    expect(await orderFor(smallBundle())).toEqual(order);
    const reseeded = smallBundle();
    reseeded.study = { ...reseeded.study, seed: 8 };
    expect(await orderFor(reseeded)).not.toEqual(order);
    const responses = (rater: string) =>
      order.filter(({ pseudonym }) => pseudonym === rater).map(({ response }) => response);
    expect(responses('r1')).not.toEqual(responses('r2'));
  });

  it('does not depend on what the models are called or who made them', async () => {
    const renamed = smallBundle();
    renamed.study = {
      ...renamed.study,
      respondents: renamed.study.respondents.map((row, index) => ({
        ...row,
        name: `Zeta ${9 - index}`,
        family: 'Other',
      })),
    };
    expect(await orderFor(renamed)).toEqual(await orderFor(smallBundle()));
  });

  it('leaves out an answer whose masking decision is open', async () => {
    const bundle = smallBundle();
    bundle.findings = [
      {
        kind: 'author-named',
        responseId: 'c2-m2',
        caseId: null,
        where: 'answer',
        start: 0,
        end: 2,
        text: 'An',
      },
    ];
    const order = await orderFor(bundle);
    expect(order.filter(({ kind }) => kind === 'study')).toHaveLength(16);
    // One in ten is to be read again, by each rater.
    expect(order.filter(({ kind }) => kind === 'repeat')).toHaveLength(2);
    expect(order.map(({ response }) => response)).not.toContain('c2-m2');
  });
});

describe('Before the study is locked', () => {
  afterAll(() => closeComputePool());

  it('no grader is exported', async () => {
    await put(smallBundle());
    for (const format of ['manifest', 'promptfoo'] as const)
      await expect(
        exportGrader(test.store, { studyId: 'bundle', graderId: 'g1', format, ...input }),
      ).rejects.toMatchObject({
        type: 'export-refused',
        detail: 'The study is not locked: lock it and run the report first.',
      });
  });
});

describe('Grader scores', () => {
  const bring = (text: string, name = 'scores.jsonl') =>
    importGraderScores(test.store, {
      studyId: 'bundle',
      scores: { name, bytes: Buffer.from(text) },
      ...input,
    });
  const line = (values: object): string => JSON.stringify({ grader: 'g1', response: 'c1-m1', ...values });
  beforeEach(() => put(smallBundle()));

  it('come in once, and again without a change', async () => {
    const text = line({ scores: { accuracy: 1.5, safety: null } });
    expect(await bring(text)).toMatchObject({ added: 1, unchanged: 0 });
    expect(await bring(text)).toMatchObject({ added: 0, unchanged: 1 });
  });

  it.each([
    ['off the scale', { scores: { accuracy: 3 } }, 'scores.accuracy', '3', 'a number from 0 to 2'],
    [
      'of an unknown dimension',
      { scores: { style: 1 } },
      'scores.style',
      'style',
      'a dimension of the rubric: accuracy, safety',
    ],
    [
      'of an unknown answer',
      { response: 'c9', scores: { accuracy: 1 } },
      'response',
      'c9',
      'a response of the study',
    ],
    [
      'of an unknown grader',
      { grader: 'g9', scores: { accuracy: 1 } },
      'grader',
      'g9',
      'a grader of the study: g1',
    ],
    [
      'of a round that there is not',
      { round: 1, scores: { accuracy: 1 } },
      'round',
      '1',
      'a round from 0 to 0',
    ],
  ])(
    '%s are refused with line and field, and nothing of the file is stored',
    async (_what, values, field, found, expected) => {
      const good = line({ scores: { accuracy: 1 }, repeat: 1 });
      await expect(bring(`${good}\n${line(values)}`)).rejects.toMatchObject({
        type: 'scores-refused',
        errors: [{ where: 'scores.jsonl', line: 2, field, found, expected }],
      });
      expect(test.store.raw.prepare('SELECT count(*) AS n FROM grader_score').get()).toEqual({ n: 0 });
    },
  );

  it('that differ for one answer and repeat are refused', async () => {
    const text = [1, 2].map((accuracy) => line({ scores: { accuracy } })).join('\n');
    await expect(bring(text)).rejects.toMatchObject({ errors: [{ line: 2, field: 'scores' }] });
  });
});
