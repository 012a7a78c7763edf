import tQuantile from '@stdlib/stats-base-dists-t-quantile';
import type { Pair } from './data.ts';
import type { Estimate, Excluded, Interval, UndefinedReason } from './estimate.ts';
import { columns, moments } from './moments.ts';
import { orderedPairs, pairSupport, withoutValue, withValue } from './support.ts';

/**
 * Least squares consensus = intercept + slope · grader: what consensus to expect at a grader score. Slope under 1: the
 * grader is more spread than the consensus; no unit; intercept in points of the scale.
 * Interval: t(n − 2), independent items, from 3 on. Undefined: `no-data`, `too-few-items` under 2, `no-variation`
 * where the grader is constant. Reference: R `lm`.
 * @example calibrationLine(pairs).slope
 */
export function calibrationLine(
  pairs: readonly Pair[],
  excluded: Excluded = {},
  level = 0.95,
): { slope: Estimate; intercept: Estimate } {
  const support = pairSupport(pairs, excluded);
  const none = (reason: UndefinedReason) => ({
    slope: withoutValue(reason, support),
    intercept: withoutValue(reason, support),
  });
  const n = pairs.length;
  if (n === 0) return none('no-data');
  if (n < 2) return none('too-few-items');
  const { x, y } = columns(orderedPairs(pairs));
  const m = moments(x, y);
  if (m.constantY) return none('no-variation');
  const slope = m.sumXY / m.sumYY;
  const intercept = m.meanX - slope * m.meanY;
  if (n < 3) return { slope: withValue(slope, support), intercept: withValue(intercept, support) };
  const residuals = x.reduce((sum, value, i) => sum + (value - intercept - slope * (y[i] as number)) ** 2, 0);
  const variance = residuals / (n - 2);
  const t = tQuantile(1 - (1 - level) / 2, n - 2);
  const around = (value: number, standardError: number): Interval => ({
    low: value - t * standardError,
    high: value + t * standardError,
    level,
    method: 't',
  });
  const seSlope = Math.sqrt(variance / m.sumYY);
  const seIntercept = Math.sqrt(variance * (1 / n + m.meanY ** 2 / m.sumYY));
  return {
    slope: withValue(slope, support, around(slope, seSlope)),
    intercept: withValue(intercept, support, around(intercept, seIntercept)),
  };
}
