import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { caseFileSchema } from '@concord/rubric/contract/bundle/case';
import { graderFileSchema, graderScoreLineSchema } from '@concord/rubric/contract/bundle/grader';
import {
  assignmentLineSchema,
  raterRowSchema,
  ratingLineSchema,
} from '@concord/rubric/contract/bundle/reading';
import { responseLineSchema } from '@concord/rubric/contract/bundle/response';
import { studyFileSchema } from '@concord/rubric/contract/bundle/study';
import { taskLineSchema } from '@concord/rubric/contract/bundle/task';
import { rubricSchema } from '@concord/rubric/model/rubric';
import { parse, stringify } from 'yaml';
import type { z } from 'zod';
import type { CasePlan } from './plan.ts';
import { raterRows } from './raters.ts';
import { makeNotes, makeRecord } from './record.ts';
import type { StudyContent } from './study.ts';
import { readRubricText } from './tables.ts';
import type { Clinical, Disease } from './tables.ts';

/** Writes all files of the bundle but the images; every value is checked by its schema first. */
export async function writeStudy(
  folder: string,
  content: StudyContent,
  plans: readonly CasePlan[],
  diseases: ReadonlyMap<string, Disease>,
  clinical: Clinical,
): Promise<void> {
  const put = async (name: string, text: string): Promise<void> => {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  };
  const lines = (schema: z.ZodType, items: readonly unknown[]): string =>
    items.map((item) => `${JSON.stringify(schema.parse(item))}\n`).join('');
  const rubricText = readRubricText();
  rubricSchema.parse(parse(rubricText));
  await put('rubric.yaml', rubricText);
  await put('study.yaml', stringify(studyFileSchema.parse(content.study)));
  await put('tasks.jsonl', lines(taskLineSchema, content.tasks));
  await put('responses.jsonl', lines(responseLineSchema, content.responses));
  for (const grader of content.graders)
    await put(`graders/${grader.id}.yaml`, stringify(graderFileSchema.parse(grader)));
  await put('grader-scores.jsonl', lines(graderScoreLineSchema, content.graderScores));
  await put('assignments.jsonl', lines(assignmentLineSchema, content.assignments));
  await put('ratings.jsonl', lines(ratingLineSchema, content.ratings));
  const header = Object.keys(raterRowSchema.shape);
  const rows = raterRows.map((row) => Object.values(raterRowSchema.parse(row)).join(','));
  await put('raters.csv', `${[header.join(','), ...rows].join('\n')}\n`);
  for (const file of content.cases)
    await put(`cases/${file.id}/case.yaml`, stringify(caseFileSchema.parse(file)));
  for (const plan of plans) {
    const disease = diseases.get(plan.disease);
    if (!disease) continue;
    const record = makeRecord(disease, clinical, plan, content.study.seed);
    await put(`cases/${plan.id}/record.fhir.json`, `${JSON.stringify(record, null, 1)}\n`);
    for (const [name, text] of Object.entries(makeNotes(disease, plan)))
      await put(`cases/${plan.id}/notes/${name}`, text);
  }
}
