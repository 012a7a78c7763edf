import fQuantile from '@stdlib/stats-base-dists-f-quantile';

export type Limits = { low: number; high: number };
/** A point with limits, or null where it is undefined. */
export type IccPoint = { value: number; limits?: Limits } | null;
/** Mean squares of the table: between items, between raters, residual, within items. */
export type MeanSquares = { items: number; raters: number; residual: number; within: number };
export type IccForms = {
  iccA1: IccPoint;
  iccAk: IccPoint;
  iccC1: IccPoint;
  iccCk: IccPoint;
  icc1: IccPoint;
  icc1k: IccPoint;
  /** Null where the forms are. */
  meanSquares: MeanSquares | null;
};

const mean = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;

const certain: IccPoint = { value: 1, limits: { low: 1, high: 1 } };
const blank: IccForms = {
  iccA1: null,
  iccAk: null,
  iccC1: null,
  iccCk: null,
  icc1: null,
  icc1k: null,
  meanSquares: null,
};

/** Single and average form of one ratio of mean squares MS_between / MS_error with its F limits. */
function ratioForms(between: number, error: number, k: number, df1: number, df2: number, level: number) {
  if (error === 0)
    return between > 0 ? { single: certain, average: certain } : { single: null, average: null };
  const p = 1 - (1 - level) / 2;
  const f = between / error;
  const low = f / fQuantile(p, df1, df2);
  const high = f * fQuantile(p, df2, df1);
  const single: IccPoint = {
    value: (between - error) / (between + (k - 1) * error),
    limits: { low: (low - 1) / (low + k - 1), high: (high - 1) / (high + k - 1) },
  };
  const average: IccPoint =
    between > 0
      ? { value: (between - error) / between, limits: { low: 1 - 1 / low, high: 1 - 1 / high } }
      : null;
  return { single, average };
}

/**
 * The six intraclass correlations of a complete table (rows: items, columns: raters) from mean squares, with F limits;
 * for absolute agreement Satterthwaite's degrees of freedom (McGraw & Wong 1996), its average form the Spearman–Brown
 * image of the single form. Sums of squares under 1e-12 of the total are 0. A null form is undefined.
 * Source: Shrout & Fleiss, Psychol Bull 86 (1979) 420. Reference: R psych `ICC(lmer = FALSE)`.
 * @example iccAnova([[9, 2, 5, 8], [6, 1, 3, 2]]).iccA1
 */
export function iccAnova(rows: readonly (readonly number[])[], level = 0.95): IccForms {
  const n = rows.length;
  const k = rows[0]?.length ?? 0;
  if (n < 2 || k < 2) return blank;
  const grand = mean(rows.flat());
  const rowMeans = rows.map(mean);
  const colMeans = Array.from({ length: k }, (_, j) => mean(rows.map((row) => row[j] ?? 0)));
  let total = 0;
  let within = 0;
  let residual = 0;
  rows.forEach((row, i) =>
    row.forEach((value, j) => {
      const rowMean = rowMeans[i] ?? 0;
      total += (value - grand) ** 2;
      within += (value - rowMean) ** 2;
      residual += (value - rowMean - (colMeans[j] ?? 0) + grand) ** 2;
    }),
  );
  if (total === 0) return blank;
  const clean = (square: number): number => (square < 1e-12 * total ? 0 : square);
  const msr = clean(k * rowMeans.reduce((sum, m) => sum + (m - grand) ** 2, 0)) / (n - 1);
  const msc = clean(n * colMeans.reduce((sum, m) => sum + (m - grand) ** 2, 0)) / (k - 1);
  const mse = clean(residual) / ((n - 1) * (k - 1));
  const msw = clean(within) / (n * (k - 1));
  const oneWay = ratioForms(msr, msw, k, n - 1, n * (k - 1), level);
  // Without any within-item variation the one-way form is perfect agreement, whatever lies between items.
  if (msw === 0) Object.assign(oneWay, { single: certain, average: certain });
  const consistency = ratioForms(msr, mse, k, n - 1, (n - 1) * (k - 1), level);
  const agreement = absolute(n, k, msr, msc, mse, level);
  return {
    icc1: oneWay.single,
    icc1k: oneWay.average,
    iccC1: consistency.single,
    iccCk: consistency.average,
    iccA1: agreement.single,
    iccAk: agreement.average,
    meanSquares: { items: msr, raters: msc, residual: mse, within: msw },
  };
}

function absolute(n: number, k: number, msr: number, msc: number, mse: number, level: number) {
  if (mse === 0 && msc === 0) return { single: certain, average: certain };
  const rho = (msr - mse) / (msr + (k - 1) * mse + (k * (msc - mse)) / n);
  // McGraw & Wong's a and b, both times n(1 − ρ), so that ρ = 1 divides by nothing.
  const a = k * rho * msc;
  const b = (n * (1 - rho) + k * rho * (n - 1)) * mse;
  const v = (a + b) ** 2 / (a ** 2 / (k - 1) + b ** 2 / ((n - 1) * (k - 1)));
  let limits: Limits | undefined;
  if (Number.isFinite(v) && v > 0) {
    const p = 1 - (1 - level) / 2;
    const lower = fQuantile(p, n - 1, v);
    const upper = fQuantile(p, v, n - 1);
    const error = k * msc + (k * n - k - n) * mse;
    limits = {
      low: (n * (msr - lower * mse)) / (lower * error + n * msr),
      high: (n * (upper * msr - mse)) / (error + n * upper * msr),
    };
  }
  const stepUp = (r: number): number => (k * r) / (1 + (k - 1) * r);
  const denominator = msr + (msc - mse) / n;
  const single: IccPoint = limits ? { value: rho, limits } : { value: rho };
  let average: IccPoint = null;
  if (denominator > 0) {
    average = { value: (msr - mse) / denominator };
    if (limits) average.limits = { low: stepUp(limits.low), high: stepUp(limits.high) };
  }
  return { single, average };
}
