import type { Pair } from './data.ts';
import type { Estimate, Excluded, Interval, Support, UndefinedReason } from './estimate.ts';

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Pairs by case, then item: the order of rows in a file must not move the last digit of a sum. */
export function orderedPairs(pairs: readonly Pair[]): Pair[] {
  return [...pairs].sort((a, b) => byCode(a.caseId, b.caseId) || byCode(a.itemId, b.itemId));
}

/** What a statistic of these pairs stands on. */
export const pairSupport = (pairs: readonly Pair[], excluded: Excluded = {}): Support => ({
  n: pairs.length,
  nCases: new Set(pairs.map((pair) => pair.caseId)).size,
  excluded,
});

/** An estimate without a value. */
export const withoutValue = (reason: UndefinedReason, support: Support): Estimate => ({
  undefined: reason,
  ...support,
});

/**
 * An estimate from a computed value and limits; a value that is not a finite number is `not-estimable`,
 * limits that are not leave the interval out.
 */
export function withValue(value: number, support: Support, interval?: Interval): Estimate {
  if (!Number.isFinite(value)) return withoutValue('not-estimable', support);
  if (!interval || !Number.isFinite(interval.low) || !Number.isFinite(interval.high))
    return { value, ...support };
  return { value, ...support, interval };
}
