import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { caseFileSchema } from '@concord/rubric/contract/bundle/case';
import {
  type GraderFile,
  graderFileSchema,
  graderScoreLineSchema,
} from '@concord/rubric/contract/bundle/grader';
import {
  assignmentLineSchema,
  raterRowSchema,
  ratingLineSchema,
} from '@concord/rubric/contract/bundle/reading';
import { responseLineSchema } from '@concord/rubric/contract/bundle/response';
import { bundleId, studyFileSchema } from '@concord/rubric/contract/bundle/study';
import { taskLineSchema } from '@concord/rubric/contract/bundle/task';
import type { Note } from '@concord/rubric/model/record';
import { findingText, lintRubric } from '@concord/rubric/model/rubric-lint';
import { rubricSchema } from '@concord/rubric/model/rubric';
import { z } from 'zod';
import { imageIngest } from '../imaging/ingest-images.ts';
import type { DeidentifyContext, KeepImages } from '../imaging/ingested-series.ts';
import { findRevealing } from './authorship.ts';
import { type BundleSource, openBundleSource } from './bundle-source.ts';
import { checkReferences } from './check-references.ts';
import { cleanResponse, cleanTask } from './deidentify-lines.ts';
import { removalNotice, type TextDeidentifier, textDeidentifier } from './deidentify-text.ts';
import { parseFhir, readFhirRecord } from './fhir-record.ts';
import { textReader } from './parse-files.ts';
import { type BundleProblem, type Notice, shorten } from './problem.ts';
import type { StoredStudy } from './stored-study.ts';
import type { BundleCase, BundleResult } from './study-bundle.ts';

export type ReadBundleOptions = {
  onProgress?: (done: number, total: number, what: string) => void;
  signal?: AbortSignal;
  deidentify: DeidentifyContext;
  keepImages: KeepImages;
  /** What the store holds under an id: a bundle may add to it without bringing it all again. */
  storedStudy?: (studyId: string) => StoredStudy | null;
  /** What messages call the folder or archive; else its own name. */
  fileName?: string;
};

/** A first line `# Title` is the note's title and not part of its text; without one the file's name is the title. */
function toNote(noteId: string, text: string): Note {
  const heading = /^\s*#[ \t]+([^\r\n]+)\r?\n?/.exec(text);
  return heading
    ? { noteId, title: heading[1]?.trim() || noteId, text: text.slice(heading[0].length).trimStart() }
    : { noteId, title: noteId, text };
}

/**
 * Reads a study bundle, a folder or a .zip: everything validated, cross-checked and de-identified, or else
 * the problems found (the first 200 and how many more) and nothing of the content. Throws only when `signal` is aborted.
 */
export async function readBundle(path: string, options: ReadBundleOptions): Promise<BundleResult> {
  let source: BundleSource;
  try {
    source = await openBundleSource(path, options.signal);
  } catch (error) {
    options.signal?.throwIfAborted();
    const found = error instanceof Error ? error.message : 'unreadable';
    return {
      ok: false,
      problems: [
        {
          file: options.fileName ?? basename(path),
          line: null,
          field: null,
          found,
          expected: 'a bundle folder or .zip',
        },
      ],
    };
  }
  try {
    return await readSource(source, options);
  } finally {
    await source.close();
  }
}

async function readSource(source: BundleSource, options: ReadBundleOptions): Promise<BundleResult> {
  const problems: BundleProblem[] = [];
  const notices: Notice[] = [];
  const read = textReader(source, problems);
  const named = await read.yaml('study.yaml', z.looseObject({ id: bundleId }));
  const stored = (named && options.storedStudy?.(named.id)) ?? null;
  // What an addition does not say of its study is as it is stored.
  const inherit = (given: unknown): unknown =>
    stored && typeof given === 'object' && given !== null
      ? { ...stored.study, respondents: [], ...given }
      : given;
  const study = named && (await read.yaml('study.yaml', z.preprocess(inherit, studyFileSchema)));
  const rubric =
    stored && !source.files.includes('rubric.yaml')
      ? stored.rubric
      : await read.yaml('rubric.yaml', rubricSchema);
  const tasks = await read.jsonLines('tasks.jsonl', taskLineSchema);
  const responses = await read.jsonLines('responses.jsonl', responseLineSchema);
  const graders: GraderFile[] = [];
  for (const file of source.files.filter((name) => /^graders\/[^/]+\.ya?ml$/.test(name))) {
    const grader = await read.yaml(file, graderFileSchema);
    if (grader && graders.some((other) => other.id === grader.id))
      problems.push({ file, line: null, field: 'id', found: grader.id, expected: 'an id of its own' });
    if (grader) graders.push(grader);
  }
  const graderScores = await read.jsonLines('grader-scores.jsonl', graderScoreLineSchema);
  const raters = await read.csv('raters.csv', raterRowSchema);
  const assignments = await read.jsonLines('assignments.jsonl', assignmentLineSchema);
  const ratings = await read.jsonLines('ratings.jsonl', ratingLineSchema);
  if (rubric)
    notices.push(...lintRubric(rubric).map((each) => ({ file: 'rubric.yaml', text: findingText(each) })));
  const { cases, deidentifiers } = await readCases(source, options, { read, problems, notices });
  const caseIds = cases.map((entry) => entry.file.id);
  for (const [index, id] of caseIds.entries())
    if (caseIds.indexOf(id) !== index)
      problems.push({
        file: 'cases',
        line: null,
        field: 'id',
        found: id,
        expected: 'each case id only once',
      });
  if (caseIds.length === 0 && !stored && problems.length === 0)
    problems.push({
      file: 'cases',
      line: null,
      field: null,
      found: 'no cases',
      expected: 'cases/<case>/case.yaml',
    });
  if (caseIds.length > 0 && !source.files.includes('tasks.jsonl'))
    problems.push({
      file: 'tasks.jsonl',
      line: null,
      field: null,
      found: 'no such file',
      expected: 'the tasks of the cases',
    });
  if (study && rubric)
    problems.push(
      ...checkReferences({
        faulty: new Set(problems.map(({ file }) => file)),
        study,
        stored,
        rubric,
        caseIds,
        graderIds: graders.map((grader) => grader.id),
        tasks,
        responses,
        raters,
        assignments,
        ratings,
        graderScores,
      }),
    );
  if (!study || !rubric || problems.length > 0) return { ok: false, problems: shorten(problems) };
  const values = <T>(rows: { value: T }[]): T[] => rows.map((row) => row.value);
  const caseOf = new Map([
    ...[...(stored?.tasks ?? [])].map(([id, { caseId }]) => [id, caseId] as const),
    ...tasks.map(({ value }) => [value.id, value.case] as const),
  ]);
  const textsOf = (caseId: string | undefined): TextDeidentifier | undefined =>
    caseId === undefined
      ? undefined
      : (deidentifiers.get(caseId) ?? textDeidentifier(caseId, [], options.deidentify));
  const parts = {
    study,
    cases,
    tasks: values(tasks).map((task) => cleanTask(task, textsOf(task.case))),
    responses: values(responses).map((response) =>
      cleanResponse(response, textsOf(caseOf.get(response.task))),
    ),
  };
  for (const [caseId, texts] of deidentifiers)
    notices.push(...removalNotice(`cases/${caseId}`, 'Texts of this case', texts));
  return {
    ok: true,
    notices,
    bundle: {
      ...parts,
      rubric,
      graders,
      graderScores: values(graderScores),
      raters: values(raters),
      assignments: values(assignments),
      ratings: values(ratings),
      findings: findRevealing({
        ...parts,
        respondents: [...(stored?.study.respondents ?? []), ...study.respondents],
      }),
    },
  };
}

type Collected = { read: ReturnType<typeof textReader>; problems: BundleProblem[]; notices: Notice[] };

async function readCases(
  source: BundleSource,
  options: ReadBundleOptions,
  into: Collected,
): Promise<{ cases: BundleCase[]; deidentifiers: Map<string, TextDeidentifier> }> {
  const deidentifiers = new Map<string, TextDeidentifier>();
  const { read, problems, notices } = into;
  const folders = new Set(source.files.flatMap((file) => /^cases\/([^/]+)\//.exec(file)?.[1] ?? []));
  const images = source.files.filter((file) => /^cases\/[^/]+\/imaging\//.test(file));
  let done = 0;
  const cases: BundleCase[] = [];
  for (const folder of folders) {
    const base = `cases/${folder}/`;
    const file = await read.yaml(`${base}case.yaml`, caseFileSchema);
    if (!file) continue;
    const recordFile = `${base}record.fhir.json`;
    const fhir = source.files.includes(recordFile) ? parseFhir((await read.text(recordFile)) ?? '') : null;
    if (fhir && !fhir.ok) {
      const { line, field, found, expected } = fhir;
      problems.push({ file: recordFile, line, field, found, expected });
    }
    const ingest = imageIngest(options.deidentify);
    const own = images.filter((name) => name.startsWith(base));
    if (own.length === 0) notices.push({ file: base, text: 'This case has no images.' });
    for (const name of own) {
      options.signal?.throwIfAborted();
      ingest.add(name, await readFile(join(source.root, name)));
      done += 1;
      if (done % 20 === 0 || done === images.length) options.onProgress?.(done, images.length, 'images');
    }
    for (const fault of ingest.faults)
      problems.push({
        file: fault.path,
        line: null,
        field: null,
        found: fault.reason,
        expected: 'a readable image',
      });
    notices.push(...ingest.notices.map((notice) => ({ file: notice.path, text: notice.reason })));
    const series = await options.keepImages(ingest.finish());
    for (const one of series)
      notices.push(...one.notices.map((text) => ({ file: base, text: `${one.viewer.label}: ${text}` })));
    const identifiers = [...(fhir?.ok ? fhir.file.identifiers : []), ...ingest.identifiers];
    const texts = textDeidentifier(file.id, identifiers, options.deidentify);
    deidentifiers.set(file.id, texts);
    const notes: Note[] = [];
    for (const note of source.files.filter(
      (name) => name.startsWith(`${base}notes/`) && name.endsWith('.md'),
    )) {
      const text = await read.text(note);
      if (text !== null)
        notes.push(toNote(texts.clean(note.slice(`${base}notes/`.length, -3)), texts.clean(text)));
    }
    const { record, fhirJson } = fhir?.ok
      ? readFhirRecord(fhir.file, file.id, options.deidentify, texts)
      : { record: [], fhirJson: null };
    cases.push({ file: { ...file, summary: texts.clean(file.summary) }, record, fhirJson, notes, series });
  }
  return { cases, deidentifiers };
}
