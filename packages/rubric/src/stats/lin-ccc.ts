import normalQuantile from '@stdlib/stats-base-dists-normal-quantile';
import type { Pair } from './data.ts';
import type { Estimate, Excluded, Interval } from './estimate.ts';
import type { Moments } from './moments.ts';
import { columns, moments, snapToOne } from './moments.ts';
import { orderedPairs, pairSupport, withoutValue, withValue } from './support.ts';

function interval(m: Moments, ccc: number, level: number): Interval | undefined {
  const method = 'linZ';
  if (Math.abs(ccc) === 1) return { low: ccc, high: ccc, level, method };
  if (m.n < 3 || m.constantX || m.constantY) return undefined;
  const spread = Math.sqrt(m.sumXX * m.sumYY);
  const r = m.sumXY / spread;
  if (Math.abs(r) < 1e-14) return undefined;
  const u2 = ((m.meanX - m.meanY) ** 2 * m.n) / spread;
  const variance =
    (((1 - r * r) * ccc ** 2 * (1 - ccc ** 2)) / r ** 2 +
      (2 * ccc ** 3 * (1 - ccc) * u2) / r -
      (ccc ** 4 * u2 ** 2) / (2 * r ** 2)) /
    (m.n - 2);
  if (!(variance >= 0)) return undefined;
  const z = Math.atanh(ccc);
  const reach = (normalQuantile(1 - (1 - level) / 2, 0, 1) * Math.sqrt(variance)) / (1 - ccc ** 2);
  return { low: Math.tanh(z - reach), high: Math.tanh(z + reach), level, method };
}

/**
 * Lin's concordance correlation: 2s_xy/(s_x² + s_y² + (x̄−ȳ)²), all with 1/n. Range −1 to 1; falls with bias, unlike r.
 * Interval on the z scale with the corrected variance (Lin, Biometrics 45 (1989) 255, correction 56 (2000) 324);
 * independent items. Undefined: `no-data`, `too-few-items` under 2, `no-variation` where both sides are one and the
 * same constant; 0 where only one side is constant. Reference: R DescTools `CCC`.
 * @example linCcc(pairs)
 */
export function linCcc(pairs: readonly Pair[], excluded: Excluded = {}, level = 0.95): Estimate {
  const support = pairSupport(pairs, excluded);
  if (pairs.length === 0) return withoutValue('no-data', support);
  if (pairs.length < 2) return withoutValue('too-few-items', support);
  const { x, y } = columns(orderedPairs(pairs));
  const m = moments(x, y);
  const denominator = m.sumXX + m.sumYY + m.n * (m.meanX - m.meanY) ** 2;
  if (denominator === 0) return withoutValue('no-variation', support);
  const ccc = snapToOne((2 * m.sumXY) / denominator);
  return withValue(ccc, support, interval(m, ccc, level));
}
