import { assert, array, constantFrom, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RatingMatrix } from '@concord/rubric/stats/data';
import { raterAndCaseInterval } from '@concord/rubric/stats/rater-and-case-bootstrap';
import { severityAdjustedMeans } from '@concord/rubric/stats/severity-adjusted-means';

const matrixOf = (values: (number | null)[][]): RatingMatrix => ({
  itemIds: values.map((_, i) => `item-${i}`),
  caseIds: values.map((_, i) => `case-${Math.floor(i / 2)}`),
  raterIds: (values[0] ?? []).map((_, j) => `rater-${j}`),
  values,
});

describe('means without severity', () => {
  it('are the plain means of a complete table', () => {
    const means = severityAdjustedMeans(
      matrixOf([
        [1, 3],
        [4, 8],
        [2, 2],
      ]),
    );
    expect([...(means ?? []).values()].map((each) => Number(each.toFixed(9)))).toEqual([2, 6, 2]);
  });
  it('find the quality that a kind and a strict rater hid, where score is quality plus kindness', () => {
    assert(
      property(
        array(integer({ min: 0, max: 90 }), { minLength: 6, maxLength: 30 }),
        integer({ min: -9, max: 9 }),
        integer({ min: 0, max: 1000 }),
        (quality, kindness, pick) => {
          // Item 0 is read by all, so the design hangs together; of the others one rater is missing.
          const effects = [kindness, 0, -kindness];
          const matrix = matrixOf(
            quality.map((of, i) =>
              effects.map((effect, j) => (i > 0 && (i + pick) % 3 === j ? null : of + effect)),
            ),
          );
          const means = severityAdjustedMeans(matrix);
          quality.forEach((of, i) => expect(means?.get(`item-${i}`)).toBeCloseTo(of, 6));
        },
      ),
      { numRuns: 50 },
    );
  });
  it('are not to be had where the design falls into parts', () => {
    expect(
      severityAdjustedMeans(
        matrixOf([
          [1, null],
          [null, 3],
        ]),
      ),
    ).toBeNull();
    expect(
      severityAdjustedMeans(
        matrixOf([
          [1, null],
          [2, null],
        ]),
      )?.get('item-1'),
    ).toBe(2);
  });
});

describe('an interval over raters and cases', () => {
  const matrix = matrixOf([
    [1, 2],
    [2, 4],
    [3, 3],
    [5, 4],
  ]);
  const grader = new Map([1, 3, 2, 5].map((score, i) => [`item-${i}`, score]));
  const r = (x: number[], y: number[]): number => {
    const mean = (v: number[]) => v.reduce((a, b) => a + b, 0) / v.length;
    const [a, b] = [mean(x), mean(y)];
    const dot = (u: number[], c: number, v: number[], d: number) =>
      u.reduce((s, each, i) => s + (each - c) * ((v[i] ?? 0) - d), 0);
    return dot(x, a, y, b) / Math.sqrt(dot(x, a, x, a) * dot(y, b, y, b));
  };
  it('takes the mean of the drawn raters over the drawn cases, written out for two replicates', () => {
    // First: both cases once, rater 0 twice. Second: case 1 twice, raters 0 and 1.
    const draws = [
      { cases: [0, 1], raters: [0, 0] },
      { cases: [1, 1], raters: [0, 1] },
    ];
    const first = r([1, 2, 3, 5], [1, 3, 2, 5]);
    const second = r([3, 4.5, 3, 4.5], [2, 5, 2, 5]);
    const found = raterAndCaseInterval(matrix, grader, { replicates: 2, seed: 1, level: 0.5, draws });
    const [low, high] = [Math.min(first, second), Math.max(first, second)];
    expect(found?.low).toBeCloseTo(low + 0.25 * (high - low), 12);
    expect(found?.high).toBeCloseTo(low + 0.75 * (high - low), 12);
  });
  it('does not depend on the order of items or raters, and not at all on raters who always agree', () => {
    const options = { replicates: 500, seed: 3, level: 0.95 };
    const before = raterAndCaseInterval(matrix, grader, options);
    assert(
      property(constantFrom(0, 1, 2, 3), (start) => {
        const order = [0, 1, 2, 3].map((i) => (i + start) % 4);
        const turned: RatingMatrix = {
          itemIds: order.map((i) => matrix.itemIds[i] ?? ''),
          caseIds: order.map((i) => matrix.caseIds[i] ?? ''),
          raterIds: matrix.raterIds.toReversed(),
          values: order.map((i) => (matrix.values[i] ?? []).toReversed()),
        };
        expect(raterAndCaseInterval(turned, grader, options)).toEqual(before);
      }),
    );
    const alike = matrixOf([
      [1, 1],
      [2, 2],
      [3, 3],
      [5, 5],
    ]);
    const draws = [
      { cases: [0, 1], raters: [0, 0] },
      { cases: [0, 1], raters: [1, 1] },
    ];
    const one = raterAndCaseInterval(alike, grader, { ...options, draws });
    expect(one?.low).toBe(one?.high);
  });
  it('is not given for one rater or one case', () => {
    const options = { replicates: 100, seed: 1, level: 0.95 };
    expect(raterAndCaseInterval(matrixOf([[1], [2]]), grader, options)).toBeUndefined();
    expect(
      raterAndCaseInterval(
        matrixOf([
          [1, 2],
          [2, 3],
        ]),
        grader,
        options,
      ),
    ).toBeUndefined();
  });
});
