import { adjacentAgreement } from '@concord/rubric/stats/adjacent-agreement';
import {
  casesForLowerBound,
  designEffectOfR,
  itemsForLowerBound,
} from '@concord/rubric/stats/cases-for-lower-bound';
import { confusionMatrix, detection } from '@concord/rubric/stats/classification';
import type { Pair, RatingMatrix } from '@concord/rubric/stats/data';
import type { Estimate } from '@concord/rubric/stats/estimate';
import { graderAgainstRaters } from '@concord/rubric/stats/grader-against-raters';
import { isotonicFit } from '@concord/rubric/stats/isotonic';
import type { LabelSetMatrix } from '@concord/rubric/stats/label-sets';
import {
  jaccardDistance,
  labelAgreement,
  labelSetAlpha,
  masiDistance,
} from '@concord/rubric/stats/label-sets';
import { meanPassAtK, passInTopK } from '@concord/rubric/stats/pass-at-k';
import { percentAgreement } from '@concord/rubric/stats/percent-agreement';
import { predictionPoweredMean } from '@concord/rubric/stats/prediction-powered-mean';
import { raterUse } from '@concord/rubric/stats/rater-severity';
import { flipRate, repeatIcc } from '@concord/rubric/stats/repeats';
import { roganGladen } from '@concord/rubric/stats/rogan-gladen';
import { crossFit } from '@concord/rubric/stats/score-map';
import { strata } from '@concord/rubric/stats/strata';
import { describe, expect, it } from 'vitest';

const valueOf = (estimate: Estimate | undefined): number =>
  estimate && 'value' in estimate ? estimate.value : Number.NaN;
const limitsOf = (estimate: Estimate | undefined): [number, number] =>
  estimate && 'value' in estimate && estimate.interval
    ? [estimate.interval.low, estimate.interval.high]
    : [Number.NaN, Number.NaN];
const close = (found: readonly number[], wanted: readonly number[]): void => {
  expect(found).toHaveLength(wanted.length);
  found.forEach((value, i) => expect(value).toBeCloseTo(wanted[i] as number, 11));
};
const matrixOf = (values: (number | null)[][], caseIds?: string[]): RatingMatrix => ({
  itemIds: values.map((_, i) => `i${i}`),
  caseIds: caseIds ?? values.map((_, i) => `c${i}`),
  raterIds: (values[0] ?? []).map((_, j) => `r${j}`),
  values,
});
const pair = (itemId: string, caseId: string, consensus: number, grader: number): Pair => ({
  itemId,
  caseId,
  consensus,
  grader,
});

describe('use of the scale by raters', () => {
  const cases = ['A', 'A', 'B', 'B'];
  const matrix = matrixOf(
    [
      [1, 2, 3],
      [2, 2, 4],
      [3, 4, 4],
      [5, 5, null],
    ],
    cases,
  );

  it('gives the severity and spread that R gives from rowMeans, tapply and var', () => {
    const [first, second, third] = raterUse(matrix);
    close(
      [valueOf(first?.severity), ...limitsOf(first?.severity)],
      [-0.875, -5.63982677606551, 3.88982677606551],
    );
    close(
      [valueOf(second?.severity), ...limitsOf(second?.severity)],
      [-0.125, -4.88982677606551, 4.63982677606551],
    );
    close(
      [valueOf(third?.severity), ...limitsOf(third?.severity)],
      [4 / 3, -6.60804462677585, 9.27471129344252],
    );
    close(
      [first, second, third].map((rater) => valueOf(rater?.centralTendency)),
      [1.50268576759382, 1.1766968108291, 0.534522483824849],
    );
  });

  it('says that one rater alone cannot be severe', () => {
    const [only] = raterUse(matrixOf([[1], [2]]));
    expect(only?.severity).toMatchObject({ undefined: 'too-few-raters', n: 0 });
  });

  it('counts points at most one apart as near', () => {
    const near = percentAgreement(matrix, [1, 2, 3, 4, 5], 'adjacent');
    // By hand: 2 of 3 pairs, 1 of 3, 3 of 3, 1 of 1.
    close([valueOf(near)], [(2 / 3 + 1 / 3 + 1 + 1) / 4]);
    const pairs = [pair('a', 'A', 1, 2), pair('b', 'B', 1, 3.4), pair('c', 'C', 5, 5)];
    close([valueOf(adjacentAgreement(pairs, { min: 0, max: 5 }))], [2 / 3]);
  });

  it('sets the grader beside every rater on the items of both', () => {
    const found = graderAgainstRaters(
      matrix,
      new Map([
        ['i0', 2],
        ['i1', 3],
        ['i3', 5],
      ]),
    );
    expect(found.map(({ pearson }) => pearson.n)).toEqual([3, 3, 2]);
    close(
      found.map(({ bias }) => valueOf(bias)),
      [2 / 3, 1 / 3, -1],
    );
    close([valueOf(found[0]?.mae)], [2 / 3]);
  });
});

describe('repeated runs', () => {
  const runs = matrixOf([
    [1, 1],
    [2, 3],
    [3, 3],
    [4, 4],
    [5, 4],
  ]);

  it('gives the one-way coefficient and F limits of R mean squares', () => {
    const found = repeatIcc(runs);
    close([valueOf(found), ...limitsOf(found)], [0.89873417721519, 0.434699055495763, 0.988673934499223]);
  });

  it('counts pairs of runs that are told apart', () => {
    close([valueOf(flipRate(runs, (a, b) => a !== b))], [2 / 5]);
    const three = matrixOf([
      [1, 2, 2],
      [1, null, null],
    ]);
    // By hand: of three pairs two differ; an item with one run says nothing.
    const found = flipRate(three, (a, b) => a !== b);
    close([valueOf(found)], [2 / 3]);
    expect(found.excluded).toEqual({ 'single-rating': 1 });
  });
});

describe('score maps', () => {
  it('pools violators as R isoreg does', () => {
    const x = [1, 2, 3, 4, 5, 6, 7, 8];
    const map = isotonicFit(x, [1, 3, 2, 4, 3.5, 5, 7, 6]);
    close(x.map(map), [1, 2.5, 2.5, 3.75, 3.75, 5, 6.5, 6.5]);
    close([map(0), map(1.5), map(99)], [1, 1.75, 6.5]);
  });

  it('never lets a case judge a map that has seen it', () => {
    const pairs = [1, 2, 3, 4].map((x) => pair(`i${x}`, `c${x}`, 2 * x + 1, x));
    // Without its own case every point still lies on the line through the others.
    close(
      (crossFit(pairs, 'linear', 4) ?? []).map((each) => each.grader),
      [3, 5, 7, 9],
    );
    const odd = [...pairs.slice(0, 3), pair('i4', 'c4', 100, 4)];
    close([(crossFit(odd, 'linear', 4) ?? [])[3]?.grader ?? 0], [9]);
    close([(crossFit(odd, 'isotonic', 4) ?? [])[3]?.grader ?? 0], [7]);
    expect(crossFit(pairs.slice(0, 1), 'linear')).toBeNull();
  });
});

describe('labels', () => {
  const label = (i: number, consensus: string, grader: string) => ({
    itemId: `i${i}`,
    caseId: `c${i}`,
    consensus,
    grader,
  });
  const pairs = Array.from({ length: 100 }, (_, i) =>
    i < 50 ? label(i, 'wrong', i < 45 ? 'wrong' : 'right') : label(i, 'right', i < 90 ? 'right' : 'wrong'),
  );

  it('gives sensitivity and specificity with the limits of R binom.test', () => {
    const found = detection(pairs, 'wrong');
    close(
      [valueOf(found.sensitivity), ...limitsOf(found.sensitivity)],
      [0.9, 0.781864633565798, 0.966724906410978],
    );
    close(
      [valueOf(found.specificity), ...limitsOf(found.specificity)],
      [0.8, 0.662816891616512, 0.899697762527429],
    );
    close([valueOf(found.positivePredictiveValue)], [45 / 55]);
    close([valueOf(found.negativePredictiveValue)], [40 / 45]);
    expect(confusionMatrix(pairs, ['right', 'wrong', 'unclear']).counts).toEqual([
      [40, 10, 0],
      [5, 45, 0],
      [0, 0, 0],
    ]);
    expect(() => confusionMatrix(pairs, ['right'])).toThrow(/expected right, found wrong/);
    expect(detection([], 'wrong').sensitivity).toMatchObject({ undefined: 'no-data', n: 0 });
  });

  const set = (...labels: string[]): ReadonlySet<string> => new Set(labels);
  it('measures how far sets of labels lie apart', () => {
    close([jaccardDistance(set('a', 'b'), set('b', 'c')), jaccardDistance(set(), set())], [2 / 3, 0]);
    // By hand: subset 1/2 · 2/3, overlap 1/3 · 1/3, nothing in common.
    close(
      [
        masiDistance(set('a'), set('a', 'b')),
        masiDistance(set('a', 'b'), set('b', 'c')),
        masiDistance(set('a'), set()),
      ],
      [2 / 3, 8 / 9, 1],
    );
  });

  it('gives the alpha of single labels that nominal alpha gives', () => {
    const letters = [
      ['a', 'a'],
      ['b', 'b'],
      ['a', 'b'],
      ['c', 'c'],
    ];
    const matrix: LabelSetMatrix = {
      itemIds: letters.map((_, i) => `i${i}`),
      caseIds: letters.map((_, i) => `c${i}`),
      raterIds: ['r0', 'r1'],
      sets: letters.map((row) => row.map((each) => set(each))),
    };
    // By hand: n 8, D_o = 2/8, D_e = (64 − 9 − 9 − 4)/56 = 3/4.
    for (const distance of [jaccardDistance, masiDistance])
      close([valueOf(labelSetAlpha(matrix, distance))], [2 / 3]);
    expect(
      labelSetAlpha({ ...matrix, sets: matrix.sets.map(() => [set('a'), null]) }, masiDistance),
    ).toMatchObject({
      undefined: 'no-overlap',
      excluded: { 'single-rating': 4 },
    });
  });

  it('tells agreement on a label apart from agreement on its absence', () => {
    const sets = pairs.map(({ itemId, caseId, consensus, grader }) => ({
      itemId,
      caseId,
      consensus: consensus === 'wrong' ? set('omission') : set(),
      grader: grader === 'wrong' ? set('omission', 'style') : set(),
    }));
    const [omission, style, unused] = labelAgreement(sets, ['omission', 'style', 'unused']);
    close(
      [valueOf(omission?.agreement), valueOf(omission?.kappa), valueOf(omission?.positiveAgreement)],
      [0.85, 0.7, 90 / 105],
    );
    close([valueOf(style?.kappa), valueOf(style?.positiveAgreement)], [0, 0]);
    expect(unused?.kappa).toMatchObject({ undefined: 'single-category' });
    expect(unused?.positiveAgreement).toMatchObject({ undefined: 'single-category' });
  });
});

describe('means of a benchmark', () => {
  it('corrects the grader by the items that clinicians read, as R arithmetic gives', () => {
    const found = predictionPoweredMean([
      { caseId: 'A', grader: [3, 4], read: [{ consensus: 4, grader: 3 }] },
      {
        caseId: 'B',
        grader: [2, 5],
        read: [
          { consensus: 2, grader: 2 },
          { consensus: 4, grader: 5 },
        ],
      },
      { caseId: 'C', grader: [1, 1], read: [] },
      { caseId: 'D', grader: [4], read: [{ consensus: 5, grader: 4 }] },
    ]);
    close([valueOf(found), ...limitsOf(found)], [3.10714285714286, 1.3851069447593, 4.82917876952641]);
    expect(predictionPoweredMean([{ caseId: 'A', grader: [1], read: [] }])).toMatchObject({
      undefined: 'no-overlap',
    });
  });

  it('corrects a share by sensitivity and specificity, as R arithmetic gives', () => {
    const calibration = { truePositives: 45, positives: 50, trueNegatives: 40, negatives: 50 };
    const found = roganGladen({ apparent: 30, n: 100 }, calibration);
    close([valueOf(found), limitsOf(found)[1]], [1 / 7, 0.330427681544237]);
    expect(limitsOf(found)[0]).toBe(0);
    const chance = { truePositives: 25, positives: 50, trueNegatives: 25, negatives: 50 };
    expect(roganGladen({ apparent: 30, n: 100 }, chance)).toMatchObject({ undefined: 'not-estimable' });
  });

  it('averages pass@k over tasks and counts those with too few samples', () => {
    const task = (taskId: string, n: number, correct: number) => ({ taskId, caseId: taskId, n, correct });
    const found = meanPassAtK([task('a', 10, 3), task('b', 10, 0), task('c', 2, 2)], 5, {
      replicates: 100,
      seed: 1,
    });
    close([valueOf(found)], [11 / 24]);
    expect(found.excluded).toEqual({ 'incomplete-row': 1 });
    expect([
      passInTopK([false, true, false], 1),
      passInTopK([false, true], 2),
      passInTopK([true], 2),
    ]).toEqual([0, 1, null]);
  });
});

describe('planning and strata', () => {
  it('plans cases from items by the design effect of r', () => {
    expect(itemsForLowerBound(0.95, 0.9, 0.8)).toBe(64);
    expect(casesForLowerBound({ r: 0.95, bar: 0.9, power: 0.8, designEffect: 2, perCase: 4 })).toBe(32);
    close([designEffectOfR(0.1, 103)], [1]);
    expect(() => itemsForLowerBound(0.9, 0.9, 0.8)).toThrow(/expected −1 < bar < r < 1/);
  });

  it('finds the stratum where the grader is off, and that alone', () => {
    const pairs = Array.from({ length: 120 }, (_, i) => {
      const truth = (i * 7) % 11;
      const noise = ((i * 5) % 7) - 3;
      return pair(`i${i}`, `c${i}`, truth, truth + noise / 3 + (i % 3 === 0 ? 4 : 0));
    });
    const found = strata(pairs, ({ itemId }) => `s${Number(itemId.slice(1)) % 3}`);
    expect(found.map(({ name }) => name)).toEqual(['s0', 's1', 's2']);
    expect(found.map(({ biasIsZero }) => biasIsZero?.rejected)).toEqual([true, false, false]);
    expect(strata(pairs.toReversed(), ({ itemId }) => `s${Number(itemId.slice(1)) % 3}`)).toEqual(found);
  });
});
