import { randomUUID } from 'node:crypto';
import type { AssignmentChange } from '@concord/rubric/contract/curator/assignments';
import type { Transaction } from 'kysely';
import type { Store } from '../db/open-database.ts';
import type { Tables } from '../db/tables.ts';
import { ProblemError } from '../http/problem-error.ts';
import { appendAudit } from '../store/audit.ts';
import { ensureRaterCase } from './assign-reading.ts';
import { newAlias } from './opaque.ts';

type Input = {
  studyId: string;
  assignmentId: string;
  change: AssignmentChange;
  actor: string;
  now: () => Date;
};
type Place = { db: Transaction<Tables>; at: string; actor: string };

const select = (db: Transaction<Tables>) =>
  db
    .selectFrom('assignment')
    .innerJoin('rater', 'rater.rater_id', 'assignment.rater_id')
    .innerJoin('response', 'response.response_id', 'assignment.response_id')
    .innerJoin('task', 'task.task_id', 'response.task_id')
    .innerJoin('study', 'study.study_id', 'rater.study_id')
    .select([
      'assignment_id',
      'assignment.response_id',
      'assignment.kind',
      'withdrawn_at',
      'pseudonym',
      'response_key',
      'case_id',
      'locked_at',
    ]);
type Assignment = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

const refuse = (detail: string): never => {
  throw new ProblemError('assignment-state', { detail });
};

async function latestRating({ db }: Place, assignmentId: number) {
  return db
    .selectFrom('rating')
    .selectAll()
    .where('assignment_id', '=', assignmentId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Appends what the curator did to a rating; the scores stay as they were given. */
async function markRating(
  place: Place,
  assignment: Assignment,
  status: 'annulled' | 'reopened',
  reason: string,
): Promise<void> {
  const latest = await latestRating(place, assignment.assignment_id);
  const possible = latest?.status === 'submitted' || (status === 'reopened' && latest?.status === 'annulled');
  if (!latest || !possible)
    return refuse(`Only a submitted reading can be ${status}; this one is ${latest?.status ?? 'unread'}.`);
  const { db, at, actor } = place;
  await db
    .insertInto('rating')
    .values({
      assignment_id: assignment.assignment_id,
      sequence: latest.sequence + 1,
      status,
      rubric_hash: latest.rubric_hash,
      content: latest.content,
      idempotency_key: randomUUID(),
      actor,
      reason,
      at,
    })
    .execute();
  if (status === 'reopened') await redraft(place, assignment.assignment_id, latest);
}

/** The rater goes on from what was submitted, not from the last draft before. */
async function redraft(
  { db, at }: Place,
  assignmentId: number,
  latest: { content: string; rubric_hash: string },
): Promise<void> {
  const head = await db
    .selectFrom('draft_save')
    .select('revision')
    .where('assignment_id', '=', assignmentId)
    .where('outcome', '=', 'saved')
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  const base = head?.revision ?? 0;
  await db
    .insertInto('draft_save')
    .values({
      assignment_id: assignmentId,
      revision: base + 1,
      base_revision: base,
      idempotency_key: randomUUID(),
      rubric_hash: latest.rubric_hash,
      content: latest.content,
      outcome: 'saved',
      saved_at: at,
    })
    .execute();
}

/** Takes an unsubmitted reading off its rater's list; its drafts stay in the store. */
async function withdraw(place: Place, assignment: Assignment, reason: string): Promise<void> {
  const latest = await latestRating(place, assignment.assignment_id);
  if (latest?.status === 'submitted')
    return refuse('A submitted reading is annulled or reopened, not withdrawn.');
  if (assignment.withdrawn_at !== null) return refuse('This reading is withdrawn already.');
  await place.db
    .updateTable('assignment')
    .set({ withdrawn_at: place.at, withdrawn_reason: reason })
    .where('assignment_id', '=', assignment.assignment_id)
    .execute();
  return undefined;
}

/** Puts the answer at the end of another rater's list. */
async function give(
  { db }: Place,
  assignment: Assignment,
  studyId: string,
  toRaterId: string,
): Promise<void> {
  const rater = await db
    .selectFrom('rater')
    .select('rater_id')
    .where('study_id', '=', studyId)
    .where('pseudonym', '=', toRaterId)
    .executeTakeFirst();
  if (!rater)
    throw new ProblemError('invalid-request', {
      errors: [{ where: '/body/toRaterId', found: toRaterId, expected: 'a rater of this study' }],
    });
  const list = await db
    .selectFrom('assignment')
    .select(['assignment_id', 'response_id', 'position', 'withdrawn_at'])
    .where('rater_id', '=', rater.rater_id)
    .execute();
  const same = list.find((row) => row.response_id === assignment.response_id);
  if (same && same.withdrawn_at === null) return refuse(`${toRaterId} has this answer already.`);
  const position = Math.max(-1, ...list.map((row) => row.position)) + 1;
  await ensureRaterCase(db, rater.rater_id, assignment.case_id);
  if (same)
    await db
      .updateTable('assignment')
      .set({ withdrawn_at: null, withdrawn_reason: null, position })
      .where('assignment_id', '=', same.assignment_id)
      .execute();
  else
    await db
      .insertInto('assignment')
      .values({
        rater_id: rater.rater_id,
        response_id: assignment.response_id,
        kind: assignment.kind,
        position,
        alias: newAlias(),
      })
      .execute();
  return undefined;
}

/**
 * Reopens, annuls, withdraws or reassigns one reading, with its reason on the record. After lock a rating can only be
 * annulled, which the report prints. Throws `assignment-state` where the reading is not in a state for that.
 */
export async function changeAssignment(store: Store, input: Input): Promise<void> {
  const { studyId, change, actor } = input;
  const at = input.now().toISOString();
  await store.db.transaction().execute(async (db) => {
    const assignment = await select(db)
      .where('rater.study_id', '=', studyId)
      .where('assignment_id', '=', Number(input.assignmentId))
      .executeTakeFirst();
    if (!assignment) throw new ProblemError('not-found');
    if (assignment.locked_at !== null && change.action !== 'annul' && assignment.kind !== 'training')
      throw new ProblemError('study-locked');
    const place = { db, at, actor };
    if (change.action === 'annul') await markRating(place, assignment, 'annulled', change.reason);
    else if (change.action === 'reopen') await markRating(place, assignment, 'reopened', change.reason);
    else {
      await withdraw(place, assignment, change.reason);
      if (change.action === 'reassign') await give(place, assignment, studyId, change.toRaterId);
    }
    await appendAudit(db, {
      at,
      actor,
      action: `reading.${change.action}`,
      studyId,
      subject: `${assignment.pseudonym} ${assignment.response_key}`,
      payload: { ...change, afterLock: assignment.locked_at !== null },
    });
  });
}
