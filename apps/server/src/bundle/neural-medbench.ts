import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { TaskLine } from '@concord/rubric/contract/bundle/task';
import { type StudyFile, studyFileSchema } from '@concord/rubric/contract/bundle/study';
import type { Rubric } from '@concord/rubric/model/rubric';
import type { TaskFamily } from '@concord/rubric/model/words';
import { z } from 'zod';
import { imageIngest } from '../imaging/ingest-images.ts';
import type { DeidentifyContext, KeepImages } from '../imaging/ingested-series.ts';
import { cleanTask } from './deidentify-lines.ts';
import { removalNotice, textDeidentifier } from './deidentify-text.ts';
import { jsonLines, parseJson } from './json-place.ts';
import { type BundleProblem, type Notice, shorten } from './problem.ts';
import { schemaFaults } from './schema-faults.ts';
import type { BundleCase, BundleResult } from './study-bundle.ts';

const fileSchema = z.array(
  z.object({
    case_id: z.union([z.string(), z.number()]),
    text: z.string(),
    images: z.array(z.string()),
    questions: z.array(
      z.object({ question_number: z.union([z.string(), z.number()]), question_text: z.string() }),
    ),
  }),
);

export type NeuralMedBenchOptions = {
  family: TaskFamily;
  level: 1 | 2;
  studyId: string;
  title: string;
  rubric: Rubric;
  respondents: StudyFile['respondents'];
  deidentify: DeidentifyContext;
  keepImages: KeepImages;
  /** What messages call the file; else its own name. */
  fileName?: string;
};

/**
 * Reads a published Neural-MedBench JSON file as cases and tasks. Placeholders (no text and no images) are
 * left out with a notice; a picture's kind is told from its bytes, whatever its data URI says.
 */
export async function readNeuralMedBench(
  path: string,
  options: NeuralMedBenchOptions,
): Promise<BundleResult> {
  const file = options.fileName ?? basename(path);
  const refuse = (line: number | null, found: string, expected: string): BundleResult => ({
    ok: false,
    problems: [{ file, line, field: null, found, expected }],
  });
  const bytes = await readFile(path).catch(() => null);
  if (!bytes) return refuse(null, 'no such file', 'a Neural-MedBench JSON file');
  if (!isUtf8(bytes)) return refuse(null, 'bytes that are not UTF-8', 'UTF-8 text');
  const json = parseJson(bytes.toString('utf8'));
  if (!json.ok) return refuse(json.line, json.found, 'JSON');
  const lineOf = jsonLines(json.text);
  const fault = (at: (string | number)[], found: string, expected: string): BundleProblem => ({
    file,
    line: lineOf(at),
    field: at.join('.') || null,
    found,
    expected,
  });
  const parsed = fileSchema.safeParse(json.value);
  if (!parsed.success)
    return {
      ok: false,
      problems: shorten(
        schemaFaults(parsed.error, json.value).map((bad) => ({ ...bad, field: bad.path.join('.') })),
      ).map(({ path: at, found, expected }) => fault(at, found, expected)),
    };
  const problems: BundleProblem[] = [];
  const notices: Notice[] = [];
  const cases: BundleCase[] = [];
  const tasks: TaskLine[] = [];
  const placeOf = new Map<string, number>();
  for (const [index, entry] of parsed.data.entries()) {
    const id = `case-${String(entry.case_id)
      .replace(/[^A-Za-z0-9._-]/g, '-')
      .slice(0, 48)}`;
    if (entry.text.trim() === '' && entry.images.length === 0) {
      notices.push({
        file,
        text: `Case ${entry.case_id} is a placeholder without text and images: left out.`,
      });
      continue;
    }
    const before = placeOf.get(id);
    if (before !== undefined)
      problems.push(
        fault([index, 'case_id'], `${entry.case_id}, already at ${before}.case_id`, 'each case only once'),
      );
    else placeOf.set(id, index);
    const ingest = imageIngest(options.deidentify);
    for (const [number, uri] of entry.images.entries())
      ingest.add(
        // Padded, because slices without a position are ordered by path.
        `images/${String(number).padStart(4, '0')}`,
        Buffer.from(uri.replace(/^data:[^,]*,/, ''), 'base64'),
      );
    for (const bad of [...ingest.faults, ...ingest.notices])
      problems.push(
        fault(
          [index, 'images', Number(bad.path.slice('images/'.length))],
          bad.reason,
          'a PNG, JPEG or DICOM image as data URI',
        ),
      );
    const texts = textDeidentifier(id, [...ingest.identifiers], options.deidentify);
    cases.push({
      file: { id, split: 'test', purpose: 'study', summary: texts.clean(entry.text.trim()) || '(no text)' },
      record: [],
      fhirJson: null,
      notes: [],
      series: await options.keepImages(ingest.finish()),
    });
    for (const question of entry.questions)
      if (question.question_text.trim() === '')
        notices.push({
          file,
          text: `Case ${entry.case_id}: question ${question.question_number} is empty: left out.`,
        });
      else
        tasks.push(
          cleanTask(
            {
              id: `${id}-q${String(question.question_number)
                .replace(/[^A-Za-z0-9._-]/g, '-')
                .slice(0, 8)}`,
              case: id,
              family: options.family,
              level: options.level,
              question: question.question_text,
            },
            texts,
          ),
        );
    notices.push(...removalNotice(file, `Case ${entry.case_id}: texts`, texts));
  }
  if (cases.length === 0 && problems.length === 0)
    return refuse(
      null,
      parsed.data.length > 0 ? 'placeholders only' : 'an empty list',
      'a case with text or images',
    );
  if (problems.length > 0) return { ok: false, problems: shorten(problems) };
  const study = studyFileSchema.parse({
    id: options.studyId,
    title: options.title,
    respondents: options.respondents,
  });
  return {
    ok: true,
    notices,
    bundle: {
      study,
      rubric: options.rubric,
      cases,
      tasks,
      responses: [],
      graders: [],
      graderScores: [],
      raters: [],
      assignments: [],
      ratings: [],
      findings: [],
    },
  };
}
