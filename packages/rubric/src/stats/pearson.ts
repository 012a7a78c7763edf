import tCdf from '@stdlib/stats-base-dists-t-cdf';
import type { Pair } from './data.ts';
import type { Estimate, Excluded } from './estimate.ts';
import { fisherInterval } from './fisher-interval.ts';
import { columns, correlate } from './moments.ts';
import { orderedPairs, pairSupport, withoutValue, withValue } from './support.ts';

/**
 * Pearson's r of grader and consensus: Σ(x−x̄)(y−ȳ)/√(Σ(x−x̄)²Σ(y−ȳ)²), in two passes. Range −1 to 1, no unit.
 * |r| within 1e-12 of 1 is 1. Undefined: `no-data`, `too-few-items` under 2, `no-variation` where one side is constant.
 * No interval: the gate and the report choose one. Reference: R `cor`.
 * @example pearson([{ itemId: 'a', caseId: 'a', consensus: 1, grader: 2 }, …])
 */
export function pearson(pairs: readonly Pair[], excluded: Excluded = {}): Estimate {
  const support = pairSupport(pairs, excluded);
  const { x, y } = columns(orderedPairs(pairs));
  const r = correlate(x, y);
  return typeof r === 'string' ? withoutValue(r, support) : withValue(r, support);
}

/** Pearson's r with the textbook Fisher interval, which takes items as independent (from 4 items on). Reference: R `cor.test`. */
export function pearsonFisher(pairs: readonly Pair[], excluded: Excluded = {}, level = 0.95): Estimate {
  const estimate = pearson(pairs, excluded);
  if (!('value' in estimate)) return estimate;
  const interval = fisherInterval(
    estimate.value,
    estimate.n,
    level,
    'fisherZ, assumes independent responses',
  );
  const result = withValue(estimate.value, pairSupport(pairs, excluded), interval);
  const { value: r, n } = estimate;
  if (n < 3) return result;
  const p = Math.abs(r) === 1 ? 0 : 2 * tCdf(-Math.abs(r * Math.sqrt((n - 2) / (1 - r ** 2))), n - 2);
  return { ...result, p };
}
