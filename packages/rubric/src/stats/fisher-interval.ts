import normalQuantile from '@stdlib/stats-base-dists-normal-quantile';
import type { Interval } from './estimate.ts';

/**
 * Interval of a correlation on Fisher's z scale: tanh(atanh r ± z·SE), SE = √(variance/(n − 3)).
 * Assumes independent items. None under 4 items; at r = ±1 it is that point.
 * @param variance 1 for Pearson, 1 + ρ²/2 for Spearman (Bonett & Wright, Psychometrika 65 (2000) 23)
 * @example fisherInterval(0.9, 30, 0.95, 'fisherZ')
 */
export function fisherInterval(
  r: number,
  n: number,
  level: number,
  method: string,
  variance = 1,
): Interval | undefined {
  if (n < 4) return undefined;
  if (Math.abs(r) === 1) return { low: r, high: r, level, method };
  const z = Math.atanh(r);
  const reach = normalQuantile(1 - (1 - level) / 2, 0, 1) * Math.sqrt(variance / (n - 3));
  return { low: Math.tanh(z - reach), high: Math.tanh(z + reach), level, method };
}
