import { expect, test } from 'vitest';
import { iccBootstrap } from '@concord/rubric/stats/icc-bootstrap';
import { icc } from '@concord/rubric/stats/icc';
import type { Pair, RatingMatrix } from '@concord/rubric/stats/data';
import type { Estimate } from '@concord/rubric/stats/estimate';
import { kappaBootstraps } from '@concord/rubric/stats/kappa-bootstrap';
import { kendallTauB } from '@concord/rubric/stats/kendall-tau-b';
import { labelSetBootstrap } from '@concord/rubric/stats/label-set-bootstrap';
import { labelSetAlpha, masiDistance } from '@concord/rubric/stats/label-sets';
import { limitsOfAgreement } from '@concord/rubric/stats/limits-of-agreement';
import { pairBootstraps } from '@concord/rubric/stats/pair-bootstraps';
import { rankBootstraps } from '@concord/rubric/stats/rank-bootstrap';
import { spearman } from '@concord/rubric/stats/spearman';
import { weightedKappa } from '@concord/rubric/stats/weighted-kappa';

// Interval ends of two replicates at level 0 are both their mean, so a bootstrap whose two replicates are the same draw
// must give the statistic of the sample in which the drawn cases were written out one after the other.
const cases = 6;
const draw = Int32Array.from([0, 2, 2, 5, 4, 2]);
const options = { replicates: 2, seed: 1, level: 0.5, draws: [draw, draw] };
const names = Array.from({ length: cases }, (_, i) => `case-${i}`);

/** A repeatable sequence of whole numbers from 0 to below `n`. */
function sequence(n: number): () => number {
  let state = 7;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * n);
  };
}

const next = sequence(6);
const pairs: Pair[] = names.flatMap((caseId) =>
  [0, 1, 2].map((i) => {
    const consensus = next();
    return {
      itemId: `${caseId}-${i}`,
      caseId,
      consensus,
      grader: Math.min(5, Math.floor((consensus + next()) / 2)),
    };
  }),
);
const raters = ['a', 'b', 'c'];
const ratings: RatingMatrix = {
  itemIds: pairs.map((pair) => pair.itemId),
  caseIds: pairs.map((pair) => pair.caseId),
  raterIds: raters,
  values: pairs.map(({ consensus }) => raters.map(() => Math.min(5, consensus + (next() % 2)))),
};
const incomplete: RatingMatrix = {
  ...ratings,
  values: ratings.values.map((row, i) => row.map((cell, j) => ((i + j) % 4 === 0 ? null : cell))),
};

/** The drawn cases one after the other, each under a name of its own. */
const drawnRows = Array.from(draw, (at, turn) => ({ caseId: names[at] ?? '', turn }));
const drawnPairs = drawnRows.flatMap(({ caseId, turn }) =>
  pairs
    .filter((pair) => pair.caseId === caseId)
    .map((pair) => ({ ...pair, caseId: `${turn}`, itemId: `${turn}-${pair.itemId}` })),
);
const drawnMatrix = (matrix: RatingMatrix): RatingMatrix => {
  const rows = drawnRows.flatMap(({ caseId, turn }) =>
    matrix.itemIds.flatMap((itemId, i) =>
      matrix.caseIds[i] === caseId
        ? [{ itemId: `${turn}-${itemId}`, caseId: `${turn}`, values: matrix.values[i] ?? [] }]
        : [],
    ),
  );
  return {
    itemIds: rows.map((row) => row.itemId),
    caseIds: rows.map((row) => row.caseId),
    raterIds: matrix.raterIds,
    values: rows.map((row) => row.values),
  };
};
const value = (estimate: Estimate): number => ('value' in estimate ? estimate.value : Number.NaN);

test('rank correlations of a drawn sample are those of the sample written out', () => {
  const { spearman: rho, kendallTauB: tau } = rankBootstraps(pairs, options);
  expect(rho?.percentile?.low).toBeCloseTo(value(spearman(drawnPairs)), 10);
  expect(tau?.percentile?.low).toBeCloseTo(value(kendallTauB(drawnPairs)), 10);
});

test('kappa of a drawn sample is that of the sample written out, for every weight', () => {
  const scale = { min: 0, max: 5 };
  const boots = kappaBootstraps(pairs, scale, options);
  for (const weights of ['unweighted', 'linear', 'quadratic'] as const)
    expect(boots.get(weights)?.percentile?.low).toBeCloseTo(
      value(weightedKappa(drawnPairs, scale, weights)),
      10,
    );
});

test('ICC and limits of grader and consensus follow from the sums of the cases', () => {
  const boots = pairBootstraps(pairs, options);
  const couple = {
    itemIds: drawnPairs.map((pair) => pair.itemId),
    caseIds: drawnPairs.map((pair) => pair.caseId),
    raterIds: ['consensus', 'grader'],
    values: drawnPairs.map((pair) => [pair.consensus, pair.grader]),
  };
  const limits = limitsOfAgreement(drawnPairs);
  expect(boots.get('iccA1')?.percentile?.low).toBeCloseTo(value(icc(couple).iccA1), 10);
  expect(boots.get('limitLow')?.percentile?.low).toBeCloseTo(value(limits.low), 10);
  expect(boots.get('limitHigh')?.percentile?.low).toBeCloseTo(value(limits.high), 10);
});

test('the six intraclass correlations of a complete table follow from the sums of the cases', () => {
  const drawn = icc(drawnMatrix(ratings));
  const boots = iccBootstrap(ratings, options);
  for (const form of ['iccA1', 'iccAk', 'iccC1', 'iccCk', 'icc1', 'icc1k'] as const) {
    const { interval } = boots[form] as { interval?: { low: number; method: string } };
    expect(interval?.method).toBe('caseBootstrapPercentile');
    expect(interval?.low).toBeCloseTo(value(drawn[form]), 10);
  }
});

test('REML is fitted to the drawn sample where cells are missing', () => {
  const drawn = icc(drawnMatrix(incomplete));
  const boots = iccBootstrap(incomplete, options);
  for (const form of ['iccA1', 'iccAk', 'iccC1', 'iccCk'] as const) {
    const { interval, method } = boots[form] as { interval?: { low: number }; method?: string };
    expect(method).toBe('reml');
    expect(interval?.low).toBeCloseTo(value(drawn[form]), 5);
  }
});

test('alpha over sets of labels of a drawn sample is that of the sample written out', () => {
  const labels = ['x', 'y', 'z'];
  const setsOf = (matrix: RatingMatrix) => ({
    ...matrix,
    sets: matrix.values.map((row) =>
      row.map((cell) => (cell === null ? null : new Set(labels.slice(0, cell % 4)))),
    ),
  });
  const boot = labelSetBootstrap(setsOf(incomplete), masiDistance, options);
  expect(boot.percentile?.low).toBeCloseTo(
    value(labelSetAlpha(setsOf(drawnMatrix(incomplete)), masiDistance)),
    10,
  );
  const whole = labelSetBootstrap(setsOf(incomplete), masiDistance, {
    replicates: 2,
    seed: 1,
    draws: [Int32Array.from(names.keys()), Int32Array.from(names.keys())],
  });
  expect(whole.percentile?.low).toBeCloseTo(value(labelSetAlpha(setsOf(incomplete), masiDistance)), 10);
});
