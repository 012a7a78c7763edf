import type { CaseBootstrap, CaseBootstrapOptions, OfSums } from './case-bootstrap.ts';
import { caseBootstraps, drawnCases, replicateValues, summariseReplicates } from './case-bootstrap.ts';
import type { RatingMatrix } from './data.ts';
import type { Icc, IccEstimate } from './icc.ts';
import { icc } from './icc.ts';
import { isDefined } from './estimate.ts';
import type { MatrixRow } from './matrix-rows.ts';
import { matrixRows } from './matrix-rows.ts';
import { clustered } from './clustered.ts';
import type { VarianceComponents } from './variance-components.ts';
import { resampledComponents } from './variance-components.ts';

type Form = keyof Icc;
const forms = ['iccA1', 'iccAk', 'iccC1', 'iccCk', 'icc1', 'icc1k'] as const;

function byCase(rows: readonly MatrixRow[]): MatrixRow[][] {
  const groups = new Map<string, MatrixRow[]>();
  for (const row of rows) {
    const group = groups.get(row.caseId);
    if (group) group.push(row);
    else groups.set(row.caseId, [row]);
  }
  return [...groups.values()];
}

/** Per case n, the sum of each column, Σy² and Σ(row sum)²; from them the mean squares and so the six forms. */
function completeBootstraps(
  groups: readonly (readonly MatrixRow[])[],
  k: number,
  options: CaseBootstrapOptions,
): Map<Form, CaseBootstrap> {
  const ratings = groups.flat().flatMap((row) => row.ratings);
  const centre = ratings.reduce((sum, value) => sum + value, 0) / ratings.length;
  const sums = groups.map((group) => {
    const row = Array.from({ length: k + 3 }, () => 0);
    for (const { ratings: own } of group) {
      let total = 0;
      row[0] = (row[0] as number) + 1;
      own.forEach((value, j) => {
        const y = value - centre;
        total += y;
        row[j + 1] = (row[j + 1] as number) + y;
        row[k + 1] = (row[k + 1] as number) + y * y;
      });
      row[k + 2] = (row[k + 2] as number) + total * total;
    }
    return row;
  });
  const squares = (s: Float64Array) => {
    const n = s[0] as number;
    let grand = 0;
    let columns = 0;
    for (let j = 1; j <= k; j += 1) {
      grand += s[j] as number;
      columns += (s[j] as number) ** 2;
    }
    const mean = grand ** 2 / (n * k);
    const between = (s[k + 2] as number) / k - mean;
    const raters = columns / n - mean;
    const within = (s[k + 1] as number) - (s[k + 2] as number) / k;
    return {
      n,
      msr: between / (n - 1),
      msc: raters / (k - 1),
      mse: Math.max(0, within - raters) / ((n - 1) * (k - 1)),
      msw: within / (n * (k - 1)),
    };
  };
  const form =
    (value: (m: ReturnType<typeof squares>) => number): OfSums =>
    (s) => {
      const m = squares(s);
      return m.n < 2 ? Number.NaN : value(m);
    };
  const statistics: Record<Form, OfSums> = {
    iccA1: form(({ n, msr, msc, mse }) => (msr - mse) / (msr + (k - 1) * mse + (k * (msc - mse)) / n)),
    iccAk: form(({ n, msr, msc, mse }) => (msr - mse) / (msr + (msc - mse) / n)),
    iccC1: form(({ msr, mse }) => (msr - mse) / (msr + (k - 1) * mse)),
    iccCk: form(({ msr, mse }) => (msr - mse) / msr),
    icc1: form(({ msr, msw }) => (msr - msw) / (msr + (k - 1) * msw)),
    icc1k: form(({ msr, msw }) => (msr - msw) / msr),
  };
  const found = caseBootstraps(
    sums,
    forms.map((name) => statistics[name]),
    options,
  );
  return new Map(forms.map((name, i) => [name, found[i] as CaseBootstrap]));
}

/** Two-way forms by REML on each replicate; one-way forms have none. Percentile intervals only. */
function remlBootstraps(
  groups: readonly (readonly MatrixRow[])[],
  k: number,
  estimates: Icc,
  options: CaseBootstrapOptions,
): Map<Form, CaseBootstrap> {
  const sparse = groups.map((group) =>
    group.map((row) => row.cells.flatMap((value, rater) => (value === null ? [] : [{ rater, value }]))),
  );
  const again = resampledComponents(sparse, k);
  if (!again) return new Map();
  const drawn: VarianceComponents[] = [];
  const draws = options.draws ?? drawnCases(groups.length, options.replicates, options.seed);
  const failed: VarianceComponents = { item: Number.NaN, rater: Number.NaN, residual: Number.NaN };
  const keep: OfSums = (sums) => {
    drawn.push(again.componentsOf(sums) ?? failed);
    return 0;
  };
  replicateValues(again.sums, [keep], draws);
  const value: Record<'iccA1' | 'iccAk' | 'iccC1' | 'iccCk', (v: VarianceComponents) => number> = {
    iccA1: (v) => v.item / (v.item + v.rater + v.residual),
    iccAk: (v) => v.item / (v.item + (v.rater + v.residual) / k),
    iccC1: (v) => v.item / (v.item + v.residual),
    iccCk: (v) => v.item / (v.item + v.residual / k),
  };
  return new Map(
    (['iccA1', 'iccAk', 'iccC1', 'iccCk'] as const).flatMap((name) => {
      const estimate = estimates[name];
      return isDefined(estimate)
        ? [[name, summariseReplicates(estimate.value, drawn.map(value[name]), [], options)] as const]
        : [];
    }),
  );
}

/**
 * The intraclass correlations with intervals of the case bootstrap: whole cases drawn with replacement, raters fixed; the
 * F intervals, which take items as independent, stand beside as `independent`. Where cells are missing REML is fitted to
 * each replicate, so that its forms have an interval too.
 * @example iccBootstrap(matrix, { replicates: 1000, seed: 1 }).iccA1
 */
export function iccBootstrap(matrix: RatingMatrix, options: CaseBootstrapOptions): Icc {
  const estimates = icc(matrix, options.level);
  const rows = matrixRows(matrix).filter((row) => row.ratings.length > 0);
  const k = matrix.raterIds.length;
  const complete = matrix.values.every((row) => row.every((cell) => cell !== null));
  const groups = byCase(rows);
  if (groups.length < 2 || k < 2) return estimates;
  const boots = complete
    ? completeBootstraps(groups, k, options)
    : remlBootstraps(groups, k, estimates, options);
  return Object.fromEntries(
    forms.map((name) => [name, clustered(estimates[name], boots.get(name)) as IccEstimate]),
  ) as Icc;
}
