import normalQuantile from '@stdlib/stats-base-dists-normal-quantile';
import tQuantile from '@stdlib/stats-base-dists-t-quantile';
import { differences } from './bias.ts';
import type { Pair } from './data.ts';
import type { Estimate, Excluded } from './estimate.ts';
import { pairSupport, withoutValue, withValue } from './support.ts';

/**
 * Limits of agreement: mean difference (grader minus consensus) ± 1.96 SD, in points of the scale.
 * Interval of each limit: t(n−1) · SD·√(1/n + 1.96²/(2(n−1))), independent items.
 * @param multiplier SDs on each side, 1.96 (the normal 97.5 % point) unless given
 * Undefined: `no-data`, `too-few-items` under 2 pairs.
 * Source: Bland & Altman, Lancet 1 (1986) 307 (which prints 2 SD); Stat Methods Med Res 8 (1999) 135 for the SE.
 * @example limitsOfAgreement(pairs).low
 */
export function limitsOfAgreement(
  pairs: readonly Pair[],
  excluded: Excluded = {},
  level = 0.95,
  multiplier = normalQuantile(0.975, 0, 1),
): { low: Estimate; high: Estimate } {
  const support = pairSupport(pairs, excluded);
  const n = pairs.length;
  if (n < 2) {
    const none = withoutValue(n === 0 ? 'no-data' : 'too-few-items', support);
    return { low: none, high: none };
  }
  const d = differences(pairs);
  const standardError = d.sd * Math.sqrt(1 / n + multiplier ** 2 / (2 * (n - 1)));
  const reach = tQuantile(1 - (1 - level) / 2, n - 1) * standardError;
  const limit = (value: number): Estimate =>
    withValue(value, support, { low: value - reach, high: value + reach, level, method: 't' });
  return { low: limit(d.mean - multiplier * d.sd), high: limit(d.mean + multiplier * d.sd) };
}
