import type { Pattern, SparseRow } from './pattern-sums.ts';
import { patternSums } from './pattern-sums.ts';

/** Variances of y = μ + item + rater + error. */
export type VarianceComponents = { item: number; rater: number; residual: number };

/**
 * REML criterion at variance ratios (item/error, rater/error), error variance profiled out. Items are eliminated in
 * closed form, (I + λ11')⁻¹ = I − λ/(1 + λm) 11', which leaves a system of raters + 1; items rated by the same raters
 * enter by their sums, so that the work grows with the patterns of raters and not with the items.
 */
function criterion(
  patterns: readonly Pattern[],
  sums: ArrayLike<number>,
  raters: number,
  item: number,
  rater: number,
) {
  const q = raters + 1;
  const a = new Float64Array(q * q);
  const c = new Float64Array(q);
  let squares = 0;
  let logDet = 0;
  let count = 0;
  const add = (target: Float64Array, at: number, value: number): void => {
    target[at] = (target[at] as number) + value;
  };
  for (const pattern of patterns) {
    const m = pattern.raters.length;
    const n = sums[pattern.at] as number;
    if (n === 0) continue;
    const shrink = item / (1 + item * m);
    logDet += n * Math.log1p(item * m);
    count += n * m;
    let total = 0;
    for (let i = 1; i <= m; i += 1) total += sums[pattern.at + i] as number;
    for (let i = 0; i < m; i += 1) {
      const one = pattern.raters[i] as number;
      add(a, one * q + one, n);
      add(a, one * q + raters, n * (1 - shrink * m));
      add(c, one, (sums[pattern.at + 1 + i] as number) - shrink * total);
      for (const other of pattern.raters) add(a, one * q + other, -shrink * n);
    }
    squares += (sums[pattern.at + m + 1] as number) - shrink * (sums[pattern.at + m + 2] as number);
    add(a, raters * q + raters, n * (m - shrink * m * m));
    add(c, raters, total * (1 - shrink * m));
  }
  const root = Math.sqrt(rater);
  for (let i = 0; i < raters; i += 1) {
    for (let j = 0; j < raters; j += 1) a[i * q + j] = (a[i * q + j] as number) * rater + (i === j ? 1 : 0);
    a[i * q + raters] = (a[i * q + raters] as number) * root;
    a[raters * q + i] = a[i * q + raters] as number;
    c[i] = (c[i] as number) * root;
  }
  // Cholesky in place; forward substitution gives c'A⁻¹c.
  let explained = 0;
  for (let i = 0; i < q; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let value = a[i * q + j] as number;
      for (let l = 0; l < j; l += 1) value -= (a[i * q + l] as number) * (a[j * q + l] as number);
      a[i * q + j] = i === j ? Math.sqrt(value) : value / (a[j * q + j] as number);
    }
    let value = c[i] as number;
    for (let l = 0; l < i; l += 1) value -= (a[i * q + l] as number) * (c[l] as number);
    c[i] = value / (a[i * q + i] as number);
    explained += (c[i] as number) ** 2;
    logDet += 2 * Math.log(a[i * q + i] as number);
  }
  const residual = (squares - explained) / (count - 1);
  const deviance = residual > 0 ? logDet + (count - 1) * Math.log(residual) : Infinity;
  return { deviance: Number.isNaN(deviance) ? Infinity : deviance, residual };
}

/** Nelder–Mead in the plane, restarted at its own result until that stops moving; deterministic. */
function minimise(
  f: (x: number, y: number) => number,
  start: [number, number],
  first = 0.5,
): [number, number] {
  let best: [number, number] = start;
  for (let round = 0; round < 6; round += 1) {
    const step = round === 0 ? first : 0.05;
    const points: [number, number, number][] = [
      [best[0], best[1]],
      [best[0] + step * (1 + best[0]), best[1]],
      [best[0], best[1] + step * (1 + best[1])],
    ].map(([x = 0, y = 0]) => [x, y, f(x, y)]);
    for (let turn = 0; turn < 300; turn += 1) {
      points.sort((p, q) => p[2] - q[2]);
      const [low, middle, high] = points as [
        [number, number, number],
        [number, number, number],
        [number, number, number],
      ];
      const width = Math.max(Math.abs(high[0] - low[0]), Math.abs(high[1] - low[1]));
      if (width < 1e-9 * (1 + Math.abs(low[0]) + Math.abs(low[1]))) break;
      const cx = (low[0] + middle[0]) / 2;
      const cy = (low[1] + middle[1]) / 2;
      const at = (t: number): [number, number, number] => {
        const x = cx + t * (high[0] - cx);
        const y = cy + t * (high[1] - cy);
        return [x, y, f(x, y)];
      };
      const reflected = at(-1);
      if (reflected[2] < low[2]) {
        const expanded = at(-2);
        points[2] = expanded[2] < reflected[2] ? expanded : reflected;
      } else if (reflected[2] < middle[2]) points[2] = reflected;
      else {
        const contracted = at(reflected[2] < high[2] ? -0.5 : 0.5);
        if (contracted[2] < Math.min(high[2], reflected[2])) points[2] = contracted;
        else
          for (const i of [1, 2]) {
            const point = points[i] as [number, number, number];
            const x = (point[0] + low[0]) / 2;
            const y = (point[1] + low[1]) / 2;
            points[i] = [x, y, f(x, y)];
          }
      }
    }
    points.sort((p, q) => p[2] - q[2]);
    const found = points[0] as [number, number, number];
    const moved = Math.max(Math.abs(found[0] - best[0]), Math.abs(found[1] - best[1]));
    best = [found[0], found[1]];
    if (moved < 1e-7 * (1 + Math.abs(best[0]) + Math.abs(best[1]))) break;
  }
  return best;
}

const centre = (rows: readonly SparseRow[]): { rows: SparseRow[]; variance: number } => {
  let sum = 0;
  let count = 0;
  for (const row of rows)
    for (const { value } of row) {
      sum += value;
      count += 1;
    }
  const grand = sum / count;
  let squares = 0;
  for (const row of rows) for (const { value } of row) squares += (value - grand) ** 2;
  return {
    rows: rows.map((row) => row.map(({ rater, value }) => ({ rater, value: value - grand }))),
    variance: squares / (count - 1),
  };
};

/**
 * REML variance components of crossed random items and raters, any cells missing; variances are 0 or more.
 * Null where the residual vanishes (an exact additive fit), so that ratios run away.
 * Source: Patterson & Thompson, Biometrika 58 (1971) 545. Reference: R lme4 `lmer`.
 * @param rows items with at least one rating; rater indices under `raters`
 * @example varianceComponents([[{ rater: 0, value: 2 }, { rater: 1, value: 3 }], …], 2)
 */
export function varianceComponents(rows: readonly SparseRow[], raters: number): VarianceComponents | null {
  const centred = centre(rows);
  const { patterns, width, add } = patternSums(rows);
  const sums = new Float64Array(width);
  for (const row of centred.rows) add(row, sums);
  return fit(patterns, sums, raters, centred.variance)?.components ?? null;
}

/** The criterion is even in both roots, so the simplex may cross zero: the boundary needs no special case. */
function fit(
  patterns: readonly Pattern[],
  sums: ArrayLike<number>,
  raters: number,
  variance: number,
  start: [number, number] = [1, 0.3],
  step?: number,
): { components: VarianceComponents; at: [number, number] } | null {
  const at = minimise((i, j) => criterion(patterns, sums, raters, i * i, j * j).deviance, start, step);
  const [x, y] = at;
  const { residual } = criterion(patterns, sums, raters, x * x, y * y);
  if (!(residual > 1e-9 * variance)) return null;
  return { components: { item: x * x * residual, rater: y * y * residual, residual }, at };
}

/**
 * The same components of samples in which whole cases are drawn again: `sums` are those of each case, `componentsOf`
 * takes sums added up over the cases drawn. The search begins at the whole sample's result.
 * Null where the whole sample has none.
 */
export function resampledComponents(
  cases: readonly (readonly SparseRow[])[],
  raters: number,
): { sums: number[][]; componentsOf: (sums: Float64Array) => VarianceComponents | null } | null {
  const rows = cases.flat();
  const centred = centre(rows);
  const { patterns, width, add } = patternSums(rows);
  let next = 0;
  const sums = cases.map((own) => {
    const row = Array.from({ length: width }, () => 0);
    for (let i = 0; i < own.length; i += 1) add(centred.rows[next + i] as SparseRow, row);
    next += own.length;
    return row;
  });
  const total = new Float64Array(width);
  for (const row of sums) row.forEach((value, i) => (total[i] = (total[i] as number) + value));
  const whole = fit(patterns, total, raters, centred.variance);
  if (!whole) return null;
  return {
    sums,
    componentsOf: (drawn) =>
      fit(patterns, drawn, raters, centred.variance, whole.at, 0.1)?.components ?? null,
  };
}
