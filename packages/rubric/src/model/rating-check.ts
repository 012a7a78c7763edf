import type { EvidenceGround } from './evidence.ts';
import { placeExists } from './evidence.ts';
import type { RatingContent } from './rating.ts';
import type { Rubric } from './rubric.ts';

/** One thing that keeps a rating from being submitted, or that is wrong with it. */
export type RatingFault = {
  /** JSON Pointer into the rating content. */
  pointer: string;
  kind:
    | 'open'
    | 'unknown-dimension'
    | 'off-scale'
    | 'unknown-error'
    | 'primary-not-chosen'
    | 'duplicate-error'
    | 'no-such-place';
};

const isOpen = (fault: RatingFault): boolean => fault.kind === 'open';

/** What is wrong with a rating under a rubric: values that cannot be stored, and (`open`) what is missing. */
export function checkRating(rubric: Rubric, content: RatingContent): RatingFault[] {
  const faults: RatingFault[] = [];
  const dimensions = new Map(rubric.dimensions.map((dimension) => [dimension.id, dimension]));
  for (const [id, answer] of Object.entries(content.scores)) {
    const dimension = dimensions.get(id);
    if (!dimension) faults.push({ pointer: `/scores/${id}`, kind: 'unknown-dimension' });
    else if ('value' in answer && (answer.value < dimension.scale.min || answer.value > dimension.scale.max))
      faults.push({ pointer: `/scores/${id}/value`, kind: 'off-scale' });
  }
  for (const id of dimensions.keys())
    if (!(id in content.scores)) faults.push({ pointer: `/scores/${id}`, kind: 'open' });
  if (rubric.askCorrectness && content.correctness === null)
    faults.push({ pointer: '/correctness', kind: 'open' });
  const labels = new Set(rubric.errors.map((error) => error.id));
  content.errors.forEach((error, index) => {
    if (!labels.has(error)) faults.push({ pointer: `/errors/${index}`, kind: 'unknown-error' });
    if (content.errors.indexOf(error) !== index)
      faults.push({ pointer: `/errors/${index}`, kind: 'duplicate-error' });
  });
  content.evidence?.forEach(({ target }, index) => {
    if ('dimension' in target && !dimensions.has(target.dimension))
      faults.push({ pointer: `/evidence/${index}/target`, kind: 'unknown-dimension' });
    if ('error' in target && !labels.has(target.error))
      faults.push({ pointer: `/evidence/${index}/target`, kind: 'unknown-error' });
  });
  if (content.primaryError !== null && !content.errors.includes(content.primaryError))
    faults.push({ pointer: '/primaryError', kind: 'primary-not-chosen' });
  if (content.primaryError === null && content.errors.length > 0)
    faults.push({ pointer: '/primaryError', kind: 'open' });
  return faults;
}

/** Evidence whose place is not in the case or the answer as it was shown. */
export const evidenceFaults = (content: RatingContent, ground: EvidenceGround): RatingFault[] =>
  (content.evidence ?? []).flatMap(({ place }, index) =>
    placeExists(place, ground)
      ? []
      : [{ pointer: `/evidence/${index}/place`, kind: 'no-such-place' as const }],
  );

/** Faults that make a draft unacceptable; a draft may well be incomplete. */
export const draftFaults = (rubric: Rubric, content: RatingContent): RatingFault[] =>
  checkRating(rubric, content).filter((fault) => !isOpen(fault));
