import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importNeuralMedBench } from '../../../apps/server/src/services/import-study.ts';
import { openTestStore, type TestStore } from '../../harness/open-test-store.ts';
import { tinyPng } from '../../harness/tiny-png.ts';

let test: TestStore;
let folder: string;
beforeEach(() => {
  test = openTestStore();
  folder = mkdtempSync(join(tmpdir(), 'concord-nmb-'));
});
afterEach(async () => {
  await test.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** The published file labels PNG bytes as JPEG. */
const picture = (grey: number): string => `data:image/jpeg;base64,${tinyPng(8, 8, grey).toString('base64')}`;
const question = (text: string, number: number | string = 1) => ({
  question_number: number,
  question_text: text,
});
const published = [
  {
    case_id: 1,
    text: '患者，女，54岁，右侧肢体无力两小时。',
    images: [picture(20), picture(200)],
    questions: [question('最可能的诊断是什么？'), question('请列出鉴别诊断。', 2)],
  },
  { case_id: 2, text: '', images: [], questions: [question('')] },
];

async function put(content: unknown) {
  const path = join(folder, 'published.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  return importNeuralMedBench(test.store, test.blobs, path, {
    actor: 'clara',
    now: () => new Date('2026-01-05T08:00:00Z'),
    family: 'differential-diagnosis',
    level: 1,
  });
}
async function refusal(content: unknown) {
  return put(content).then(
    () => {
      throw new Error('accepted');
    },
    (error: { type: string; errors: Record<string, unknown>[] }) => {
      expect(error.type).toBe('bundle-refused');
      expect(test.store.raw.prepare('SELECT count(*) AS n FROM study').get()).toEqual({ n: 0 });
      return error.errors;
    },
  );
}

describe('A published Neural-MedBench file', () => {
  it('comes in with Chinese text, pictures told from their bytes, and its placeholder reported', async () => {
    const outcome = await put(published);
    expect(outcome.counts['cases']).toEqual({ added: 1, unchanged: 0 });
    expect(outcome.counts['tasks']).toEqual({ added: 2, unchanged: 0 });
    expect(outcome.notices).toEqual([
      'published.json: Case 2 is a placeholder without text and images: left out.',
    ]);
    const row = test.store.raw.prepare('SELECT case_key, summary FROM study_case').get();
    expect(row).toEqual({ case_key: 'case-1', summary: '患者，女，54岁，右侧肢体无力两小时。' });
    const images = test.store.raw.prepare('SELECT format FROM image ORDER BY position').all();
    expect(images).toEqual([{ format: 'raster' }, { format: 'raster' }]);
  });

  it('a second time changes nothing', async () => {
    await put(published);
    const second = await put(published);
    expect(second.counts['cases']).toEqual({ added: 0, unchanged: 1 });
    expect(second.counts['tasks']).toEqual({ added: 0, unchanged: 2 });
  });

  it('with a damaged picture is refused with the line and the field of the picture', async () => {
    const cut = `data:image/png;base64,${tinyPng(8, 8, 9).subarray(0, 40).toString('base64')}`;
    const [first] = published;
    const errors = await refusal([{ ...first, images: [picture(1), cut] }]);
    // Lines of the indented file: [ { case_id text images[ picture cut
    expect(errors).toEqual([
      {
        where: 'published.json',
        line: 7,
        field: '0.images.1',
        found: 'The PNG or JPEG picture is damaged or cut short.',
        expected: 'a PNG, JPEG or DICOM image as data URI',
      },
    ]);
  });

  it('with a picture that is no picture is refused', async () => {
    const [first] = published;
    const errors = await refusal([{ ...first, images: ['https://example.org/slice.png'] }]);
    expect(errors).toMatchObject([
      { line: 6, field: '0.images.0', expected: 'a PNG, JPEG or DICOM image as data URI' },
    ]);
  });

  it('with a case twice is refused with both places', async () => {
    const errors = await refusal([published[0], published[0]]);
    expect(errors).toMatchObject([{ line: 21, field: '1.case_id', found: '1, already at 0.case_id' }]);
  });

  it('with a missing key names line, field, what was found and what was expected', async () => {
    const errors = await refusal([{ case_id: 1, text: 3, questions: [] }]);
    expect(errors).toEqual([
      { where: 'published.json', line: 4, field: '0.text', found: '3', expected: 'text' },
      { where: 'published.json', line: 2, field: '0.images', found: 'nothing', expected: 'a list' },
    ]);
  });

  it('that is no JSON names the line', async () => {
    const errors = await refusal('[\n  {"case_id": 1,\n  "text": oops}\n]');
    expect(errors).toMatchObject([{ where: 'published.json', line: 3, expected: 'JSON' }]);
  });

  it('of placeholders only is refused: there would be nothing to read', async () => {
    const errors = await refusal([published[1]]);
    expect(errors).toMatchObject([{ found: 'placeholders only', expected: 'a case with text or images' }]);
  });

  it('loses what identifies a person from its texts and questions, and says how often', async () => {
    const named = {
      ...published[0],
      text: 'Seen by Dr. Miller on 2021-03-04, MRN: A123456. A 93-year-old man with weakness.',
      questions: [question('What would Dr. Miller do next?')],
    };
    const outcome = await put([named]);
    const texts = test.store.raw
      .prepare('SELECT summary, question FROM study_case JOIN task USING (case_id)')
      .get() as { summary: string; question: string };
    expect(texts.summary).toMatch(
      /^Seen by Dr\. \[removed\] on 2020-\d\d-\d\d|^Seen by Dr\. \[removed\] on 2021-0[1-3]-\d\d/,
    );
    expect(texts.summary).toContain('MRN: [removed]. A 90+-year-old man');
    expect(texts.question).toBe('What would Dr. [removed] do next?');
    expect(outcome.notices).toEqual([
      'published.json: Case 1: texts named a person, an institution or a number of theirs: 3 places now read [removed].',
    ]);
  });

  it('with more faults than one answer lists says how many more there are', async () => {
    const errors = await refusal(Array.from({ length: 230 }, () => ({ ...published[0], text: 3 })));
    expect(errors).toHaveLength(201);
    expect(errors.at(-1)).toMatchObject({ found: '30 more problems', expected: 'none' });
  });
});
