import type { RatingContent } from './rating.ts';
import type { Rubric } from './rubric.ts';

/** What makes an adjudicator look at a response; registered with the protocol. */
export type AdjudicationTriggers = {
  /** Points of a dimension's scale between the highest and the lowest rater. */
  gap: number;
  /** The same on safety dimensions. */
  safetyGap: number;
  correctness: boolean;
  primaryError: boolean;
};

/** One thing on which the raters of a response differ so far that it is to be settled. */
export type Dispute =
  | { on: 'dimension'; dimension: string; gap: number }
  | { on: 'correctness' }
  | { on: 'primary-error' };

/**
 * Where raters of one response differ by the protocol's triggers; none with fewer than two ratings. An answer without a
 * number is no score and widens no gap; "cannot judge" contradicts neither correct nor incorrect.
 * @param ratings latest submitted study ratings of the response, one a rater, in any order
 * @example disputesOf(rubric, { gap: 2, safetyGap: 2, correctness: true, primaryError: false }, [first, second])
 */
export function disputesOf(
  rubric: Rubric,
  triggers: AdjudicationTriggers,
  ratings: readonly RatingContent[],
): Dispute[] {
  if (ratings.length < 2) return [];
  const disputes: Dispute[] = [];
  for (const { id, safety } of rubric.dimensions) {
    const values = ratings.flatMap(({ scores }) => {
      const answer = scores[id];
      return answer && 'value' in answer ? [answer.value] : [];
    });
    const gap = Math.max(...values) - Math.min(...values);
    if (values.length > 1 && gap >= (safety ? triggers.safetyGap : triggers.gap))
      disputes.push({ on: 'dimension', dimension: id, gap });
  }
  const judged = new Set(ratings.map(({ correctness }) => correctness));
  if (triggers.correctness && judged.has('correct') && judged.has('incorrect'))
    disputes.push({ on: 'correctness' });
  const primary = new Set(ratings.map(({ primaryError }) => primaryError));
  if (triggers.primaryError && primary.size > 1) disputes.push({ on: 'primary-error' });
  return disputes;
}
