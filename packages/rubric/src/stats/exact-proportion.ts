import betaQuantile from '@stdlib/stats-base-dists-beta-quantile';
import type { Interval } from './estimate.ts';

/**
 * Exact (Clopper–Pearson) interval of a proportion: `events` of `n`, `n` at least 1.
 * low = Beta(α/2; x, n−x+1), high = Beta(1−α/2; x+1, n−x); low is 0 at no event, high is 1 at all events.
 * Assumes independent trials. Source: Clopper & Pearson, Biometrika 26 (1934) 404. Reference: R `binom.test`.
 * @throws RangeError where counts are not whole, events exceed n, n is 0, or `level` is not between 0 and 1
 * @example exactProportionInterval(0, 200, 0.95) // 0 to 0.0183
 */
export function exactProportionInterval(events: number, n: number, level: number): Interval {
  if (!Number.isInteger(events) || !Number.isInteger(n) || events < 0 || n < 1 || events > n)
    throw new RangeError(`expected whole counts with 0 ≤ events ≤ n and n ≥ 1, found ${events} of ${n}`);
  if (!(level > 0 && level < 1)) throw new RangeError(`level must lie between 0 and 1, found ${level}`);
  const tail = (1 - level) / 2;
  return {
    low: events === 0 ? 0 : betaQuantile(tail, events, n - events + 1),
    high: events === n ? 1 : betaQuantile(1 - tail, events + 1, n - events),
    level,
    method: 'clopperPearson',
  };
}
