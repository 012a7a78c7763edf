import normalQuantile from '@stdlib/stats-base-dists-normal-quantile';

/** Kappa of a square table; `se` is for the interval, `seNull` for a test of no agreement; absent where a side is constant. */
export type TableKappa = { value: number; se?: number; seNull?: number; low?: number; high?: number };

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * Cohen's (weighted) kappa of a square table of counts with agreement weights: (po − pe)/(1 − pe).
 * Null where chance agreement is 1. A side on a single category: kappa (0 by construction) without standard error.
 * Source: Cohen 1960, 1968; Fleiss, Cohen & Everitt, Psychol Bull 72 (1969) 323. Reference: R vcd `Kappa`.
 * @param table counts[row][column], at least one
 * @example kappaOfTable([[20, 5], [10, 15]], agreementWeights(2, 'unweighted'))
 */
export function kappaOfTable(
  table: readonly (readonly number[])[],
  weights: readonly (readonly number[])[],
  level = 0.95,
): TableKappa | null {
  const n = sum(table.map(sum));
  const shares = table.map((row) => row.map((count) => count / n));
  const q = table.length;
  const places = Array.from({ length: q }, (_, i) => i);
  const share = (i: number, j: number): number => shares[i]?.[j] ?? 0;
  const weight = (i: number, j: number): number => weights[i]?.[j] ?? 0;
  const rows = places.map((i) => sum(places.map((j) => share(i, j))));
  const cols = places.map((j) => sum(places.map((i) => share(i, j))));
  const row = (i: number): number => rows[i] ?? 0;
  const col = (j: number): number => cols[j] ?? 0;
  const over = (f: (i: number, j: number) => number): number =>
    sum(places.map((i) => sum(places.map((j) => f(i, j)))));
  const observed = over((i, j) => weight(i, j) * share(i, j));
  const chance = over((i, j) => weight(i, j) * row(i) * col(j));
  if (1 - chance < 1e-15) return null;
  const value = (observed - chance) / (1 - chance);
  const usedRows = rows.filter((each) => each > 0).length;
  const usedCols = cols.filter((each) => each > 0).length;
  if (usedRows === 1 || usedCols === 1) return { value };
  const meanRow = places.map((i) => sum(places.map((j) => weight(i, j) * col(j))));
  const meanCol = places.map((j) => sum(places.map((i) => weight(i, j) * row(i))));
  const marginal = (i: number, j: number): number => (meanRow[i] ?? 0) + (meanCol[j] ?? 0);
  const scaleBy = n * (1 - chance) ** 2;
  const variance =
    (over((i, j) => share(i, j) * (weight(i, j) - marginal(i, j) * (1 - value)) ** 2) -
      (value - chance * (1 - value)) ** 2) /
    scaleBy;
  const nullVariance =
    (over((i, j) => row(i) * col(j) * (weight(i, j) - marginal(i, j)) ** 2) - chance ** 2) / scaleBy;
  // Perfect agreement has no spread; what is left of the difference is rounding.
  const se = 1 - value < 1e-12 ? 0 : Math.sqrt(Math.max(variance, 0));
  const reach = normalQuantile(1 - (1 - level) / 2, 0, 1) * se;
  return { value, se, seNull: Math.sqrt(Math.max(nullVariance, 0)), low: value - reach, high: value + reach };
}
