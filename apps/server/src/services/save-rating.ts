import type { SaveBody } from '@concord/rubric/contract/rater/routes';
import { emptyRatingContent, type RatingContent } from '@concord/rubric/model/rating';
import {
  checkRating,
  draftFaults,
  evidenceFaults,
  type RatingFault,
} from '@concord/rubric/model/rating-check';
import type { Note, RecordEntry } from '@concord/rubric/model/record';
import type { Rubric } from '@concord/rubric/model/rubric';
import { ProblemError } from '../http/problem-error.ts';
import type { RaterItem } from '../store/rater-item-reader.ts';
import type { Conflict, RaterWriter, Save } from '../store/rater-writer.ts';
import { mayCorrect, openRoundOf, type Readers } from './read-item.ts';

type Context = { readers: Readers; writer: RaterWriter; actor: string; now: () => Date };

const toEntries = (faults: readonly RatingFault[]) =>
  faults.map(({ pointer, kind }) => ({ where: `/body/content${pointer}`, expected: kind }));

/** Refuses early what is closed, before the content is looked at. A repeat of a stored save goes on to its answer. */
function refuseClosed(item: RaterItem, body: SaveBody, { readers }: Context): void {
  if (readers.items.isRepeat(item.assignmentId, body.idempotencyKey)) return;
  if (item.locked && !item.training) throw new ProblemError('study-locked');
  if (readers.items.submitted(item.assignmentId)) throw new ProblemError('already-submitted');
  if (item.paused) throw new ProblemError('case-paused');
}

/** The conflict as a problem; its `current` is what the store holds (`draftConflictSchema`). */
function conflictProblem({ revision, savedAt, content }: Conflict): ProblemError {
  const stored = content === null ? emptyRatingContent : (JSON.parse(content) as RatingContent);
  return new ProblemError('draft-conflict', { current: { revision, savedAt, content: stored } });
}

function rubricOf(readers: Readers, item: RaterItem): Rubric {
  return JSON.parse(readers.cases.task(item.taskId, item.responseId).rubric) as Rubric;
}

/** Evidence must lie in what this rater was shown; read only where there is some. */
function misplaced(
  item: RaterItem,
  { content }: Pick<SaveBody, 'content'>,
  { readers }: Context,
): RatingFault[] {
  if (!content.evidence || content.evidence.length === 0) return [];
  const row = readers.cases.case(item.raterId, item.caseId);
  const { answers } = readers.cases.task(item.taskId, item.responseId);
  return evidenceFaults(content, {
    answers: JSON.parse(answers) as string[],
    notes: JSON.parse(row?.notes ?? '[]') as Note[],
    record: JSON.parse(row?.record ?? '[]') as RecordEntry[],
    slices: readers.cases
      .series(item.raterId, item.caseId, item.studySecret)
      .map(({ images }) => images.length),
  });
}

function toSave(item: RaterItem, body: SaveBody, { actor, now }: Context): Save {
  if (body.rubricHash !== item.rubricHash)
    throw new ProblemError('rating-invalid', {
      errors: [{ where: '/body/rubricHash', expected: 'the rubric version of this study' }],
    });
  return {
    assignmentId: item.assignmentId,
    baseRevision: body.baseRevision,
    idempotencyKey: body.idempotencyKey,
    rubricHash: body.rubricHash,
    content: JSON.stringify(body.content),
    at: now().toISOString(),
    actor,
    studyId: item.studyId,
    alias: item.alias,
  };
}

/** Saves a draft. The answer is given after the commit; a stale one is kept beside and answered with what is stored. */
export function saveDraft(
  item: RaterItem,
  body: SaveBody,
  context: Context,
): { revision: number; savedAt: string } {
  refuseClosed(item, body, context);
  const save = toSave(item, body, context);
  const faults = [
    ...draftFaults(rubricOf(context.readers, item), body.content),
    ...misplaced(item, body, context),
  ];
  if (faults.length > 0) throw new ProblemError('rating-invalid', { errors: toEntries(faults) });
  const outcome = context.writer.saveDraft(save);
  if (outcome.kind === 'closed') throw new ProblemError(outcome.problem);
  if (outcome.kind === 'conflict') throw conflictProblem(outcome);
  return { revision: outcome.revision, savedAt: outcome.savedAt };
}

function refuseIncomplete(item: RaterItem, body: Pick<SaveBody, 'content'>, context: Context): void {
  const faults = [
    ...checkRating(rubricOf(context.readers, item), body.content),
    ...misplaced(item, body, context),
  ];
  const invalid = faults.filter(({ kind }) => kind !== 'open');
  if (invalid.length > 0) throw new ProblemError('rating-invalid', { errors: toEntries(invalid) });
  if (faults.length > 0) throw new ProblemError('rating-incomplete', { errors: toEntries(faults) });
}

/** The whole answer is scored once its last round is open. */
function refuseEarlyRound(item: RaterItem, { readers }: Context): void {
  const task = readers.cases.task(item.taskId, item.responseId);
  if (openRoundOf(readers, item, task) !== null)
    throw new ProblemError('round-open', { detail: 'Lock the scores of the earlier rounds first.' });
}

/** Locks the scores of the open round, once; every dimension needs an answer. */
export function lockRound(
  item: RaterItem,
  body: SaveBody & { round: number },
  context: Context,
): { lockedRounds: number } {
  const { readers, writer } = context;
  refuseClosed(item, body, context);
  if (!readers.items.isRepeat(item.assignmentId, body.idempotencyKey)) {
    const task = readers.cases.task(item.taskId, item.responseId);
    if (openRoundOf(readers, item, task) !== body.round) throw new ProblemError('round-open');
  }
  const save = toSave(item, body, context);
  const faults = [...checkRating(rubricOf(readers, item), body.content), ...misplaced(item, body, context)];
  const invalid = faults.filter(({ kind }) => kind !== 'open');
  if (invalid.length > 0) throw new ProblemError('rating-invalid', { errors: toEntries(invalid) });
  // Whether the answer is correct, and its errors, are asked of the last round only.
  const open = faults.filter(({ pointer }) => pointer.startsWith('/scores/'));
  if (open.length > 0) throw new ProblemError('rating-incomplete', { errors: toEntries(open) });
  const outcome = writer.lockRound({ ...save, round: body.round }, JSON.stringify(emptyRatingContent));
  if (outcome.kind === 'closed') throw new ProblemError(outcome.problem);
  if (outcome.kind === 'conflict') throw conflictProblem(outcome);
  return { lockedRounds: outcome.rounds };
}

/** Submits a complete rating, once: a repeat with the same key gets the same answer, any other is refused. */
export function submitRating(item: RaterItem, body: SaveBody, context: Context): { submittedAt: string } {
  refuseClosed(item, body, context);
  const save = toSave(item, body, context);
  refuseEarlyRound(item, context);
  refuseIncomplete(item, body, context);
  const outcome = context.writer.submit(save);
  if (outcome.kind === 'closed') throw new ProblemError(outcome.problem);
  if (outcome.kind === 'conflict') throw conflictProblem(outcome);
  return { submittedAt: outcome.at };
}

/**
 * Appends a corrected rating with its reason beside the submitted one; the latest counts. Refused (`correction-closed`)
 * where nothing is submitted or the reference was shown since.
 */
export function correctRating(
  item: RaterItem,
  body: Omit<SaveBody, 'baseRevision'> & { reason: string },
  context: Context,
): { submittedAt: string } {
  const { readers, writer } = context;
  if (!readers.items.isRepeat(item.assignmentId, body.idempotencyKey)) {
    if (item.locked && !item.training) throw new ProblemError('study-locked');
    const { protocol } = readers.cases.task(item.taskId, item.responseId);
    const submitted = readers.items.submitted(item.assignmentId) !== undefined;
    if (!mayCorrect(item, protocol, submitted)) throw new ProblemError('correction-closed');
  }
  const save = toSave(item, { ...body, baseRevision: 0 }, context);
  refuseIncomplete(item, body, context);
  const outcome = writer.correct({ ...save, reason: body.reason });
  if (outcome.kind === 'closed') throw new ProblemError(outcome.problem);
  return { submittedAt: outcome.at };
}
