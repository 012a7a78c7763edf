import type { RatingMatrix } from './data.ts';
import type { Estimate } from './estimate.ts';
import { multiRaterAgreement } from './multi-rater-agreement.ts';

/**
 * Gwet's AC1: chance agreement Σp(1−p)/(q−1); steady where one category prevails. At most 1 (Gwet 2008).
 * `n` counts items with at least two ratings. Undefined and interval: see `multiRaterAgreement`. Reference: R irrCAC.
 * @example gwetAc1(matrix, [0, 1, 2, 3, 4, 5])
 */
export function gwetAc1(matrix: RatingMatrix, categories: readonly number[], level = 0.95): Estimate {
  return multiRaterAgreement(matrix, categories, 'unweighted', 'gwet', level);
}
