import type { SaveBody } from '@concord/rubric/contract/rater/routes';
import { emptyRatingContent, type RatingContent } from '@concord/rubric/model/rating';
import { checkRating, draftFaults, type RatingFault } from '@concord/rubric/model/rating-check';
import type { Rubric } from '@concord/rubric/model/rubric';
import { ProblemError } from '../http/problem-error.ts';
import type { RaterItem } from '../store/rater-item-reader.ts';
import type { RaterWriter, Save } from '../store/rater-writer.ts';
import type { Readers } from './read-item.ts';

type Context = { readers: Readers; writer: RaterWriter; actor: string; now: () => Date };

const toEntries = (faults: readonly RatingFault[]) =>
  faults.map(({ pointer, kind }) => ({ where: `/body/content${pointer}`, expected: kind }));

/** Whether this item takes a save at all. What was submitted is checked by the caller, for a retry must succeed. */
function refuseClosed(item: RaterItem): void {
  if (item.locked && !item.training) throw new ProblemError('study-locked');
  if (item.paused) throw new ProblemError('case-paused');
}

function rubricOf(readers: Readers, item: RaterItem): Rubric {
  return JSON.parse(readers.cases.task(item.taskId, item.responseId).rubric) as Rubric;
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
  refuseClosed(item);
  if (context.readers.items.submitted(item.assignmentId)) throw new ProblemError('already-submitted');
  const faults = draftFaults(rubricOf(context.readers, item), body.content);
  if (faults.length > 0) throw new ProblemError('rating-invalid', { errors: toEntries(faults) });
  const outcome = context.writer.saveDraft(toSave(item, body, context));
  if (outcome.kind === 'saved') return { revision: outcome.revision, savedAt: outcome.savedAt };
  const content =
    outcome.content === null ? emptyRatingContent : (JSON.parse(outcome.content) as RatingContent);
  throw new ProblemError('draft-conflict', {
    current: { revision: outcome.revision, savedAt: outcome.savedAt, content },
  });
}

/** Submits a complete rating, once: a repeat with the same key gets the same answer, any other is refused. */
export function submitRating(item: RaterItem, body: SaveBody, context: Context): { submittedAt: string } {
  refuseClosed(item);
  const faults = checkRating(rubricOf(context.readers, item), body.content);
  const invalid = faults.filter(({ kind }) => kind !== 'open');
  if (invalid.length > 0) throw new ProblemError('rating-invalid', { errors: toEntries(invalid) });
  if (faults.length > 0) throw new ProblemError('rating-incomplete', { errors: toEntries(faults) });
  const draft = context.readers.items.draft(item.assignmentId);
  const isNew = context.readers.items.submitted(item.assignmentId) === undefined;
  if (isNew && draft && draft.revision !== body.baseRevision)
    throw new ProblemError('draft-conflict', {
      current: {
        revision: draft.revision,
        savedAt: draft.savedAt,
        content: JSON.parse(draft.content) as RatingContent,
      },
    });
  const outcome = context.writer.submit(toSave(item, body, context));
  if (outcome.kind === 'already') throw new ProblemError('already-submitted');
  return { submittedAt: outcome.at };
}
