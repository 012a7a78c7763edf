import type { RatingMatrix } from './data.ts';
import type { Estimate } from './estimate.ts';
import { multiRaterAgreement } from './multi-rater-agreement.ts';

/**
 * Gwet's AC2: AC1 with linear or quadratic weights over the declared scale. At most 1 (Gwet 2014).
 * `n` counts items with at least two ratings. Undefined and interval: see `multiRaterAgreement`. Reference: R irrCAC.
 * @example gwetAc2(matrix, [0, 1, 2, 3, 4, 5], 'quadratic')
 */
export function gwetAc2(
  matrix: RatingMatrix,
  categories: readonly number[],
  weights: 'linear' | 'quadratic',
  level = 0.95,
): Estimate {
  return multiRaterAgreement(matrix, categories, weights, 'gwet', level);
}
