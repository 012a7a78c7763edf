import type { RatingMatrix } from './data.ts';
import type { Estimate } from './estimate.ts';
import { matrixRows, rowSupport } from './matrix-rows.ts';
import { withoutValue, withValue } from './support.ts';

export type AlphaMetric = 'nominal' | 'ordinal' | 'interval' | 'ratio';

/** Counts of each value per unit (units with at least two ratings). */
export type UnitCounts = { values: number[]; units: { caseId: string; counts: number[]; m: number }[] };

/** Value counts of the units that hold at least two ratings, rows by case and item. */
export function unitCounts(matrix: RatingMatrix): UnitCounts {
  const rows = matrixRows(matrix).filter((row) => row.ratings.length > 1);
  const values = [...new Set(rows.flatMap((row) => row.ratings))].sort((a, b) => a - b);
  const place = new Map(values.map((value, i) => [value, i]));
  const units = rows.map((row) => {
    const counts = Array.from({ length: values.length }, () => 0);
    for (const rating of row.ratings) {
      const i = place.get(rating) ?? 0;
      counts[i] = (counts[i] ?? 0) + 1;
    }
    return { caseId: row.caseId, counts, m: row.ratings.length };
  });
  return { values, units };
}

/** Squared distances of the values, row by row; ordinal ones need the marginals, the others take none. */
export function alphaDistances(
  values: readonly number[],
  marginals: ArrayLike<number>,
  metric: AlphaMetric,
): Float64Array {
  const q = values.length;
  const table = new Float64Array(q * q);
  const cumulative = new Float64Array(q + 1);
  for (let i = 0; i < q; i += 1) cumulative[i + 1] = (cumulative[i] ?? 0) + (marginals[i] ?? 0);
  for (let i = 0; i < q; i += 1) {
    for (let j = i + 1; j < q; j += 1) {
      const a = values[i] ?? 0;
      const b = values[j] ?? 0;
      let d = 1;
      if (metric === 'interval') d = (a - b) ** 2;
      else if (metric === 'ratio') d = ((a - b) / (a + b)) ** 2;
      else if (metric === 'ordinal')
        d =
          ((cumulative[j + 1] ?? 0) -
            (cumulative[i] ?? 0) -
            ((marginals[i] ?? 0) + (marginals[j] ?? 0)) / 2) **
          2;
      table[i * q + j] = d;
      table[j * q + i] = d;
    }
  }
  return table;
}

/** Alpha of per-unit value counts, each unit with at least two ratings; NaN where expected disagreement is 0. */
export function alphaOfCounts(
  values: readonly number[],
  units: readonly { counts: readonly number[]; m: number }[],
  metric: AlphaMetric,
): number {
  const q = values.length;
  const marginals = Array.from({ length: q }, () => 0);
  for (const unit of units)
    for (let i = 0; i < q; i += 1) marginals[i] = (marginals[i] ?? 0) + (unit.counts[i] ?? 0);
  const n = marginals.reduce((sum, count) => sum + count, 0);
  const d = alphaDistances(values, marginals, metric);
  let observed = 0;
  for (const unit of units) {
    const used = unit.counts.flatMap((count, i) => (count > 0 ? [i] : []));
    let within = 0;
    for (const i of used)
      for (const j of used) within += (unit.counts[i] ?? 0) * (unit.counts[j] ?? 0) * (d[i * q + j] ?? 0);
    observed += within / (unit.m - 1);
  }
  let expected = 0;
  for (let i = 0; i < q; i += 1)
    for (let j = 0; j < q; j += 1)
      expected += (marginals[i] ?? 0) * (marginals[j] ?? 0) * (d[i * q + j] ?? 0);
  return expected === 0 ? Number.NaN : 1 - ((n - 1) * observed) / expected;
}

/**
 * Krippendorff's alpha: 1 − (n − 1) Σ o_ck d_ck / Σ n_c n_k d_ck over the coincidences of pairable values, each unit's
 * pairs weighted 1/(m_u − 1). Takes any missing cells; values that occur decide, not the declared scale. At most 1,
 * negative for systematic disagreement. `n` counts units with at least two ratings.
 * Undefined: `no-data`, `too-few-raters`, `no-overlap`, `no-variation`; ratio with a negative value: `not-estimable`.
 * Source: Krippendorff, Computing Krippendorff's alpha-reliability (2011). Reference: fast-krippendorff.
 * @example krippendorffAlpha(matrix, 'ordinal')
 */
export function krippendorffAlpha(matrix: RatingMatrix, metric: AlphaMetric): Estimate {
  const all = matrixRows(matrix);
  const rated = all.filter((row) => row.ratings.length > 0);
  const pairable = rated.filter((row) => row.ratings.length > 1);
  const support = rowSupport(pairable, {
    missing: all.length - rated.length,
    'single-rating': rated.length - pairable.length,
  });
  if (rated.length === 0) return withoutValue('no-data', support);
  if (matrix.raterIds.length < 2) return withoutValue('too-few-raters', support);
  if (pairable.length === 0) return withoutValue('no-overlap', support);
  const { values, units } = unitCounts(matrix);
  if (metric === 'ratio' && values.some((value) => value < 0)) return withoutValue('not-estimable', support);
  const alpha = alphaOfCounts(values, units, metric);
  return Number.isNaN(alpha) ? withoutValue('no-variation', support) : withValue(alpha, support);
}
