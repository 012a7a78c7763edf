import tQuantile from '@stdlib/stats-base-dists-t-quantile';
import type { Pair } from './data.ts';
import type { Estimate, Excluded } from './estimate.ts';
import { mean } from './moments.ts';
import { orderedPairs, pairSupport, withoutValue, withValue } from './support.ts';

/** Mean and SD (n − 1) of grader minus consensus, at least one pair; the SD of one pair is NaN. */
export function differences(pairs: readonly Pair[]): { mean: number; sd: number } {
  const d = orderedPairs(pairs).map((pair) => pair.grader - pair.consensus);
  const m = mean(d);
  return { mean: m, sd: Math.sqrt(d.reduce((sum, each) => sum + (each - m) ** 2, 0) / (d.length - 1)) };
}

/**
 * Mean of grader minus consensus, in points of the scale: positive where the grader is kinder.
 * Interval: t·SD/√n, independent items, from 2 on. Undefined: `no-data`.
 * Source: Bland & Altman, Lancet 1 (1986) 307.
 * @example bias(pairs)
 */
export function bias(pairs: readonly Pair[], excluded: Excluded = {}, level = 0.95): Estimate {
  const support = pairSupport(pairs, excluded);
  const n = pairs.length;
  if (n === 0) return withoutValue('no-data', support);
  const d = differences(pairs);
  if (n < 2) return withValue(d.mean, support);
  const reach = (tQuantile(1 - (1 - level) / 2, n - 1) * d.sd) / Math.sqrt(n);
  return withValue(d.mean, support, { low: d.mean - reach, high: d.mean + reach, level, method: 't' });
}
