import type { RatingMatrix } from './data.ts';
import type { Estimate } from './estimate.ts';
import { multiRaterAgreement } from './multi-rater-agreement.ts';
import type { AgreementWeights } from './scale.ts';

/**
 * Mean share of agreeing pairs of ratings per item, 0 to 1; weighted agreement with weights; 'adjacent' counts places up to one apart.
 * `n` counts items with at least two ratings. Undefined and interval: see `multiRaterAgreement`. Reference: R irrCAC.
 * @example percentAgreement(matrix, [0, 1, 2, 3, 4, 5])
 */
export function percentAgreement(
  matrix: RatingMatrix,
  categories: readonly number[],
  weights: AgreementWeights = 'unweighted',
  level = 0.95,
): Estimate {
  return multiRaterAgreement(matrix, categories, weights, 'percent', level);
}
