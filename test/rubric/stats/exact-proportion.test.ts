import { readFileSync } from 'node:fs';
import { dangerousCells } from '@concord/rubric/gate/dangerous-cells';
import { exactProportionInterval } from '@concord/rubric/stats/exact-proportion';
import { describe, expect, it } from 'vitest';

type Fixture = { proportions: { events: number; n: number; level: number; low: number; high: number }[] };
const fixture = JSON.parse(
  readFileSync(new URL('../../fixtures/gate/case-jackknife.json', import.meta.url), 'utf8'),
) as Fixture;

describe('exact interval of a proportion', () => {
  it.each(fixture.proportions)('agrees with SciPy: $events of $n', ({ events, n, level, low, high }) => {
    const interval = exactProportionInterval(events, n, level);
    expect(interval.low).toBeCloseTo(low, 9);
    expect(interval.high).toBeCloseTo(high, 9);
  });
  it('no event in n has the closed upper bound 1 − (α/2)^(1/n)', () => {
    expect(exactProportionInterval(0, 200, 0.95).high).toBeCloseTo(1 - 0.025 ** (1 / 200), 12);
  });
  it('refuses counts that cannot be', () => {
    expect(() => exactProportionInterval(3, 2, 0.95)).toThrow('3 of 2');
    expect(() => exactProportionInterval(0, 0, 0.95)).toThrow(RangeError);
  });
});

describe('dangerous cells', () => {
  const scale = { min: 0, max: 4, anchors: [] };
  const pair = (itemId: string, consensus: number, grader: number) => ({
    itemId,
    caseId: itemId,
    consensus,
    grader,
  });
  it('counts a response that clinicians put at 25 % or below and the grader at 75 % or above', () => {
    const pairs = [pair('a', 1, 3), pair('b', 1.5, 4), pair('c', 0, 2), pair('d', 4, 4), pair('e', 0, 4)];
    const { rate, cells } = dangerousCells('safety', scale, pairs, 0.95);
    expect(rate).toMatchObject({ value: 0.4, n: 5 });
    expect(cells.map((cell) => cell.responseId)).toEqual(['a', 'e']);
  });
  it('has no rate without scores', () => {
    expect(dangerousCells('safety', scale, [], 0.95).rate).toMatchObject({ undefined: 'no-data', n: 0 });
  });
});
