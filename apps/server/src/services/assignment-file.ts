import type { ProblemEntry } from '@concord/rubric/contract/problem';
import { CsvError, parse as parseCsv } from 'csv-parse/sync';
import type { Transaction } from 'kysely';
import { shorten } from '../bundle/problem.ts';
import type { Store } from '../db/open-database.ts';
import type { Tables } from '../db/tables.ts';
import { ProblemError } from '../http/problem-error.ts';
import { appendAudit } from '../store/audit.ts';
import { readAssignments } from '../store/curator/assignment-list.ts';
import { ensureRaterCase } from './assign-reading.ts';
import { newAlias } from './opaque.ts';

const file = 'assignments.csv';
const columns = ['rater', 'response'] as const;
type Row = { line: number; rater: string; response: string };

const quoted = (text: string): string => (/[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Every assigned reading as CSV: `rater,response,kind,position,state`, which `importAssignments` takes again. */
export function assignmentsCsv(store: Store, studyId: string): string {
  const rows = readAssignments(store, studyId).map(({ raterId, responseId, kind, position, state }) =>
    [raterId, responseId, kind, String(position), state].map(quoted).join(','),
  );
  return `${['rater,response,kind,position,state', ...rows].join('\r\n')}\r\n`;
}

function readRows(csv: string): Row[] {
  const fault = (line: number, field: string, found: string, expected: string): never => {
    throw new ProblemError('bundle-refused', { errors: [{ where: file, line, field, found, expected }] });
  };
  let records: { info: { lines: number }; record: string[] }[];
  try {
    records = parseCsv(csv, {
      bom: true,
      info: true,
      skip_empty_lines: true,
      relax_column_count: true,
    }) as unknown as typeof records;
  } catch (error) {
    if (error instanceof CsvError)
      return fault(Number((error as { lines?: unknown }).lines ?? 1), '(row)', error.message, 'CSV');
    throw error;
  }
  const [head, ...rest] = records;
  const places = columns.map((name) => head?.record.indexOf(name) ?? -1);
  if (places.some((place) => place < 0))
    return fault(1, '(header)', head?.record.join(',') ?? 'nothing', 'the columns rater and response');
  const kindAt = head?.record.indexOf('kind') ?? -1;
  return rest
    .filter(({ record }) => kindAt < 0 || record[kindAt] === 'study' || record[kindAt] === '')
    .map(({ info, record }) => ({
      line: info.lines,
      rater: record[places[0] ?? 0]?.trim() ?? '',
      response: record[places[1] ?? 0]?.trim() ?? '',
    }));
}

type Ground = {
  raters: ReadonlyMap<string, number>;
  responses: ReadonlyMap<string, { responseId: number; caseId: number; training: boolean; open: boolean }>;
};

async function groundOf(db: Transaction<Tables>, studyId: string): Promise<Ground> {
  const raters = await db
    .selectFrom('rater')
    .select(['pseudonym', 'rater_id'])
    .where('study_id', '=', studyId)
    .execute();
  const responses = await db
    .selectFrom('response')
    .innerJoin('task', 'task.task_id', 'response.task_id')
    .innerJoin('study_case', 'study_case.case_id', 'task.case_id')
    .select(['response_key', 'response_id', 'task.case_id', 'purpose'])
    .where('response.study_id', '=', studyId)
    .execute();
  const open = await db
    .selectFrom('mask_finding')
    .select(['response_id', 'case_id'])
    .where('study_id', '=', studyId)
    .where('decision', '=', 'open')
    .execute();
  const openResponses = new Set(open.map(({ response_id }) => response_id));
  const openCases = new Set(open.map(({ case_id }) => case_id));
  return {
    raters: new Map(raters.map(({ pseudonym, rater_id }) => [pseudonym, rater_id])),
    responses: new Map(
      responses.map((row) => [
        row.response_key,
        {
          responseId: row.response_id,
          caseId: row.case_id,
          training: row.purpose === 'training',
          open: openResponses.has(row.response_id) || openCases.has(row.case_id),
        },
      ]),
    ),
  };
}

/** What is wrong with a row, or null. */
function faultOf({ line, rater, response }: Row, { raters, responses }: Ground): ProblemEntry | null {
  const at = (field: string, found: string, expected: string): ProblemEntry => ({
    where: file,
    line,
    field,
    found,
    expected,
  });
  if (!raters.has(rater)) return at('rater', rater, 'a rater of this study');
  const known = responses.get(response);
  if (!known) return at('response', response, 'an answer of this study');
  if (known.training) return at('response', response, 'an answer to a study case, not to a training case');
  if (known.open) return at('response', response, 'an answer without an open masking decision');
  return null;
}

/**
 * Gives raters the study answers that a table of `rater,response` names, in its order, behind what is on their lists. Rows
 * of second readings and training are passed over; a reading that is there is unchanged. All or nothing.
 */
export async function importAssignments(
  store: Store,
  input: { studyId: string; csv: string; actor: string; now: () => Date },
): Promise<{ added: number; unchanged: number }> {
  const { studyId, actor } = input;
  const rows = readRows(input.csv);
  return store.db.transaction().execute(async (db) => {
    const study = await db
      .selectFrom('study')
      .select('locked_at')
      .where('study_id', '=', studyId)
      .executeTakeFirst();
    if (!study) throw new ProblemError('not-found');
    if (study.locked_at !== null) throw new ProblemError('study-locked');
    const ground = await groundOf(db, studyId);
    const problems = rows.flatMap((row) => faultOf(row, ground) ?? []);
    if (problems.length > 0) throw new ProblemError('bundle-refused', { errors: shorten(problems) });
    const outcome = { added: 0, unchanged: 0 };
    for (const { rater, response } of rows) {
      const raterId = ground.raters.get(rater);
      const found = ground.responses.get(response);
      if (raterId === undefined || !found) continue;
      const own = await db
        .selectFrom('assignment')
        .select(['response_id', 'position', 'kind'])
        .where('rater_id', '=', raterId)
        .execute();
      if (own.some((row) => row.response_id === found.responseId && row.kind === 'study')) {
        outcome.unchanged += 1;
        continue;
      }
      await ensureRaterCase(db, raterId, found.caseId);
      await db
        .insertInto('assignment')
        .values({
          rater_id: raterId,
          response_id: found.responseId,
          kind: 'study',
          position: Math.max(-1, ...own.map(({ position }) => position)) + 1,
          alias: newAlias(),
        })
        .execute();
      outcome.added += 1;
    }
    if (outcome.added > 0)
      await appendAudit(db, {
        at: input.now().toISOString(),
        actor,
        action: 'reading.assigned',
        studyId,
        subject: studyId,
        payload: { ...outcome, from: file },
      });
    return outcome;
  });
}
