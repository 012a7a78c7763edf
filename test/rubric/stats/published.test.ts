import { readFileSync, readdirSync } from 'node:fs';
import { bias } from '@concord/rubric/stats/bias';
import { brennanPrediger } from '@concord/rubric/stats/brennan-prediger';
import type { Pair, RatingMatrix } from '@concord/rubric/stats/data';
import type { Estimate } from '@concord/rubric/stats/estimate';
import { rejectBenjaminiYekutieli } from '@concord/rubric/stats/false-discovery';
import { fleissKappa } from '@concord/rubric/stats/fleiss-kappa';
import { gwetAc1 } from '@concord/rubric/stats/gwet-ac1';
import { gwetAc2Quadratic } from '@concord/rubric/stats/gwet-ac2-quadratic';
import { icc } from '@concord/rubric/stats/icc';
import { kappaOfTable } from '@concord/rubric/stats/kappa-table';
import { kendallTauB } from '@concord/rubric/stats/kendall-tau-b';
import { krippendorffAlpha } from '@concord/rubric/stats/krippendorff-alpha';
import { pearsonFisher } from '@concord/rubric/stats/pearson';
import { percentAgreement } from '@concord/rubric/stats/percent-agreement';
import { agreementWeights } from '@concord/rubric/stats/scale';
import { spearman } from '@concord/rubric/stats/spearman';
import { describe, expect, it } from 'vitest';

type Table = (number | null)[][];
type Published = {
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
  };
  expected: Record<string, number | null>;
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
    const interval = 'value' in estimate ? estimate.interval : undefined;
    if (interval) {
      got[`${name}.lo`] = interval.low;
      got[`${name}.hi`] = interval.high;
    }
  };
  const x = data.x ?? data.lsat;
  const y = data.y ?? data.gpa;
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
    put('bias', bias(pairs));
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
    put('gwet.quadratic', gwetAc2Quadratic(matrix, categories));
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
  if (data.p) got.by_rejections = rejectBenjaminiYekutieli(data.p, 0.05).filter(Boolean).length;
  return got;
}

describe('tables printed in the literature give their figures', () => {
  // Pass@k and the planning table are not statistics of this folder; the peak-flow table is below.
  const elsewhere = ['pass-at-k', 'power-lower-bound-r-0.9', 'bland-altman-1986-pefr'];
  it.each(fixtures.filter(({ name }) => !elsewhere.includes(name)))('$name', (fixture) => {
    const got = computed(fixture);
    const shared = Object.entries(fixture.expected).filter(([name]) => name in got);
    expect(shared.length).toBeGreaterThan(0);
    for (const [name, want] of shared) {
      if (want === null) expect(got[name], name).toBeNull();
      else
        expect(Math.abs((got[name] ?? Number.NaN) - want), name).toBeLessThanOrEqual(
          Math.max(1e-9, 1e-9 * Math.abs(want)),
        );
    }
  });
});
