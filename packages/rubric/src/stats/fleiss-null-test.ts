import type { RatingMatrix } from './data.ts';
import type { Estimate } from './estimate.ts';
import { matrixRows, rowSupport } from './matrix-rows.ts';
import { withoutValue, withValue } from './support.ts';

/** Kappa of complete rows; `standardErrorNull` and `z` test "no agreement"; `perCategory` is each category against the rest. */
export type FleissNullTest = Estimate & { z?: number; perCategory?: { category: number; value: number }[] };

/**
 * Fleiss' kappa of 1971 on the rows that every rater filled, with the standard error under no agreement (Fleiss, Nee &
 * Landis, Psychol Bull 86 (1979) 974): for a test, never for an interval. A category nobody used has no kappa of its own.
 * At most 1. Undefined: `no-data`, `too-few-raters`, `no-overlap` (no complete row), `single-category`.
 * Reference: R irr `kappam.fleiss(detail = TRUE)`.
 * @throws RangeError where a rating is none of the categories
 * @example fleissNullTest(matrix, [1, 2, 3]).z
 */
export function fleissNullTest(matrix: RatingMatrix, categories: readonly number[]): FleissNullTest {
  const all = matrixRows(matrix);
  const m = matrix.raterIds.length;
  const rows = all.filter((row) => row.ratings.length === m);
  const support = rowSupport(rows, { 'incomplete-row': all.length - rows.length });
  if (all.every((row) => row.ratings.length === 0)) return withoutValue('no-data', support);
  if (m < 2) return withoutValue('too-few-raters', support);
  const n = rows.length;
  if (n === 0) return withoutValue('no-overlap', support);
  const place = new Map(categories.map((category, i) => [category, i]));
  const totals = categories.map(() => 0);
  const disagreeing = categories.map(() => 0);
  let agreeing = 0;
  for (const row of rows) {
    const counts = categories.map(() => 0);
    for (const rating of row.ratings) {
      const i = place.get(rating);
      if (i === undefined) throw new RangeError(`rating ${rating} is not on the declared scale`);
      counts[i] = (counts[i] ?? 0) + 1;
    }
    counts.forEach((count, i) => {
      totals[i] = (totals[i] ?? 0) + count;
      disagreeing[i] = (disagreeing[i] ?? 0) + count * (m - count);
      agreeing += count * (count - 1);
    });
  }
  const shares = totals.map((count) => count / (n * m));
  const spread = shares.reduce((sum, p) => sum + p * (1 - p), 0);
  if (spread < 1e-15) return withoutValue('single-category', support);
  const chance = shares.reduce((sum, p) => sum + p * p, 0);
  const value = (agreeing / (n * m * (m - 1)) - chance) / spread;
  const skew = shares.reduce((sum, p) => sum + p * (1 - p) * (1 - 2 * p), 0);
  const standardErrorNull = Math.sqrt((2 * (spread ** 2 - skew)) / (n * m * (m - 1))) / spread;
  const perCategory = categories.flatMap((category, i) => {
    const p = shares[i] ?? 0;
    if (p === 0 || p === 1) return [];
    return [{ category, value: 1 - (disagreeing[i] ?? 0) / (n * m * (m - 1) * p * (1 - p)) }];
  });
  return {
    ...withValue(value, support),
    standardErrorNull,
    ...(standardErrorNull > 0 ? { z: value / standardErrorNull } : {}),
    perCategory,
  };
}
