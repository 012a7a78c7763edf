import { readFileSync } from 'node:fs';
import { caseJackknifeMean } from '@concord/rubric/gate/case-jackknife-mean';
import { caseJackknifeZ } from '@concord/rubric/gate/case-jackknife-z';
import type { Pair } from '@concord/rubric/stats/data';
import { describe, expect, it } from 'vitest';

type Bounds = { value: number; low: number; high: number };
type Fixture = {
  sets: {
    name: string;
    rows: Pair[];
    z: {
      level: number;
      r: number;
      z: number;
      corrected: number;
      standardError: number;
      df: number;
      low: number;
      high: number;
      mostInfluential: { caseId: string; influence: number; valueWithout: number };
    };
    bias: Bounds;
    mae: Bounds;
  }[];
};
const fixture = JSON.parse(
  readFileSync(new URL('../../fixtures/gate/case-jackknife.json', import.meta.url), 'utf8'),
) as Fixture;

const pairsOf = (rows: [string, number, number][]): Pair[] =>
  rows.map(([caseId, consensus, grader], index) => ({ itemId: `r${index}`, caseId, consensus, grader }));

describe('case jackknife of r on Fisher z', () => {
  it.each(fixture.sets)('agrees with NumPy that drops the rows of each case: $name', ({ rows, z }) => {
    const result = caseJackknifeZ(rows, z.level);
    expect(result.jackknife?.z).toBeCloseTo(z.z, 10);
    expect(result.jackknife?.corrected).toBeCloseTo(z.corrected, 9);
    expect(result.jackknife?.standardError).toBeCloseTo(z.standardError, 10);
    expect(result.jackknife?.df).toBeCloseTo(z.df, 7);
    expect(result.estimate).toMatchObject({
      value: expect.closeTo(z.r, 12),
      interval: { low: expect.closeTo(z.low, 9), high: expect.closeTo(z.high, 9), level: z.level },
    });
    expect(result.influentialCases[0]).toEqual({
      caseId: z.mostInfluential.caseId,
      influence: expect.closeTo(z.mostInfluential.influence, 8),
      valueWithout: expect.closeTo(z.mostInfluential.valueWithout, 11),
    });
  });

  it.each(fixture.sets)('mean difference and mean absolute difference agree too: $name', (set) => {
    const bias = caseJackknifeMean(set.rows, (pair) => pair.grader - pair.consensus, set.z.level);
    const mae = caseJackknifeMean(set.rows, (pair) => Math.abs(pair.grader - pair.consensus), set.z.level);
    for (const [got, wanted] of [
      [bias, set.bias],
      [mae, set.mae],
    ] as const)
      expect(got).toMatchObject({
        value: expect.closeTo(wanted.value, 10),
        interval: { low: expect.closeTo(wanted.low, 9), high: expect.closeTo(wanted.high, 9) },
      });
  });

  it('gives the same bytes whatever the order of the rows', () => {
    const rows = fixture.sets[0]?.rows ?? [];
    expect(JSON.stringify(caseJackknifeZ(rows.toReversed(), 0.95))).toBe(
      JSON.stringify(caseJackknifeZ(rows, 0.95)),
    );
  });

  it('a constant grader has no correlation, and says that it does not vary', () => {
    const pairs = pairsOf([
      ['a', 10.1, 33.3],
      ['b', 20.2, 33.3],
      ['c', 30.3, 33.3],
    ]);
    expect(caseJackknifeZ(pairs, 0.95).estimate).toEqual({
      undefined: 'no-variation',
      n: 3,
      nCases: 3,
      excluded: {},
    });
  });

  it('no pairs is no data, one pair is too few', () => {
    expect(caseJackknifeZ([], 0.95).estimate).toMatchObject({ undefined: 'no-data' });
    expect(caseJackknifeZ(pairsOf([['a', 1, 2]]), 0.95).estimate).toMatchObject({
      undefined: 'too-few-items',
    });
  });

  it('a perfect straight line has r = 1 and no interval', () => {
    const pairs = pairsOf([
      ['a', 1, 2],
      ['b', 2, 4],
      ['c', 3, 6],
      ['d', 4, 8],
    ]);
    const result = caseJackknifeZ(pairs, 0.95);
    expect(result.estimate).toEqual({ value: 1, n: 4, nCases: 4, excluded: {} });
    expect(result.noInterval).toBe('degenerate-leave-out');
  });

  it('variation that hangs on a single case gives no interval', () => {
    const pairs = pairsOf([
      ['a', 5, 5],
      ['a', 5, 5],
      ['b', 5, 5],
      ['c', 5, 5],
      ['d', 9, 8],
      ['d', 8, 9],
    ]);
    expect(caseJackknifeZ(pairs, 0.95).noInterval).toBe('degenerate-leave-out');
  });

  it('two cases have a value but no interval', () => {
    const pairs = pairsOf([
      ['a', 1, 2],
      ['a', 3, 3],
      ['b', 2, 5],
    ]);
    expect(caseJackknifeZ(pairs, 0.95).noInterval).toBe('too-few-cases');
  });
});
