import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import type { TaskLine } from '@concord/rubric/contract/bundle/task';
import { type StudyFile, studyFileSchema } from '@concord/rubric/contract/bundle/study';
import type { Rubric } from '@concord/rubric/model/rubric';
import type { TaskFamily } from '@concord/rubric/model/words';
import { z } from 'zod';
import { imageIngest } from '../imaging/ingest-images.ts';
import type { DeidentifyContext } from '../imaging/ingested-series.ts';
import type { BundleProblem, Notice } from './problem.ts';
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
};

/**
 * Reads a published Neural-MedBench JSON file as cases and tasks. Placeholders (no text and no images) are
 * left out with a notice; a picture's kind is told from its bytes, whatever its data URI says.
 */
export async function readNeuralMedBench(
  path: string,
  options: NeuralMedBenchOptions,
): Promise<BundleResult> {
  const file = path.split(/[/\\]/).at(-1) ?? path;
  const fault = (field: string | null, found: string, expected: string): BundleProblem => ({
    file,
    line: null,
    field,
    found,
    expected,
  });
  const bytes = await readFile(path);
  if (!isUtf8(bytes)) return { ok: false, problems: [fault(null, 'bytes that are not UTF-8', 'UTF-8 text')] };
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    return { ok: false, problems: [fault(null, error instanceof Error ? error.message : 'no JSON', 'JSON')] };
  }
  const parsed = fileSchema.safeParse(json);
  if (!parsed.success)
    return {
      ok: false,
      problems: parsed.error.issues
        .slice(0, 200)
        .map((issue) => fault(issue.path.join('.') || null, issue.code, issue.message)),
    };
  const problems: BundleProblem[] = [];
  const notices: Notice[] = [];
  const cases: BundleCase[] = [];
  const tasks: TaskLine[] = [];
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
    if (cases.some((other) => other.file.id === id))
      problems.push(fault(`${index}.case_id`, String(entry.case_id), 'each case only once'));
    const ingest = imageIngest(options.deidentify);
    for (const [number, uri] of entry.images.entries())
      ingest.add(
        `images/${String(number).padStart(4, '0')}`,
        Buffer.from(uri.replace(/^data:[^,]*,/, ''), 'base64'),
      );
    for (const bad of [...ingest.faults, ...ingest.notices])
      problems.push(
        fault(
          `${index}.${bad.path.replace(/\/0*(?=\d)/, '.')}`,
          bad.reason,
          'a PNG, JPEG or DICOM image as data URI',
        ),
      );
    cases.push({
      file: { id, split: 'test', purpose: 'study', summary: entry.text.trim() || '(no text)' },
      record: [],
      fhirJson: null,
      notes: [],
      series: ingest.finish(),
    });
    for (const question of entry.questions)
      if (question.question_text.trim() === '')
        notices.push({
          file,
          text: `Case ${entry.case_id}: question ${question.question_number} is empty: left out.`,
        });
      else
        tasks.push({
          id: `${id}-q${String(question.question_number)
            .replace(/[^A-Za-z0-9._-]/g, '-')
            .slice(0, 8)}`,
          case: id,
          family: options.family,
          level: options.level,
          question: question.question_text,
        });
  }
  if (problems.length > 0) return { ok: false, problems: problems.slice(0, 200) };
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
