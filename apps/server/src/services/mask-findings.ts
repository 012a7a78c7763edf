import type { Transaction } from 'kysely';
import type { MaskFinding } from '@concord/rubric/contract/curator/study';
import type { Note, RecordEntry } from '@concord/rubric/model/record';
import type { Store } from '../db/open-database.ts';
import type { Tables } from '../db/tables.ts';
import { ProblemError } from '../http/problem-error.ts';
import { appendAudit } from '../store/audit.ts';

type Row = {
  finding_id: number;
  kind: MaskFinding['kind'];
  place: string;
  start_offset: number;
  end_offset: number;
  decision: MaskFinding['decision'];
  response_key: string | null;
  case_key: string | null;
  answers: string | null;
  summary: string | null;
  notes: string | null;
  record_entries: string | null;
};

const contextCharacters = 80;

/** The original text that a finding points into. */
function textAt(row: Row): string {
  const [kind, id, field] = row.place.split('/');
  if (row.answers !== null) {
    const answers = JSON.parse(row.answers) as string[];
    return (kind === 'rounds' ? answers[Number(id)] : answers.at(-1)) ?? '';
  }
  if (kind === 'summary') return row.summary ?? '';
  if (kind === 'note')
    return (JSON.parse(row.notes ?? '[]') as Note[]).find(({ noteId }) => noteId === id)?.text ?? '';
  const entry = (JSON.parse(row.record_entries ?? '[]') as RecordEntry[]).find(
    ({ entryId }) => entryId === id,
  );
  return (field === 'value' ? entry?.value : entry?.label) ?? '';
}

function toFinding(row: Row): MaskFinding {
  const text = textAt(row);
  const from = Math.max(0, row.start_offset - contextCharacters);
  return {
    findingId: String(row.finding_id),
    where: `${row.response_key ?? row.case_key ?? ''} ${row.place}`,
    kind: row.kind,
    context: text.slice(from, row.end_offset + contextCharacters),
    start: row.start_offset - from,
    end: row.end_offset - from,
    decision: row.decision,
  };
}

const select = (db: Store['db'] | Transaction<Tables>) =>
  db
    .selectFrom('mask_finding')
    .leftJoin('response', 'response.response_id', 'mask_finding.response_id')
    .leftJoin('study_case', 'study_case.case_id', 'mask_finding.case_id')
    .select([
      'finding_id',
      'mask_finding.kind',
      'place',
      'start_offset',
      'end_offset',
      'decision',
      'response_key',
      'case_key',
      'answers',
      'summary',
      'notes',
      'record_entries',
    ]);

/** Findings of a study, open ones first. */
export async function readMaskFindings(store: Store, studyId: string): Promise<MaskFinding[]> {
  const rows = await select(store.db)
    .where('mask_finding.study_id', '=', studyId)
    .orderBy('finding_id')
    .execute();
  return [
    ...rows.filter(({ decision }) => decision === 'open'),
    ...rows.filter(({ decision }) => decision !== 'open'),
  ].map(toFinding);
}

/** A text with spans blacked out; the length stays, so that offsets of other findings stay true. */
function masked(text: string, spans: readonly { start_offset: number; end_offset: number }[]): string {
  let out = text;
  for (const { start_offset, end_offset } of spans)
    out = out.slice(0, start_offset) + '█'.repeat(end_offset - start_offset) + out.slice(end_offset);
  return out;
}

/** Writes again what raters read of a response, out of the original and the decisions. */
async function showMasked(transaction: Transaction<Tables>, responseId: number): Promise<void> {
  const { answers } = await transaction
    .selectFrom('response')
    .select('answers')
    .where('response_id', '=', responseId)
    .executeTakeFirstOrThrow();
  const spans = await transaction
    .selectFrom('mask_finding')
    .select(['place', 'start_offset', 'end_offset'])
    .where('response_id', '=', responseId)
    .where('decision', 'in', ['mask', 'hide'])
    .execute();
  const texts = JSON.parse(answers) as string[];
  const placeOf = (index: number): string => (texts.length === 1 ? 'answer' : `rounds/${index}`);
  const shown = texts.map((text, index) =>
    masked(
      text,
      spans.filter(({ place }) => place === placeOf(index)),
    ),
  );
  await transaction
    .updateTable('response')
    .set({ shown_answers: JSON.stringify(shown) })
    .where('response_id', '=', responseId)
    .execute();
}

/** Masks a span of the case itself (summary, note, record); the FHIR original stays in the store. */
async function maskCase(
  transaction: Transaction<Tables>,
  caseId: number,
  finding: { place: string; start_offset: number; end_offset: number },
): Promise<void> {
  const row = await transaction
    .selectFrom('study_case')
    .select(['summary', 'notes', 'record_entries'])
    .where('case_id', '=', caseId)
    .executeTakeFirstOrThrow();
  const [kind, id, field] = finding.place.split('/');
  if (kind === 'summary')
    await transaction
      .updateTable('study_case')
      .set({ summary: masked(row.summary, [finding]) })
      .where('case_id', '=', caseId)
      .execute();
  else if (kind === 'note') {
    const notes = (JSON.parse(row.notes) as Note[]).map((note) =>
      note.noteId === id ? { ...note, text: masked(note.text, [finding]) } : note,
    );
    await transaction
      .updateTable('study_case')
      .set({ notes: JSON.stringify(notes) })
      .where('case_id', '=', caseId)
      .execute();
  } else {
    const entries = (JSON.parse(row.record_entries) as RecordEntry[]).map((entry) => {
      if (entry.entryId !== id) return entry;
      return field === 'value'
        ? { ...entry, value: masked(entry.value ?? '', [finding]) }
        : { ...entry, label: masked(entry.label, [finding]) };
    });
    await transaction
      .updateTable('study_case')
      .set({ record_entries: JSON.stringify(entries) })
      .where('case_id', '=', caseId)
      .execute();
  }
}

/** Decides one finding, once: what has been shown to raters must not change behind them. */
export async function decideMaskFinding(
  store: Store,
  input: {
    studyId: string;
    findingId: string;
    decision: 'mask' | 'keep' | 'hide';
    reason: string;
    actor: string;
    now: () => Date;
  },
): Promise<MaskFinding> {
  const findingId = Number(input.findingId);
  const at = input.now().toISOString();
  return store.db.transaction().execute(async (transaction) => {
    const finding = await transaction
      .selectFrom('mask_finding')
      .selectAll()
      .where('study_id', '=', input.studyId)
      .where('finding_id', '=', findingId)
      .executeTakeFirst();
    if (!finding) throw new ProblemError('not-found');
    if (finding.decision !== 'open')
      throw new ProblemError('invalid-request', {
        detail: 'This finding has been decided; the decided text is frozen.',
      });
    await transaction
      .updateTable('mask_finding')
      .set({ decision: input.decision, reason: input.reason, decided_by: input.actor, decided_at: at })
      .where('finding_id', '=', findingId)
      .execute();
    if (finding.response_id !== null) await showMasked(transaction, finding.response_id);
    else if (finding.case_id !== null && input.decision !== 'keep')
      await maskCase(transaction, finding.case_id, finding);
    await appendAudit(transaction, {
      at,
      actor: input.actor,
      action: 'finding.decided',
      studyId: input.studyId,
      subject: input.findingId,
      payload: { decision: input.decision, reason: input.reason },
    });
    return toFinding(await select(transaction).where('finding_id', '=', findingId).executeTakeFirstOrThrow());
  });
}
