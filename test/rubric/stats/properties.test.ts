import { bias } from '@concord/rubric/stats/bias';
import type { Pair } from '@concord/rubric/stats/data';
import { linCcc } from '@concord/rubric/stats/lin-ccc';
import { pearson } from '@concord/rubric/stats/pearson';
import { randomIntegers } from '@concord/rubric/stats/random';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const score = fc.integer({ min: 0, max: 100 });
const pairs = fc
  .array(fc.tuple(score, score, fc.integer({ min: 0, max: 9 })), { maxLength: 40 })
  .map((rows) =>
    rows.map(
      ([consensus, grader, at], i): Pair => ({ itemId: `i${i}`, caseId: `c${at}`, consensus, grader }),
    ),
  );

describe('grader against consensus, whatever the scores', () => {
  it('gives the same figures to the last bit when the rows come in another order', () => {
    fc.assert(
      fc.property(pairs, (data) => {
        const reversed = data.toReversed();
        for (const statistic of [pearson, linCcc, bias]) expect(statistic(reversed)).toEqual(statistic(data));
      }),
    );
  });

  it('never reports a concordance further from 0 than r', () => {
    fc.assert(
      fc.property(pairs, (data) => {
        const r = pearson(data);
        const ccc = linCcc(data);
        if ('value' in r && 'value' in ccc)
          expect(Math.abs(ccc.value)).toBeLessThanOrEqual(Math.abs(r.value) + 1e-9);
      }),
    );
  });

  it('moves bias by what is added to every grader score and leaves r alone', () => {
    fc.assert(
      fc.property(pairs, fc.integer({ min: -20, max: 20 }), (data, shift) => {
        const moved = data.map((pair) => ({ ...pair, grader: pair.grader + shift }));
        const [before, after] = [bias(data), bias(moved)];
        if ('value' in before && 'value' in after) expect(after.value).toBeCloseTo(before.value + shift, 9);
        const [r, same] = [pearson(data), pearson(moved)];
        if ('value' in r) expect((same as { value: number }).value).toBeCloseTo(r.value, 9);
        else expect(same).toEqual(r);
      }),
    );
  });
});

it('draws each of six numbers about equally often, the same ones again from the same seed', () => {
  const draw = randomIntegers(1, 0);
  const again = randomIntegers(1, 0);
  const counts = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < 60_000; i += 1) {
    const value = draw(6);
    expect(again(6)).toBe(value);
    counts[value] = (counts[value] ?? 0) + 1;
  }
  // Chi-squared with 5 degrees of freedom exceeds 20.5 once in a thousand.
  expect(counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0)).toBeLessThan(20.5);
});
