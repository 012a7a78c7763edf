import type { Pair } from './data.ts';
import type { Estimate, Excluded } from './estimate.ts';
import { mean } from './moments.ts';
import { orderedPairs, pairSupport, withoutValue, withValue } from './support.ts';

/**
 * Mean of |grader − consensus|, in points of the scale, 0 or more. Undefined: `no-data`.
 * @example meanAbsoluteError(pairs)
 */
export function meanAbsoluteError(pairs: readonly Pair[], excluded: Excluded = {}): Estimate {
  const support = pairSupport(pairs, excluded);
  if (pairs.length === 0) return withoutValue('no-data', support);
  return withValue(mean(orderedPairs(pairs).map((pair) => Math.abs(pair.grader - pair.consensus))), support);
}
