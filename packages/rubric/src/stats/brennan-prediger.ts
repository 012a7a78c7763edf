import type { RatingMatrix } from './data.ts';
import type { Estimate } from './estimate.ts';
import { multiRaterAgreement } from './multi-rater-agreement.ts';
import type { KappaWeights } from './scale.ts';

/**
 * Brennan and Prediger's coefficient: chance agreement Σw/q², uniform over the declared categories. At most 1.
 * `n` counts items with at least two ratings. Undefined and interval: see `multiRaterAgreement`. Reference: R irrCAC.
 * @example brennanPrediger(matrix, [0, 1, 2, 3, 4, 5])
 */
export function brennanPrediger(
  matrix: RatingMatrix,
  categories: readonly number[],
  weights: KappaWeights = 'unweighted',
  level = 0.95,
): Estimate {
  return multiRaterAgreement(matrix, categories, weights, 'brennanPrediger', level);
}
