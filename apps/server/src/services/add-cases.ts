import type { Transaction } from 'kysely';
import type { Note } from '@concord/rubric/model/record';
import type { ProblemEntry } from '@concord/rubric/contract/problem';
import { canonicalJson } from '@concord/rubric/model/canonical-json';
import type { Tables } from '../db/tables.ts';
import type { BundleCase } from '../bundle/study-bundle.ts';
import { sha256Hex } from './opaque.ts';

/** What a case is, as one digest: the file, the record, the notes and every image byte in reading order. */
function caseDigest(entry: BundleCase): string {
  return sha256Hex(
    canonicalJson({
      file: entry.file,
      record: entry.record,
      notes: entry.notes,
      series: entry.series.map(({ viewer: { otherWindows, ...viewer }, images }) => ({
        // Left out where empty, so that what was imported before it existed keeps its digest.
        viewer: otherWindows.length > 0 ? { ...viewer, otherWindows } : viewer,
        images: images.map(({ sha256, frame }) => [sha256, frame]),
      })),
    }),
  );
}

/** Adds one case with its series; the bytes of its images are in the blob store already. */
async function addCase(
  transaction: Transaction<Tables>,
  studyId: string,
  entry: BundleCase,
  digest: string,
): Promise<void> {
  const { case_id } = await transaction
    .insertInto('study_case')
    .values({
      study_id: studyId,
      case_key: entry.file.id,
      split: entry.file.split,
      purpose: entry.file.purpose,
      summary: entry.file.summary,
      disease_group: entry.file.diseaseGroup ?? null,
      data_use: entry.file.dataUse ?? null,
      record_entries: JSON.stringify(entry.record),
      fhir: entry.fhirJson,
      notes: JSON.stringify(entry.notes),
      content_digest: digest,
    })
    .returning('case_id')
    .executeTakeFirstOrThrow();
  for (const [position, series] of entry.series.entries()) {
    const { label, ...geometry } = series.viewer;
    const { series_id } = await transaction
      .insertInto('image_series')
      .values({ case_id, position, label, label_rule: series.labelRule, geometry: JSON.stringify(geometry) })
      .returning('series_id')
      .executeTakeFirstOrThrow();
    if (series.images.length === 0) continue;
    await transaction
      .insertInto('image')
      .values(
        series.images.map((image, at) => ({
          series_id,
          position: at,
          sha256: image.sha256,
          byte_count: image.byteCount,
          format: image.format,
          frame: image.frame,
          patient_position: image.position === null ? null : JSON.stringify(image.position),
        })),
      )
      .execute();
  }
}

export type AddedCounts = { added: number; unchanged: number };

type StoredCase = {
  split: string;
  purpose: string;
  summary: string;
  disease_group: string | null;
  data_use: string | null;
  record_entries: string | null;
  notes: string | null;
};

/** Which parts of a case differ from what is stored under its id. */
function changedParts({ file, record, notes }: BundleCase, before: StoredCase): ProblemEntry[] {
  const texts = (stored: string | null): Map<string, string> =>
    new Map((JSON.parse(stored ?? '[]') as Note[]).map((note) => [note.noteId, note.text]));
  const held = texts(before.notes);
  const parts: [string, string | null | undefined, string | null | undefined][] = [
    ['split', file.split, before.split],
    ['purpose', file.purpose, before.purpose],
    ['summary', file.summary, before.summary],
    ['diseaseGroup', file.diseaseGroup, before.disease_group],
    ['dataUse', file.dataUse, before.data_use],
    ...[...new Set([...notes.map(({ noteId }) => noteId), ...held.keys()])].map(
      (id): [string, string | undefined, string | undefined] => [
        `notes/${id}`,
        notes.find(({ noteId }) => noteId === id)?.text,
        held.get(id),
      ],
    ),
  ];
  const cut = (text: string | null | undefined): string => text?.slice(0, 120) ?? 'nothing';
  const where = `cases/${file.id}`;
  const kept = 'as stored; a changed case needs a new id';
  const problems = parts
    .filter(([, found, stored]) => (found ?? null) !== (stored ?? null))
    .map(([field, found, stored]) => ({
      where,
      field,
      found: cut(found),
      expected: `${cut(stored)}, ${kept}`,
    }));
  if (canonicalJson(record) !== canonicalJson(JSON.parse(before.record_entries ?? '[]')))
    problems.push({ where, field: 'record', found: 'another record', expected: `the record ${kept}` });
  // Nothing but the images is left that the digest covers.
  return problems.length > 0
    ? problems
    : [{ where, field: 'imaging', found: 'other images', expected: `the images ${kept}` }];
}

/** Adds the cases that are new; one that is stored with other content is a problem. */
export async function addCases(
  transaction: Transaction<Tables>,
  input: { studyId: string; cases: readonly BundleCase[] },
): Promise<AddedCounts & { problems: ProblemEntry[] }> {
  const stored = new Map(
    (
      await transaction
        .selectFrom('study_case')
        .select([
          'case_key',
          'content_digest',
          'split',
          'purpose',
          'summary',
          'disease_group',
          'data_use',
          'record_entries',
          'notes',
        ])
        .where('study_id', '=', input.studyId)
        .execute()
    ).map((row) => [row.case_key, row]),
  );
  const problems: ProblemEntry[] = [];
  const outcome = { added: 0, unchanged: 0 };
  for (const entry of input.cases) {
    const digest = caseDigest(entry);
    const before = stored.get(entry.file.id);
    if (before?.content_digest === digest) outcome.unchanged += 1;
    else if (before !== undefined) problems.push(...changedParts(entry, before));
    else {
      await addCase(transaction, input.studyId, entry, digest);
      outcome.added += 1;
    }
  }
  return { ...outcome, problems };
}
