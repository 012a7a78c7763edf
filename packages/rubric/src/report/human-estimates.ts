import type { RatingMatrix } from '../stats/data.ts';
import type { Estimate } from '../stats/estimate.ts';
import { looHumanCeiling } from './human-ceiling.ts';

/** Agreement among the clinicians on the total or on one dimension. */
export type HumanEstimates = {
  humanCeiling: Estimate;
  perRater: { raterId: string; pearson: Estimate }[];
};

/** Human estimates of a rating matrix at the registered level. */
export function humanEstimates(matrix: RatingMatrix, level: number): HumanEstimates {
  const { ceiling, perRater } = looHumanCeiling(matrix, level);
  return { humanCeiling: ceiling, perRater };
}
