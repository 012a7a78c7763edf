import type { Estimate, Interval } from '../stats/estimate.ts';
import { isDefined } from '../stats/estimate.ts';
import type { ReportWords } from './report-words.ts';

/** Decimals that an interval supports: two figures of its half-width, so a bound never says more than it knows. */
function decimalsOf(interval: Interval | undefined, fallback: number, bar?: number): number {
  if (!interval) return fallback;
  const half = (interval.high - interval.low) / 2;
  if (!(half > 0)) return fallback;
  let decimals = Math.min(4, Math.max(0, 1 - Math.floor(Math.log10(half))));
  // More decimals until no bound is printed as if it lay on the bar.
  const onBar = (bound: number): boolean =>
    bar !== undefined && Math.abs(bound) !== bar && Number(Math.abs(bound).toFixed(decimals)) === bar;
  while (decimals < 6 && (onBar(interval.low) || onBar(interval.high))) decimals += 1;
  return decimals;
}

const fixed = (value: number, decimals: number): string => {
  const text = Math.abs(value).toFixed(decimals);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
};

/** `0.934 (0.912 to 0.951)`, or why there is no value; plain text, not escaped. */
export function showEstimate(estimate: Estimate, words: ReportWords, fallback = 2, bar?: number): string {
  if (!isDefined(estimate)) return `${words.undefinedWord}: ${words.undefinedReason[estimate.undefined]}`;
  const { interval } = estimate;
  const decimals = decimalsOf(interval, fallback, bar);
  const value = fixed(estimate.value, decimals);
  return interval
    ? `${value} (${fixed(interval.low, decimals)} ${words.to} ${fixed(interval.high, decimals)})`
    : value;
}
