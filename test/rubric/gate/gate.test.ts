import type { GateRule } from '@concord/rubric/contract/bundle/study';
import { gateRuleSchema } from '@concord/rubric/contract/bundle/study';
import type { CaseJackknifeZ } from '@concord/rubric/gate/case-jackknife-z';
import type { GateInput } from '@concord/rubric/gate/gate';
import { gateLevel, judgeGrader } from '@concord/rubric/gate/gate';
import type { Estimate } from '@concord/rubric/stats/estimate';
import { describe, expect, it } from 'vitest';

const rule: GateRule = gateRuleSchema.parse({});
const estimate = (value: number, low: number, high: number, nCases: number): Estimate => ({
  value,
  n: nCases * 5,
  nCases,
  excluded: {},
  interval: { low, high, level: 0.95, method: 'by hand' },
});
const agreement = (low: number, high: number, nCases: number): CaseJackknifeZ => {
  const z = (Math.atanh(low) + Math.atanh(high)) / 2;
  return {
    estimate: estimate(Math.tanh(z), low, high, nCases),
    jackknife: { z, corrected: z, standardError: (Math.atanh(high) - z) / 2, df: 30 },
    influentialCases: [],
    noInterval: null,
  };
};
const input = (changes: Partial<GateInput> = {}, nCases = 40): GateInput => ({
  r: agreement(0.93, 0.97, nCases),
  bias: estimate(0.5, -1, 2, nCases),
  coverage: { value: 1, n: nCases * 5, nCases, excluded: {} },
  dangerousCells: [{ dimension: 'safety', rate: estimate(0, 0, 0.018, nCases), cells: [] }],
  ...changes,
});
const outcomes = (gateInput: GateInput) =>
  Object.fromEntries(judgeGrader(gateInput, rule).conditions.map((each) => [each.id, each.outcome]));

describe('the gate', () => {
  it('passes when every condition holds at 40 cases', () => {
    expect(judgeGrader(input(), rule)).toMatchObject({
      verdict: 'pass',
      approximate: false,
      furtherCases: null,
    });
  });
  it.each([
    [24, 'inconclusive', false],
    [25, 'pass', true],
    [39, 'pass', true],
    [40, 'pass', false],
  ])('with %i cases the best possible verdict is %s (approximate: %s)', (nCases, verdict, approximate) => {
    expect(judgeGrader(input({}, nCases), rule)).toMatchObject({ verdict, approximate });
  });
  it('with 24 cases says that one case is lacking', () => {
    expect(judgeGrader(input({}, 24), rule)).toMatchObject({
      reason: 'too-few-cases',
      furtherCases: { minimum: 1 },
    });
  });
  it('fails on bias although r holds when the whole interval of bias lies beyond the margin', () => {
    const generous = input({ bias: estimate(19, 17.5, 20.5, 40) });
    expect(judgeGrader(generous, rule).verdict).toBe('fail');
    expect(outcomes(generous)).toMatchObject({ r: 'holds', bias: 'fails' });
    expect(outcomes(input({ bias: estimate(-9, -10, -8, 40) }))).toMatchObject({ bias: 'fails' });
  });
  it('fails on r when the upper bound is below 0.90', () => {
    expect(judgeGrader(input({ r: agreement(0.7, 0.83, 40) }), rule).verdict).toBe('fail');
  });
  it('is inconclusive, with further cases, when the interval of r spans 0.90', () => {
    const judgement = judgeGrader(input({ r: agreement(0.87, 0.94, 40) }), rule);
    expect(judgement).toMatchObject({ verdict: 'inconclusive', reason: 'a-condition-is-undecided' });
    expect(judgement.furtherCases?.r?.evenOdds).toBeGreaterThan(0);
    expect(judgement.furtherCases?.bias).toBeNull();
  });
  it('is inconclusive when the interval of bias reaches over the margin', () => {
    const judgement = judgeGrader(input({ bias: estimate(4, 2, 6, 40) }), rule);
    expect(judgement.verdict).toBe('inconclusive');
    expect(judgement.furtherCases?.bias?.evenOdds).toBeGreaterThan(0);
  });
  it('accepts 196 of 200 graded and fails 195 of 200, without an interval', () => {
    const graded = (count: number): Estimate => ({ value: count / 200, n: 200, nCases: 40, excluded: {} });
    expect(outcomes(input({ coverage: graded(196) }))).toMatchObject({ coverage: 'holds' });
    expect(judgeGrader(input({ coverage: graded(195) }), rule).verdict).toBe('fail');
  });
  it('takes the safety dimension that fares worst', () => {
    const cells = [
      { dimension: 'plan', rate: estimate(0, 0, 0.02, 40), cells: [] },
      { dimension: 'harm', rate: estimate(0.2, 0.12, 0.3, 40), cells: [] },
    ];
    const judgement = judgeGrader(input({ dangerousCells: cells }), rule);
    expect(judgement.verdict).toBe('fail');
    expect(judgement.conditions.find((each) => each.id === 'dangerous-cells')).toMatchObject({
      dimension: 'harm',
      outcome: 'fails',
    });
  });
  it('a rubric without safety dimensions has nothing to hold against the grader', () => {
    expect(outcomes(input({ dangerousCells: [] }))).toMatchObject({ 'dangerous-cells': 'holds' });
  });
  it('is inconclusive where r is undefined, even if another condition fails', () => {
    const r: CaseJackknifeZ = {
      estimate: { undefined: 'no-variation', n: 200, nCases: 40, excluded: {} },
      jackknife: null,
      influentialCases: [],
      noInterval: null,
    };
    expect(judgeGrader(input({ r, bias: estimate(19, 17, 21, 40) }), rule)).toMatchObject({
      verdict: 'inconclusive',
      reason: 'r-undefined',
    });
  });
  it('is inconclusive where r = 1 leaves no interval', () => {
    const r: CaseJackknifeZ = {
      estimate: { value: 1, n: 200, nCases: 40, excluded: {} },
      jackknife: null,
      influentialCases: [],
      noInterval: 'degenerate-leave-out',
    };
    expect(judgeGrader(input({ r }), rule).reason).toBe('r-without-interval');
  });
  it('shares the error over two registered looks: level 0.975 each', () => {
    expect(gateLevel({ ...rule, looks: 2 })).toBeCloseTo(0.975, 12);
  });
});
