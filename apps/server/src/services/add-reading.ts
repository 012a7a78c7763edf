import type { Transaction } from 'kysely';
import type { AssignmentLine, RaterRow, RatingLine } from '@concord/rubric/contract/bundle/reading';
import type { ProblemEntry } from '@concord/rubric/contract/problem';
import { canonicalJson } from '@concord/rubric/model/canonical-json';
import type { Tables } from '../db/tables.ts';
import type { AddedCounts } from './add-cases.ts';
import { ensureRaterCase } from './assign-reading.ts';
import { newAlias, seedFor, sha256Hex } from './opaque.ts';

type Outcome = AddedCounts & { problems: ProblemEntry[] };
type Place = { studyId: string; studySeed: number };

async function raterIds(transaction: Transaction<Tables>, studyId: string): Promise<Map<string, number>> {
  const rows = await transaction
    .selectFrom('rater')
    .select(['pseudonym', 'rater_id'])
    .where('study_id', '=', studyId)
    .execute();
  return new Map(rows.map((row) => [row.pseudonym, row.rater_id]));
}

/** Adds raters; each gets the seed of an own reading order. */
export async function addRaters(
  transaction: Transaction<Tables>,
  { studyId, studySeed }: Place,
  raters: readonly RaterRow[],
): Promise<Outcome> {
  const stored = new Map(
    (await transaction.selectFrom('rater').selectAll().where('study_id', '=', studyId).execute()).map(
      (row) => [row.pseudonym, row.profile],
    ),
  );
  const outcome: Outcome = { added: 0, unchanged: 0, problems: [] };
  for (const rater of raters) {
    const profile = canonicalJson(rater);
    const before = stored.get(rater.pseudonym);
    if (before === profile) outcome.unchanged += 1;
    else if (before !== undefined)
      outcome.problems.push({
        where: `raters.csv ${rater.pseudonym}`,
        found: 'other content',
        expected: 'the stored rater unchanged',
      });
    else {
      await transaction
        .insertInto('rater')
        .values({
          study_id: studyId,
          account_id: null,
          pseudonym: rater.pseudonym,
          profile,
          order_seed: seedFor(studySeed, `order ${rater.pseudonym}`),
        })
        .execute();
      outcome.added += 1;
    }
  }
  return outcome;
}

/** Adds assignments at their stored positions. */
export async function addAssignments(
  transaction: Transaction<Tables>,
  { studyId }: Place,
  lines: readonly AssignmentLine[],
): Promise<Outcome> {
  const raters = await raterIds(transaction, studyId);
  const responses = new Map(
    (
      await transaction
        .selectFrom('response')
        .innerJoin('task', 'task.task_id', 'response.task_id')
        .select(['response_key', 'response_id', 'case_id'])
        .where('response.study_id', '=', studyId)
        .execute()
    ).map((row) => [row.response_key, row]),
  );
  const stored = new Map(
    (
      await transaction
        .selectFrom('assignment')
        .innerJoin('rater', 'rater.rater_id', 'assignment.rater_id')
        .select(['assignment.rater_id', 'response_id', 'kind', 'position'])
        .where('study_id', '=', studyId)
        .execute()
    ).map((row) => [[row.rater_id, row.response_id, row.kind].join(), row.position]),
  );
  const outcome: Outcome = { added: 0, unchanged: 0, problems: [] };
  const rows = [];
  const cases = new Map<string, [number, number]>();
  for (const line of lines) {
    const raterId = raters.get(line.rater) as number;
    const response = responses.get(line.response) as { response_id: number; case_id: number };
    const before = stored.get([raterId, response.response_id, line.kind].join());
    if (before === line.position) outcome.unchanged += 1;
    else if (before !== undefined)
      outcome.problems.push({
        where: `assignments.jsonl ${line.rater} ${line.response}`,
        found: `position ${line.position}`,
        expected: `the stored position ${before}`,
      });
    else {
      cases.set([raterId, response.case_id].join(), [raterId, response.case_id]);
      rows.push({
        rater_id: raterId,
        response_id: response.response_id,
        kind: line.kind,
        position: line.position,
        alias: newAlias(),
      });
    }
  }
  for (const [raterId, caseId] of cases.values()) await ensureRaterCase(transaction, raterId, caseId);
  for (let start = 0; start < rows.length; start += 200)
    await transaction
      .insertInto('assignment')
      .values(rows.slice(start, start + 200))
      .execute();
  return { ...outcome, added: rows.length };
}

/** Adds submitted ratings; the same rating again changes nothing, another one for the same assignment is a problem. */
export async function addRatings(
  transaction: Transaction<Tables>,
  { studyId }: Place,
  rubricHash: string,
  lines: readonly RatingLine[],
): Promise<Outcome> {
  const assignments = new Map(
    (
      await transaction
        .selectFrom('assignment')
        .innerJoin('rater', 'rater.rater_id', 'assignment.rater_id')
        .innerJoin('response', 'response.response_id', 'assignment.response_id')
        .select(['assignment_id', 'pseudonym', 'response_key', 'kind'])
        .where('rater.study_id', '=', studyId)
        .execute()
    ).map((row) => [[row.pseudonym, row.response_key, row.kind].join(), row.assignment_id]),
  );
  const stored = new Map(
    (
      await transaction
        .selectFrom('rating')
        .innerJoin('assignment', 'assignment.assignment_id', 'rating.assignment_id')
        .innerJoin('rater', 'rater.rater_id', 'assignment.rater_id')
        .select(['rating.assignment_id', 'idempotency_key'])
        .where('study_id', '=', studyId)
        .execute()
    ).map((row) => [row.assignment_id, row.idempotency_key]),
  );
  const outcome: Outcome = { added: 0, unchanged: 0, problems: [] };
  const rows = [];
  for (const line of lines) {
    const assignmentId = assignments.get([line.rater, line.response, line.kind].join());
    const content = canonicalJson(line.content);
    const key = sha256Hex(canonicalJson([content, line.submittedAt]));
    const before = assignmentId === undefined ? undefined : stored.get(assignmentId);
    if (assignmentId === undefined)
      outcome.problems.push({
        where: `ratings.jsonl ${line.rater} ${line.response}`,
        found: 'no assignment',
        expected: 'an assignment of this rater, response and kind',
      });
    else if (before === key) outcome.unchanged += 1;
    else if (before !== undefined)
      outcome.problems.push({
        where: `ratings.jsonl ${line.rater} ${line.response}`,
        found: 'another rating',
        expected: 'the stored rating unchanged',
      });
    else
      rows.push({
        assignment_id: assignmentId,
        sequence: 1,
        status: 'submitted' as const,
        rubric_hash: rubricHash,
        content,
        idempotency_key: key,
        actor: `imported for ${line.rater}`,
        reason: null,
        at: line.submittedAt,
      });
  }
  for (let start = 0; start < rows.length; start += 200)
    await transaction
      .insertInto('rating')
      .values(rows.slice(start, start + 200))
      .execute();
  return { ...outcome, added: rows.length };
}
