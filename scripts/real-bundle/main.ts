/**
 * Builds a study bundle around real MR files and FHIR records, for going through the product by hand:
 * `node scripts/dist/real-bundle/main.js --corpus FOLDER --out FOLDER`. The corpus is only read. The bundle holds
 * the files as they are: it is the import that must take the identifiers out, so never hand the bundle on.
 */
import { cp, copyFile, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { caseFileSchema } from '@concord/rubric/contract/bundle/case';
import { graderFileSchema, graderScoreLineSchema } from '@concord/rubric/contract/bundle/grader';
import { responseLineSchema } from '@concord/rubric/contract/bundle/response';
import { studyFileSchema } from '@concord/rubric/contract/bundle/study';
import { taskLineSchema } from '@concord/rubric/contract/bundle/task';
import { stringify } from 'yaml';
import type { z } from 'zod';
import { readRubricText } from '../demo-study/tables.ts';
import { realCases } from './cases.ts';

const { values } = parseArgs({ options: { corpus: { type: 'string' }, out: { type: 'string' } } });
if (!values.corpus || !values.out) {
  process.stderr.write('usage: main.js --corpus FOLDER --out FOLDER\n');
  process.exit(2);
}
const corpus = resolve(values.corpus);
const out = resolve(values.out);

async function put(name: string, text: string): Promise<void> {
  await mkdir(dirname(join(out, name)), { recursive: true });
  await writeFile(join(out, name), text);
}
const lines = (schema: z.ZodType, items: readonly unknown[]): string =>
  items.map((item) => `${JSON.stringify(schema.parse(item))}\n`).join('');

await rm(out, { recursive: true, force: true });
const tasks = realCases.flatMap((entry) => [
  {
    id: `${entry.id}-ddx`,
    case: entry.id,
    family: 'differential-diagnosis',
    level: 2,
    question: 'What is the most likely diagnosis, and what else do you consider?',
    reference: { answer: `Most likely ${entry.diagnosis}.`, diagnosis: entry.diagnosis },
  },
  {
    id: `${entry.id}-lesion`,
    case: entry.id,
    family: 'lesion-recognition',
    level: 1,
    question: 'Describe what the images show, series by series.',
    reference: { answer: 'No focal lesion in the slices shown.' },
  },
]);
const responses = tasks.flatMap((task, index) => [
  {
    id: `a${index}`,
    task: task.id,
    respondent: 'model-north',
    answer: `${index === 0 ? 'As GPT-4o, I think ' : ''}the slices show no mass and no shift of the midline. Ventricles and sulci are unremarkable.\n\n1. ${task.reference.diagnosis ?? 'no focal lesion'}\n2. a vascular cause\n\nNext: contrast-enhanced MRI and an EEG.`,
  },
  {
    id: `b${index}`,
    task: task.id,
    respondent: 'resident',
    answer: '影像未见占位。考虑血管性病变，建议完善弥散加权成像及血管检查。',
  },
]);
// Any scores will do: the run shows that they are kept apart from the reading, not what they are worth.
const grades = responses.map((response, index) => ({
  grader: 'judge',
  response: response.id,
  scores: {
    diagnosis: index % 6,
    findings: (index + 2) % 6,
    integration: (index + 1) % 6,
    differential: (index * 2) % 6,
    'next-step': (index * 3 + 1) % 6,
  },
  raw: `{"index":${index}}`,
}));
const study = {
  id: 'real',
  title: 'Real series, invented stories',
  seed: 7,
  respondents: [
    { id: 'model-north', kind: 'model', name: 'GPT-4o', family: 'OpenAI' },
    { id: 'resident', kind: 'medical-student', name: 'Student reader' },
  ],
};
const grader = {
  id: 'judge',
  title: 'Judge',
  provider: 'openai',
  model: 'gpt-4o-2024-08-06',
  prompt: 'Score the answer by the rubric.\n{{answer}}\n',
};
await put('study.yaml', stringify(studyFileSchema.parse(study)));
await put('rubric.yaml', readRubricText());
await put('tasks.jsonl', lines(taskLineSchema, tasks));
await put('responses.jsonl', lines(responseLineSchema, responses));
await put('graders/judge.yaml', stringify(graderFileSchema.parse(grader)));
await put('grader-scores.jsonl', lines(graderScoreLineSchema, grades));
await put(
  'raters.csv',
  'pseudonym,specialty,years,training,conflict_of_interest,consent_date\nR1,neurology,12,board certified,none,2026-01-12\nR2,neurology,4,resident,none,2026-01-13\n',
);
for (const { id, images, record, summary, note } of realCases) {
  await put(`cases/${id}/case.yaml`, stringify(caseFileSchema.parse({ id, split: 'test', summary })));
  await put(`cases/${id}/notes/note.md`, note);
  await copyFile(join(corpus, 'fhir', record), join(out, `cases/${id}/record.fhir.json`));
  for (const [index, image] of images.entries()) {
    const from = join(corpus, 'dicom', image);
    const folder = join(out, `cases/${id}/imaging/${index}`);
    await mkdir(folder, { recursive: true });
    if ((await stat(from)).isDirectory()) await cp(from, folder, { recursive: true });
    else await copyFile(from, join(folder, `${index}.dcm`));
  }
}
process.stdout.write(`${realCases.length} cases, ${responses.length} responses in ${values.out}\n`);
