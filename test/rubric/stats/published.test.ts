import { readFileSync, readdirSync } from 'node:fs';
import { bias, differences } from '@concord/rubric/stats/bias';
import { brennanPrediger } from '@concord/rubric/stats/brennan-prediger';
import type { Pair, RatingMatrix } from '@concord/rubric/stats/data';
import type { Estimate } from '@concord/rubric/stats/estimate';
import { calibrationLine } from '@concord/rubric/stats/calibration-line';
import { jackknifeSummary } from '@concord/rubric/stats/case-bootstrap';
import { itemsForLowerBound } from '@concord/rubric/stats/cases-for-lower-bound';
import { deming } from '@concord/rubric/stats/deming';
import {
  rejectBenjaminiHochberg,
  rejectBenjaminiYekutieli,
  rejectBonferroni,
} from '@concord/rubric/stats/false-discovery';
import { fleissNullTest } from '@concord/rubric/stats/fleiss-null-test';
import { fleissKappa } from '@concord/rubric/stats/fleiss-kappa';
import { gwetAc1 } from '@concord/rubric/stats/gwet-ac1';
import { gwetAc2 } from '@concord/rubric/stats/gwet-ac2';
import { icc } from '@concord/rubric/stats/icc';
import { iccAnova } from '@concord/rubric/stats/icc-anova';
import { kappaOfTable } from '@concord/rubric/stats/kappa-table';
import { kendallTauB } from '@concord/rubric/stats/kendall-tau-b';
import { krippendorffAlpha } from '@concord/rubric/stats/krippendorff-alpha';
import { limitsOfAgreement } from '@concord/rubric/stats/limits-of-agreement';
import { linCcc } from '@concord/rubric/stats/lin-ccc';
import { meanAbsoluteError } from '@concord/rubric/stats/mean-absolute-error';
import { passAtK } from '@concord/rubric/stats/pass-at-k';
import { pearson, pearsonFisher } from '@concord/rubric/stats/pearson';
import { percentAgreement } from '@concord/rubric/stats/percent-agreement';
import { repeatability } from '@concord/rubric/stats/repeatability';
import { rootMeanSquareError } from '@concord/rubric/stats/root-mean-square-error';
import { agreementWeights } from '@concord/rubric/stats/scale';
import { spearman } from '@concord/rubric/stats/spearman';
import { describe, expect, it } from 'vitest';
import type { Expectation } from './disagreements.ts';
import { disagreements } from './disagreements.ts';

type Table = (number | null)[][];
type Published = Expectation & {
  name: string;
  data: {
    ratings?: Table;
    categories?: number[];
    counts?: number[][];
    table?: number[][];
    weights?: number[][];
    x?: number[];
    y?: number[];
    lsat?: number[];
    gpa?: number[];
    p?: number[];
    q?: number;
    wright1?: number[];
    wright2?: number[];
    mini1?: number[];
    mini2?: number[];
    cases?: { n: number; c: number; k: number }[];
    r?: number[];
    r0?: number;
  };
};
const folder = new URL('../../fixtures/stats/published/', import.meta.url);
const fixtures = readdirSync(folder).map(
  (file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Published,
);
const pad = (i: number): string => String(i).padStart(4, '0');
const matrixOf = (values: Table): RatingMatrix => ({
  itemIds: values.map((_, i) => pad(i)),
  caseIds: values.map((_, i) => pad(i)),
  raterIds: (values[0] ?? []).map((__, j) => pad(j)),
  values,
});

function computed({ data }: Published): Record<string, number | null> {
  const got: Record<string, number | null> = {};
  const put = (name: string, estimate: Estimate): void => {
    got[name] = 'value' in estimate ? estimate.value : null;
    if (!('value' in estimate)) return;
    const { interval, standardError, standardErrorNull } = estimate;
    if (interval) {
      got[`${name}.lo`] = interval.low;
      got[`${name}.hi`] = interval.high;
    }
    if (standardError !== undefined) got[`${name}.se`] = standardError;
    if (standardErrorNull !== undefined) got[`${name}.se0`] = standardErrorNull;
  };
  // Peak flow: the mini meter takes the consensus' place, so differences are Wright minus mini as in the paper.
  const x = data.x ?? data.lsat ?? data.mini1;
  const y = data.y ?? data.gpa ?? data.wright1;
  if (x && y) {
    const pairs: Pair[] = x.map((consensus, i) => ({
      itemId: pad(i),
      caseId: pad(i),
      consensus,
      grader: y[i] ?? 0,
    }));
    put('pearson', pearsonFisher(pairs));
    got['pearson.r'] = got.pearson ?? null;
    put('spearman.rho', spearman(pairs));
    put('kendall.tau_b', kendallTauB(pairs));
    put('ccc', linCcc(pairs));
    got['ccc.est'] = got.ccc ?? null;
    put('mae', meanAbsoluteError(pairs));
    put('rmse', rootMeanSquareError(pairs));
    const sides = (name: string, estimate: Estimate): void => {
      got[name] = 'value' in estimate ? estimate.value : null;
      got[`${name}_lo`] = 'value' in estimate ? (estimate.interval?.low ?? null) : null;
      got[`${name}_hi`] = 'value' in estimate ? (estimate.interval?.high ?? null) : null;
    };
    sides('bias', bias(pairs));
    sides('loa_lo', limitsOfAgreement(pairs).low);
    sides('loa_hi', limitsOfAgreement(pairs).high);
    sides('loa2sd_lo', limitsOfAgreement(pairs, {}, 0.95, 2).low);
    sides('loa2sd_hi', limitsOfAgreement(pairs, {}, 0.95, 2).high);
    got.sd = differences(pairs).sd;
    // Textbooks regress y on x; our line is of the consensus on the grader, so the sides are exchanged; the
    // Deming line of the peak flows is of mini on Wright.
    const exchanged = pairs.map((pair) => ({ ...pair, consensus: pair.grader, grader: pair.consensus }));
    put('deming.slope', deming(exchanged).slope);
    put('deming.intercept', deming(exchanged).intercept);
    put('ols.slope', calibrationLine(exchanged).slope);
    put('ols.intercept', calibrationLine(exchanged).intercept);
    put('calibration_ols.slope', calibrationLine(exchanged).slope);
    put('calibration_ols.intercept', calibrationLine(exchanged).intercept);
    const leaveOuts = pairs.map((_, at) => pearson(pairs.filter((__, i) => i !== at)));
    const jackknife = jackknifeSummary(leaveOuts.flatMap((r) => ('value' in r ? [r.value] : [])));
    got.jackknife_se = jackknife.standardError;
    got.bca_acceleration = jackknife.acceleration;
  }
  if (data.table) {
    const q = data.table.length;
    const forms = { unweighted: 0, linear: 0, quadratic: 0 };
    const record = (name: string, weights: number[][]): void => {
      const kappa = kappaOfTable(data.table ?? [], weights);
      got[name] = kappa?.value ?? null;
      got[`${name}.se`] = kappa?.se ?? null;
      got[`${name}.se0`] = kappa?.seNull ?? null;
      got[`${name}.lo`] = kappa?.low ?? null;
      got[`${name}.hi`] = kappa?.high ?? null;
    };
    for (const form of Object.keys(forms) as (keyof typeof forms)[])
      record(`cohen.${form}`, agreementWeights(q, form));
    if (data.weights) record('cohen.custom', data.weights);
  }
  const fromTable = data.table?.flatMap((row, i) =>
    row.flatMap((count, j) => Array.from({ length: count }, () => [i, j])),
  );
  const fromCounts = data.counts?.map((row) =>
    row.flatMap((count, category) => Array.from({ length: count }, () => category)),
  );
  const ratings = data.ratings ?? fromCounts ?? fromTable;
  if (ratings) {
    const matrix = matrixOf(ratings);
    const q = (data.counts?.[0] ?? data.table ?? []).length;
    const observed = [...new Set(ratings.flat().filter((cell): cell is number => cell !== null))].sort(
      (a, b) => a - b,
    );
    const categories = data.categories ?? (q > 0 ? Array.from({ length: q }, (_, i) => i) : observed);
    put('pa', percentAgreement(matrix, categories));
    put('fleiss', fleissKappa(matrix, categories));
    put('gwet', gwetAc1(matrix, categories));
    put('bp', brennanPrediger(matrix, categories));
    for (const weights of ['linear', 'quadratic'] as const) {
      put(`pa.${weights}`, percentAgreement(matrix, categories, weights));
      put(`fleiss.${weights}`, fleissKappa(matrix, categories, weights));
      put(`bp.${weights}`, brennanPrediger(matrix, categories, weights));
    }
    put('gwet.linear', gwetAc2(matrix, categories, 'linear'));
    put('gwet.quadratic', gwetAc2(matrix, categories, 'quadratic'));
    const listwise = fleissNullTest(matrix, categories);
    put('fleiss_listwise', listwise);
    got.z0 = listwise.z ?? null;
    // The file names the categories 1, 2, …; the rows made from counts have them from 0.
    for (const { category, value } of listwise.perCategory ?? [])
      got[`category_kappa.${category + 1}`] = value;
    for (const metric of ['nominal', 'ordinal', 'interval', 'ratio'] as const)
      put(`kripp.${metric}`, krippendorffAlpha(matrix, metric));
    const forms = icc(matrix);
    put('icc1_1', forms.icc1);
    put('icc1_k', forms.icc1k);
    put('icc2_1', forms.iccA1);
    put('icc2_k', forms.iccAk);
    put('icc3_1', forms.iccC1);
    put('icc3_k', forms.iccCk);
  }
  if (ratings?.every((row) => !row.includes(null))) {
    const squares = iccAnova(ratings as number[][]).meanSquares;
    got.MSR = squares?.items ?? null;
    got.MSC = squares?.raters ?? null;
    got.MSE = squares?.residual ?? null;
    got.MSW = squares?.within ?? null;
  }
  const { p, q = 0 } = data;
  if (p) {
    got.bh_rejections = rejectBenjaminiHochberg(p, q).filter(Boolean).length;
    got.by_rejections = rejectBenjaminiYekutieli(p, q).filter(Boolean).length;
    got.bonferroni_rejections = rejectBonferroni(p, q).filter(Boolean).length;
  }
  const repeats = (first: readonly number[] = [], second: readonly number[] = []) =>
    repeatability(
      first.map((value, i) => ({ itemId: pad(i), caseId: pad(i), first: value, second: second[i] ?? 0 })),
    );
  put('repeatability.wright', repeats(data.wright1, data.wright2));
  put('repeatability.mini', repeats(data.mini1, data.mini2));
  for (const { n, c, k } of data.cases ?? []) got[`pass_at_k.n${n}.c${c}.k${k}`] = passAtK(n, c, k);
  for (const r of data.r ?? []) {
    const name = `r${r.toFixed(3)}`;
    got[`n_expected.${name}`] = itemsForLowerBound(r, data.r0 ?? 0, 0.5);
    got[`n_power80.${name}`] = itemsForLowerBound(r, data.r0 ?? 0, 0.8);
    got[`n_power90.${name}`] = itemsForLowerBound(r, data.r0 ?? 0, 0.9);
  }
  return got;
}

describe('tables printed in the literature give their figures, none left out', () => {
  it.each(fixtures)('$name', (fixture) => {
    expect(disagreements(fixture, computed(fixture))).toEqual([]);
  });
});
