import type { RatingMatrix } from './data.ts';
import type { Estimate } from './estimate.ts';
import { multiRaterAgreement } from './multi-rater-agreement.ts';
import type { KappaWeights } from './scale.ts';

/**
 * Fleiss' kappa in Gwet's form for missing cells: chance agreement Σ w_kl p_k p_l. At most 1 (Fleiss 1971).
 * `n` counts items with at least two ratings. Undefined and interval: see `multiRaterAgreement`. Reference: R irrCAC.
 * @example fleissKappa(matrix, [0, 1, 2, 3, 4, 5])
 */
export function fleissKappa(
  matrix: RatingMatrix,
  categories: readonly number[],
  weights: KappaWeights = 'unweighted',
  level = 0.95,
): Estimate {
  return multiRaterAgreement(matrix, categories, weights, 'fleiss', level);
}
