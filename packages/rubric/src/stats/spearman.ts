import type { Pair } from './data.ts';
import type { Estimate, Excluded } from './estimate.ts';
import { fisherInterval } from './fisher-interval.ts';
import { midranks } from './midranks.ts';
import { columns, correlate } from './moments.ts';
import { orderedPairs, pairSupport, withoutValue, withValue } from './support.ts';

/**
 * Spearman's ρ: Pearson's r of the midranks. Range −1 to 1.
 * Interval: Bonett & Wright 2000 (Fisher z with SE √((1+ρ²/2)/(n−3))), independent items, from 4 on.
 * Undefined as Pearson's r. Reference: R `cor(method = "spearman")`.
 * @example spearman(pairs)
 */
export function spearman(pairs: readonly Pair[], excluded: Excluded = {}, level = 0.95): Estimate {
  const support = pairSupport(pairs, excluded);
  const { x, y } = columns(orderedPairs(pairs));
  // Ranks hide a range that is only rounding, so the scores themselves are judged first.
  const r = correlate(x, y);
  if (typeof r === 'string') return withoutValue(r, support);
  const rho = correlate(midranks(x), midranks(y));
  if (typeof rho === 'string') return withoutValue(rho, support);
  return withValue(rho, support, fisherInterval(rho, pairs.length, level, 'bonettWright', 1 + rho ** 2 / 2));
}
