import type { Estimate, Interval } from '@concord/rubric/stats/estimate';
import { isDefined } from '@concord/rubric/stats/estimate';

/** What a number measures: a plain coefficient, points of the 0 to 100 total, or a share shown in per cent. */
export type Quantity = 'coefficient' | 'points' | 'share';

const fewest: Record<Quantity, number> = { coefficient: 2, points: 1, share: 1 };
const most = 4;
const minus = '\u2212';

/** A number with a fixed count of decimals, a true minus sign, and never a minus before zero. */
export function fixed(value: number, decimals: number): string {
  const text = Math.abs(value).toFixed(decimals);
  return value < 0 && Number(text) !== 0 ? `${minus}${text}` : text;
}

/**
 * Decimals that an interval supports: its half-width keeps two significant digits (JCGM 100:2008, 7.2.6).
 * With a bar, more decimals (at most 4) until neither bound rounds onto or across it, so that what is
 * printed agrees with the verdict. Without an interval, the fewest that the quantity is shown with.
 */
export function decimalsFor(quantity: Quantity, interval: Interval | undefined, bar?: number): number {
  const factor = quantity === 'share' ? 100 : 1;
  if (!interval) return fewest[quantity];
  const halfWidth = ((interval.high - interval.low) / 2) * factor;
  let decimals =
    halfWidth > 0 ? Math.min(3, Math.max(0, 1 - Math.floor(Math.log10(halfWidth)))) : fewest[quantity];
  if (bar === undefined) return decimals;
  const blurs = (bound: number): boolean =>
    bound !== bar && Number((bound * factor).toFixed(decimals)) === Number((bar * factor).toFixed(most));
  while (decimals < most && (blurs(interval.low) || blurs(interval.high))) decimals += 1;
  return decimals;
}

/** `0.934`, `−1.25`, `99.2 %`; the unit of points is left to the column's head. */
export function showNumber(value: number, quantity: Quantity, decimals: number): string {
  return quantity === 'share' ? `${fixed(value * 100, decimals)} %` : fixed(value, decimals);
}

export type ShownEstimate =
  | {
      kind: 'defined';
      value: string;
      interval: { low: string; high: string } | null;
      n: number;
      nCases: number;
    }
  | {
      kind: 'undefined';
      reason: Extract<Estimate, { undefined: unknown }>['undefined'];
      n: number;
      nCases: number;
    };

/** An estimate ready to print; one that has no value keeps its reason, to be put into words by the caller. */
export function showEstimate(estimate: Estimate, quantity: Quantity, bar?: number): ShownEstimate {
  const { n, nCases } = estimate;
  if (!isDefined(estimate)) return { kind: 'undefined', reason: estimate.undefined, n, nCases };
  const decimals = decimalsFor(quantity, estimate.interval, bar);
  const { interval } = estimate;
  return {
    kind: 'defined',
    value: showNumber(estimate.value, quantity, decimals),
    interval: interval
      ? {
          low: showNumber(interval.low, quantity, decimals),
          high: showNumber(interval.high, quantity, decimals),
        }
      : null,
    n,
    nCases,
  };
}

/** A point of the plot, as its label says it: one decimal of the 0 to 100 total. */
export const showPoints = (value: number): string => fixed(value, 1);

/** First characters of a digest, enough to compare by eye; the whole stands in the title. */
export const shortDigest = (digest: string): string => digest.slice(0, 16);
