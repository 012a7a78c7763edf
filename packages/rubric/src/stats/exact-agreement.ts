import type { Pair } from './data.ts';
import type { Estimate, Excluded } from './estimate.ts';
import type { PointScale } from './scale.ts';
import { places } from './scale.ts';
import { pairSupport, withoutValue, withValue } from './support.ts';

/**
 * Share of items on which consensus and grader, each rounded to the scale (halves up), are the same point. 0 to 1.
 * Undefined: `no-data`.
 * @example exactAgreement(pairs, { min: 0, max: 5 })
 */
export function exactAgreement(pairs: readonly Pair[], scale: PointScale, excluded: Excluded = {}): Estimate {
  const support = pairSupport(pairs, excluded);
  if (pairs.length === 0) return withoutValue('no-data', support);
  return withValue(places(pairs, scale).filter(([a, b]) => a === b).length / pairs.length, support);
}
