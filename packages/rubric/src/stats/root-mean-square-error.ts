import type { Pair } from './data.ts';
import type { Estimate, Excluded } from './estimate.ts';
import { mean } from './moments.ts';
import { orderedPairs, pairSupport, withoutValue, withValue } from './support.ts';

/**
 * √ of the mean of (grader − consensus)², in points of the scale, 0 or more. Undefined: `no-data`.
 * @example rootMeanSquareError(pairs)
 */
export function rootMeanSquareError(pairs: readonly Pair[], excluded: Excluded = {}): Estimate {
  const support = pairSupport(pairs, excluded);
  if (pairs.length === 0) return withoutValue('no-data', support);
  const squares = orderedPairs(pairs).map((pair) => (pair.grader - pair.consensus) ** 2);
  return withValue(Math.sqrt(mean(squares)), support);
}
