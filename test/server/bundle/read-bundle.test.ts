import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findAuthorship } from '../../../apps/server/src/bundle/authorship.ts';
import { readFhirRecord } from '../../../apps/server/src/bundle/fhir-record.ts';
import { readBundle } from '../../../apps/server/src/bundle/read-bundle.ts';

const context = { secret: 'a study secret' };
const minimal: Record<string, string> = {
  'study.yaml': 'id: s1\ntitle: A study\nrespondents:\n  - { id: m1, kind: model, name: Model One }\n',
  'rubric.yaml':
    'id: r\nversion: "1"\ntitle: R\norigin: own\ndimensions:\n  - id: d\n    title: D\n    weight: 1\n    scale: { min: 0, max: 1, anchors: [{ value: 0, text: no }, { value: 1, text: yes it is }] }\n',
  'cases/c1/case.yaml': 'id: c1\nsplit: test\nsummary: A woman with double vision\n',
  'cases/c1/notes/a.md': '# Ward\nKnown multiple sclerosis.',
  'tasks.jsonl':
    '\uFEFF{"id":"t1","case":"c1","family":"differential-diagnosis","level":1,"question":"What\u2028is it?","reference":{"answer":"MS","diagnosis":"multiple sclerosis"}}\r\n',
  'responses.jsonl':
    '{"id":"p1","task":"t1","respondent":"m1","answer":"As an AI language model, I think of MS."}\n',
};
function folderOf(files: Record<string, string | Uint8Array>): string {
  const folder = mkdtempSync(join(tmpdir(), 'concord-test-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

describe('A study bundle', () => {
  it('is read with a byte order mark, CRLF and a line separator inside a text', async () => {
    const result = await readBundle(folderOf(minimal), { deidentify: context });
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    expect(result.bundle.tasks[0]?.question).toBe('What\u2028is it?');
    expect(result.bundle.findings.map((finding) => finding.kind).sort()).toEqual([
      'author-named',
      'reference-stated',
    ]);
  });
  it('is refused with file, line, field, what was found and what was expected', async () => {
    const files = {
      ...minimal,
      'responses.jsonl': '\n{"id":"p1","task":"t9","respondent":"m1","answer":"x"}\n{oops\n',
    };
    const result = await readBundle(folderOf(files), { deidentify: context });
    if (result.ok) throw new Error('accepted');
    expect(result.problems).toContainEqual({
      file: 'responses.jsonl',
      line: 2,
      field: 'task',
      found: 't9',
      expected: 'the id of a task in tasks.jsonl',
    });
    expect(result.problems.some((problem) => problem.line === 3)).toBe(true);
  });
  it('names the offset of a byte that is not UTF-8', async () => {
    const files = { ...minimal, 'responses.jsonl': Buffer.from([0x7b, 0x22, 0xe9, 0x22, 0x7d]) };
    const result = await readBundle(folderOf(files), { deidentify: context });
    expect(!result.ok && result.problems[0]?.found).toBe('a byte that is not UTF-8 at offset 2');
  });
});

describe('Words that name the author', () => {
  it.each(['As GPT-4o I would say', '作为一个人工智能助手', 'I am Claude.'])('are found in "%s"', (text) => {
    expect(findAuthorship(text).length).toBeGreaterThan(0);
  });
  it('are not found in ordinary clinical prose', () => {
    expect(findAuthorship('As an early sign, diplopia; the lesion is bright on FLAIR.')).toEqual([]);
  });
});

const fhir = join(resolve(process.env['CONCORD_CORPUS'] ?? '../shared/corpus'), 'fhir');
describe.skipIf(!existsSync(fhir))('Synthea records (skipped where the corpus is absent)', () => {
  it.each([1, 2, 3, 4, 5])('record %i is read newest first and names no patient', (number) => {
    const text = readFileSync(join(fhir, `synthea-neuro-${number}.json`), 'utf8');
    const result = readFhirRecord(text, 'c1', context);
    if (!result.ok) throw new Error(result.expected);
    const dates = result.record.flatMap((entry) => entry.date?.slice(0, 10) ?? []);
    expect(dates.length).toBeGreaterThan(10);
    expect(dates).toEqual(dates.toSorted().toReversed());
    const patient = JSON.parse(text).entry.find(
      (entry: { resource: { resourceType: string } }) => entry.resource.resourceType === 'Patient',
    ).resource;
    for (const word of [
      patient.name[0].family,
      patient.id,
      patient.address?.[0]?.line?.[0],
      patient.telecom?.[0]?.value,
    ])
      if (typeof word === 'string')
        expect(result.fhirJson + JSON.stringify(result.record)).not.toContain(word);
  });
});
