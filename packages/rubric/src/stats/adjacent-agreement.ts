import type { Pair } from './data.ts';
import type { Estimate, Excluded } from './estimate.ts';
import type { PointScale } from './scale.ts';
import { places } from './scale.ts';
import { pairSupport, withoutValue, withValue } from './support.ts';

/**
 * Share of items on which consensus and grader, each rounded to the scale (halves up), are at most one point apart.
 * 0 to 1; never under exact agreement. Undefined: `no-data`.
 * @example adjacentAgreement(pairs, { min: 0, max: 5 })
 */
export function adjacentAgreement(
  pairs: readonly Pair[],
  scale: PointScale,
  excluded: Excluded = {},
): Estimate {
  const support = pairSupport(pairs, excluded);
  if (pairs.length === 0) return withoutValue('no-data', support);
  const near = places(pairs, scale).filter(([a, b]) => Math.abs(a - b) <= 1).length;
  return withValue(near / pairs.length, support);
}
