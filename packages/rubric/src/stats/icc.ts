import type { RatingMatrix } from './data.ts';
import type { Estimate, UndefinedReason } from './estimate.ts';
import type { IccPoint } from './icc-anova.ts';
import { iccAnova } from './icc-anova.ts';
import type { MatrixRow } from './matrix-rows.ts';
import { matrixRows, rowSupport } from './matrix-rows.ts';
import { withoutValue, withValue } from './support.ts';
import type { VarianceComponents } from './variance-components.ts';
import { varianceComponents } from './variance-components.ts';

/**
 * An ICC; where cells are missing it is the REML estimate, with that of the complete rows beside it.
 * Average forms take k = raters; `kHarmonic` is the same with the harmonic mean of raters per item.
 */
export type IccEstimate = Estimate & {
  completeRows?: Estimate;
  kHarmonic?: { k: number; value: number };
  /** The REML variances behind the value. */
  components?: VarianceComponents;
};
export type Icc = Record<'iccA1' | 'iccAk' | 'iccC1' | 'iccCk' | 'icc1' | 'icc1k', IccEstimate>;

function completeForms(
  matrix: RatingMatrix,
  all: readonly MatrixRow[],
  level: number,
): Record<keyof Icc, Estimate> {
  const k = matrix.raterIds.length;
  const complete = all.filter((row) => row.ratings.length === k);
  const support = rowSupport(complete, { 'incomplete-row': all.length - complete.length });
  const rows = complete.map((row) => row.ratings);
  const forms = iccAnova(rows, level);
  const flat = rows.flat();
  const reason: UndefinedReason = all.every((row) => row.ratings.length === 0)
    ? 'no-data'
    : k < 2
      ? 'too-few-raters'
      : complete.length < 2
        ? 'too-few-items'
        : flat.every((value) => value === flat[0])
          ? 'no-variation'
          : 'not-estimable';
  const estimate = (point: IccPoint): Estimate => {
    if (!point) return withoutValue(reason, support);
    return withValue(point.value, support, point.limits && { ...point.limits, level, method: 'F' });
  };
  return {
    iccA1: estimate(forms.iccA1),
    iccAk: estimate(forms.iccAk),
    iccC1: estimate(forms.iccC1),
    iccCk: estimate(forms.iccCk),
    icc1: estimate(forms.icc1),
    icc1k: estimate(forms.icc1k),
  };
}

/**
 * Intraclass correlations of items rated by raters: A1, Ak absolute agreement, C1, Ck consistency (both two-way
 * random), 1, 1k one-way; `k` forms are of the mean of all raters. Complete tables: mean squares with F limits.
 * Missing cells: REML, v_i/(v_i + v_r + v_e) for A1, v_i/(v_i + v_e) for C1, v_r and v_e over k in average forms, without
 * interval; one-way forms from complete rows only. At most 1; REML never negative.
 * Undefined: `no-data`, `too-few-raters`, `too-few-items`, `no-overlap`, `no-variation`, `not-estimable`.
 * Source: McGraw & Wong, Psychol Methods 1 (1996) 30. Reference: R psych `ICC`, lme4 `lmer`.
 * @example icc(matrix).iccA1
 */
export function icc(matrix: RatingMatrix, level = 0.95): Icc {
  const all = matrixRows(matrix);
  const k = matrix.raterIds.length;
  const complete = completeForms(matrix, all, level);
  if (all.every((row) => row.ratings.length === k)) return complete;
  const rated = all.filter((row) => row.ratings.length > 0);
  const support = rowSupport(rated, { missing: all.length - rated.length });
  const beside = (estimate: Estimate, form: 'iccA1' | 'iccAk' | 'iccC1' | 'iccCk'): IccEstimate => ({
    ...estimate,
    completeRows: complete[form],
  });
  const none = (reason: UndefinedReason): Icc => ({
    ...complete,
    iccA1: beside(withoutValue(reason, support), 'iccA1'),
    iccAk: beside(withoutValue(reason, support), 'iccAk'),
    iccC1: beside(withoutValue(reason, support), 'iccC1'),
    iccCk: beside(withoutValue(reason, support), 'iccCk'),
  });
  if (rated.length === 0) return none('no-data');
  if (k < 2) return none('too-few-raters');
  if (rated.length < 2) return none('too-few-items');
  if (rated.every((row) => row.ratings.length < 2)) return none('no-overlap');
  const ratings = rated.flatMap((row) => row.ratings);
  if (ratings.every((rating) => rating === ratings[0])) return none('no-variation');
  const harmonic = rated.length / rated.reduce((sum, row) => sum + 1 / row.ratings.length, 0);
  const form = (
    value: (size: number) => number,
    key: 'iccA1' | 'iccAk' | 'iccC1' | 'iccCk',
    average: boolean,
  ): IccEstimate => ({
    ...withValue(value(average ? k : 1), support),
    method: 'reml',
    completeRows: complete[key],
    ...(average ? { kHarmonic: { k: harmonic, value: value(harmonic) } } : {}),
  });
  // Raters who agree wherever they meet leave no within-item variance to estimate: agreement is perfect.
  const perfect = rated.every((row) => row.ratings.every((rating) => rating === row.ratings[0]));
  const rows = rated.map((row) =>
    row.cells.flatMap((value, rater) => (value === null ? [] : [{ rater, value }])),
  );
  const v = perfect ? { item: 1, rater: 0, residual: 0 } : varianceComponents(rows, k);
  if (!v) return none('not-estimable');
  const agreement = (size: number): number => v.item / (v.item + (v.rater + v.residual) / size);
  const consistency = (size: number): number => v.item / (v.item + v.residual / size);
  return {
    ...complete,
    iccA1: perfect ? form(agreement, 'iccA1', false) : { ...form(agreement, 'iccA1', false), components: v },
    iccAk: form(agreement, 'iccAk', true),
    iccC1: form(consistency, 'iccC1', false),
    iccCk: form(consistency, 'iccCk', true),
  };
}
