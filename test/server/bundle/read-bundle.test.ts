import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { leaveImages } from '../../harness/leave-images.ts';
import { findAuthorship } from '../../../apps/server/src/bundle/authorship.ts';
import { parseFhir, readFhirRecord } from '../../../apps/server/src/bundle/fhir-record.ts';
import { textDeidentifier } from '../../../apps/server/src/bundle/deidentify-text.ts';
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
    const result = await readBundle(folderOf(minimal), { deidentify: context, keepImages: leaveImages });
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
    const result = await readBundle(folderOf(files), { deidentify: context, keepImages: leaveImages });
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
    const result = await readBundle(folderOf(files), { deidentify: context, keepImages: leaveImages });
    expect(!result.ok && result.problems[0]?.found).toBe('a byte that is not UTF-8 at offset 2');
  });
});

const refusalOf = async (files: Record<string, string | Uint8Array>) => {
  const result = await readBundle(folderOf(files), { deidentify: context, keepImages: leaveImages });
  if (result.ok) throw new Error('accepted');
  return result.problems;
};
const without = (name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(minimal).filter(([file]) => file !== name));

describe('A fault of one file', () => {
  it('that is missing does not make faults of the files that name its ids', async () => {
    expect(await refusalOf(without('tasks.jsonl'))).toEqual([
      {
        file: 'tasks.jsonl',
        line: null,
        field: null,
        found: 'no such file',
        expected: 'the tasks of the cases',
      },
    ]);
  });

  it('of a case does not make a fault of its tasks', async () => {
    const files = { ...minimal, 'cases/c1/case.yaml': 'id: c1\nsplit: exam\nsummary: A woman\n' };
    expect(await refusalOf(files)).toEqual([
      { file: 'cases/c1/case.yaml', line: 2, field: 'split', found: '"exam"', expected: 'tune, test' },
    ]);
  });

  it('names the line around a key that is missing', async () => {
    const files = {
      ...minimal,
      'study.yaml': 'id: s1\ntitle: A study\nrespondents:\n  - { id: m1, kind: model }\n',
    };
    expect(await refusalOf(files)).toEqual([
      { file: 'study.yaml', line: 4, field: 'respondents.0.name', found: 'nothing', expected: 'text' },
    ]);
  });

  it('of a table header is said once, not for every row', async () => {
    const files = {
      ...minimal,
      'raters.csv':
        'pseudonym,speciality,years,training,conflict_of_interest,consent_date\nR1,n,5,y,none,2026-01-01\nR2,n,5,y,none,2026-01-01\n',
    };
    const problems = await refusalOf(files);
    expect(problems.map(({ line, field, found }) => [line, field, found])).toEqual([
      [1, 'specialty', 'no such column'],
      [1, 'speciality', 'an unknown column'],
    ]);
  });

  it.each([
    ['{"resourceType": "Bundle",\n "entry": [}', 2, null, 'value expected at "}"'],
    ['{\n"resourceType":\n"Patient"}', 3, 'resourceType', '"Patient"'],
    ['{"resourceType":"Bundle","entry":[\n{"resource":{}}]}', 2, 'entry.0.resource', '{}'],
    [
      '{"resourceType":"Bundle","entry":[{"resource":{"resourceType":"Patient"}},{"resource":{"resourceType":"Patient"}}]}',
      1,
      'entry',
      '"2 patients"',
    ],
    ['', 1, null, 'an empty file'],
  ])('of a record names its line and field: %s', async (text, line, field, found) => {
    const problems = await refusalOf({ ...minimal, 'cases/c1/record.fhir.json': text });
    expect(problems).toMatchObject([{ file: 'cases/c1/record.fhir.json', line, field, found }]);
  });

  it('beyond the two hundredth are counted', async () => {
    const lines = Array.from({ length: 250 }, () => '{"id":1}').join('\n');
    const problems = await refusalOf({ ...minimal, 'responses.jsonl': lines });
    expect(problems).toHaveLength(201);
    // Each line lacks the task and the respondent, and its id is no text.
    expect(problems.at(-1)?.found).toBe('550 more problems');
  });
});

describe('What identifies the patient', () => {
  const record = {
    resourceType: 'Bundle',
    entry: [
      {
        resource: {
          resourceType: 'Patient',
          name: [
            { family: 'Quillfeather', given: ['Marguerite'] },
            { family: '欧阳', given: ['静怡'] },
          ],
          identifier: [{ value: 'HX-4471-20' }],
          telecom: [{ value: '+49 30 5550 1234' }],
          address: [{ line: ['12 Lantern Row'] }],
          birthDate: '1931-05-17',
        },
      },
      {
        resource: {
          resourceType: 'Condition',
          code: { text: 'Quillfeather family: tremor' },
          onsetDateTime: '2019-03-12',
        },
      },
    ],
  };
  const planted = [
    'Quillfeather',
    'Marguerite',
    '欧阳静怡',
    'HX-4471-20',
    '5550 1234',
    'Lantern Row',
    '1931-05-17',
    'Penhaligon',
    'ward@example.org',
    '2019-03-12',
    'March 12, 2019',
    '2019年3月12日',
    '94-year-old',
  ];
  const prose =
    'Mrs Penhaligon (Marguerite Quillfeather, 欧阳静怡, HX-4471-20, born 1931-05-17, 12 Lantern Row, +49 30 5550 1234, ward@example.org), a 94-year-old, seen March 12, 2019 (2019年3月12日), MRI 2019-03-12.';
  const files = {
    ...minimal,
    'cases/c1/case.yaml': `id: c1\nsplit: test\nsummary: ${JSON.stringify(prose)}\n`,
    'cases/c1/record.fhir.json': JSON.stringify(record),
    'cases/c1/notes/a.md': `# Ward Quillfeather\n${prose}`,
    'tasks.jsonl': `${JSON.stringify({ id: 't1', case: 'c1', family: 'differential-diagnosis', level: 1, question: prose, reference: { answer: prose } })}\n`,
    'responses.jsonl': `${JSON.stringify({ id: 'p1', task: 't1', respondent: 'm1', answer: prose })}\n`,
  };

  it('is taken out of summary, note, record, task and answer, and the curator is told', async () => {
    const result = await readBundle(folderOf(files), { deidentify: context, keepImages: leaveImages });
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    const { cases, tasks, responses } = result.bundle;
    const kept = JSON.stringify({ cases, tasks, responses });
    for (const word of planted) expect(kept, word).not.toContain(word);
    expect(result.notices.some(({ file, text }) => file === 'cases/c1' && /named a person/.test(text))).toBe(
      true,
    );
  });

  it('leaves every date of the case at its distance from the others', async () => {
    const result = await readBundle(folderOf(files), { deidentify: context, keepImages: leaveImages });
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    const [entry] = result.bundle.cases;
    const onset = entry?.record.find(({ category }) => category === 'condition')?.date;
    const inNote = /seen (\S+) \((\S+)\), MRI (\S+)\./.exec(entry?.notes[0]?.text ?? '')?.slice(1);
    expect(inNote).toEqual([onset, onset, onset]);
  });

  it('does not touch doses, codes and ordinary words', () => {
    const texts = textDeidentifier('c1', ['Quillfeather', 'An', '12'], context);
    const plain =
      'An MRI on day 12 showed 3/4 power, DWI b=1000, 1.5 T, SNOMED 16714901000119107, NIHSS 12, 100-200 mg.';
    expect(texts.clean(plain)).toBe(plain);
    expect(texts.removals()).toBe(0);
  });

  it('as a date whose day and month cannot be told apart becomes a mark', () => {
    const texts = textDeidentifier('c1', [], context);
    expect(texts.clean('seen 03/04/2019')).toBe('seen [date]');
    expect(texts.clean('seen 25/04/2019')).toBe(texts.clean('seen 2019-04-25'));
    expect(texts.clean('seen 04/25/2019')).toBe(texts.clean('seen 2019-04-25'));
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

describe('A measured value', () => {
  it.each([
    [80.02087418386265, 'cm', '80.02 cm'],
    [3.905691872343668, '{score}', '3.906'],
    [12345.678912, '10*3/uL', '12346 10*3/uL'],
    [7.35, '[pH]', '7.35 [pH]'],
    [0.000123456, 'mg', '0.0001235 mg'],
    [120, 'mm[Hg]', '120 mm[Hg]'],
  ])('of %d %s reads %s', (value, unit, shown) => {
    const bundle = {
      resourceType: 'Bundle',
      entry: [
        {
          resource: {
            resourceType: 'Observation',
            code: { text: 'A measurement' },
            valueQuantity: { value, unit },
          },
        },
      ],
    };
    const parsed = parseFhir(JSON.stringify(bundle));
    if (!parsed.ok) throw new Error(parsed.expected);
    const { record } = readFhirRecord(parsed.file, 'c1', context, textDeidentifier('c1', [], context));
    expect(record.map((entry) => entry.value)).toEqual([shown]);
  });
});

const fhir = join(resolve(process.env['CONCORD_CORPUS'] ?? '../shared/corpus'), 'fhir');
describe.skipIf(!existsSync(fhir))('Synthea records (skipped where the corpus is absent)', () => {
  it.each([1, 2, 3, 4, 5])('record %i is read newest first and names no patient', (number) => {
    const text = readFileSync(join(fhir, `synthea-neuro-${number}.json`), 'utf8');
    const fhirFile = parseFhir(text);
    if (!fhirFile.ok) throw new Error(fhirFile.expected);
    const texts = textDeidentifier('c1', fhirFile.file.identifiers, context);
    const result = readFhirRecord(fhirFile.file, 'c1', context, texts);
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
