import tQuantile from '@stdlib/stats-base-dists-t-quantile';
import type { Pair } from '../stats/data.ts';
import type { Estimate, Excluded } from '../stats/estimate.ts';
import { groupByCase } from './group-by-case.ts';

/**
 * Mean over all pairs of a quantity of each pair (difference, absolute difference) with a case-cluster interval:
 * leave-one-case-out jackknife standard error and the t quantile with n − 1 degrees of freedom (n cases).
 * θ = Σ values / number of pairs; SE = √((n−1)/n · Σ(θ_i − θ̄)²); bounds θ ± t·SE. With equally many
 * responses per case this is the ordinary t interval of the case means.
 *
 * Units are those of `quantity`. Undefined: `no-data`. Fewer than 2 cases: a value without an interval.
 * Source: Efron & Tibshirani, An Introduction to the Bootstrap, ch. 11. Reference: `scripts/reference/case-jackknife-z.py`.
 *
 * @param level two-sided coverage, between 0 and 1
 * @throws RangeError where `level` is not between 0 and 1
 * @example caseJackknifeMean(pairs, ({ grader, consensus }) => grader - consensus, 0.95)
 */
export function caseJackknifeMean(
  pairs: readonly Pair[],
  quantity: (pair: Pair) => number,
  level: number,
  excluded: Excluded = {},
): Estimate {
  if (!(level > 0 && level < 1)) throw new RangeError(`level must lie between 0 and 1, found ${level}`);
  const cases = groupByCase(pairs).map((group) => ({
    n: group.pairs.length,
    sum: group.pairs.reduce((sum, pair) => sum + quantity(pair), 0),
  }));
  const support = { n: pairs.length, nCases: cases.length, excluded };
  if (pairs.length === 0) return { undefined: 'no-data', ...support };
  const total = cases.reduce((sum, group) => sum + group.sum, 0);
  const value = total / pairs.length;
  const n = cases.length;
  if (n < 2) return { value, ...support };
  const leaveOuts = cases.map((group) => (total - group.sum) / (pairs.length - group.n));
  const centre = leaveOuts.reduce((sum, each) => sum + each, 0) / n;
  const squares = leaveOuts.reduce((sum, each) => sum + (each - centre) ** 2, 0);
  const reach = tQuantile(1 - (1 - level) / 2, n - 1) * Math.sqrt(((n - 1) / n) * squares);
  return {
    value,
    ...support,
    interval: { low: value - reach, high: value + reach, level, method: 'caseJackknifeT' },
  };
}
