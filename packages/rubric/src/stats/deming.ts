import type { Pair } from './data.ts';
import type { Estimate, Excluded, UndefinedReason } from './estimate.ts';
import { columns, moments } from './moments.ts';
import { orderedPairs, pairSupport, withoutValue, withValue } from './support.ts';

/**
 * Deming regression grader = intercept + slope · consensus with equal error variances (λ = 1), because the consensus
 * is noisy too. Slope under 1: the grader is less spread than the consensus; no unit; intercept in points of the scale.
 * Undefined: `no-data`, `too-few-items` under 2, `no-variation` where a side is constant, `not-estimable` at zero covariance.
 * Source: Deming, Statistical Adjustment of Data (1943). Reference: scipy.odr.
 * @example deming(pairs).slope
 */
export function deming(
  pairs: readonly Pair[],
  excluded: Excluded = {},
): { slope: Estimate; intercept: Estimate } {
  const support = pairSupport(pairs, excluded);
  const none = (reason: UndefinedReason) => ({
    slope: withoutValue(reason, support),
    intercept: withoutValue(reason, support),
  });
  if (pairs.length === 0) return none('no-data');
  if (pairs.length < 2) return none('too-few-items');
  const { x, y } = columns(orderedPairs(pairs));
  const m = moments(x, y);
  if (m.constantX || m.constantY) return none('no-variation');
  if (m.sumXY === 0) return none('not-estimable');
  const gap = m.sumYY - m.sumXX;
  const slope = (gap + Math.sqrt(gap ** 2 + 4 * m.sumXY ** 2)) / (2 * m.sumXY);
  return { slope: withValue(slope, support), intercept: withValue(m.meanY - slope * m.meanX, support) };
}
