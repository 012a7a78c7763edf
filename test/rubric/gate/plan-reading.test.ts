import { describe, expect, it } from 'vitest';
import { affordableCases, planCases, type ReadingPlan } from '@concord/rubric/gate/plan-reading';

const plan: ReadingPlan = {
  raters: 4,
  hoursPerRater: 20,
  minutesPerReading: 6,
  ratersPerResponse: 2,
  responsesPerCase: 5,
  repeatShare: 0.1,
  expectedR: 0.95,
  bar: 0.9,
  designEffect: 2,
  level: 0.95,
};

describe('a plan of reading', () => {
  it('costs answers × raters × minutes, shared by the raters', () => {
    // 40 cases, 200 answers, 400 readings and 40 second ones of 6 minutes: 44 hours, 11 a rater.
    expect(planCases(plan, 40)).toMatchObject({
      cases: 40,
      responses: 200,
      readings: 440,
      hoursPerRater: 11,
      affordable: true,
    });
    // 80 hours are 800 readings; a case takes 11.
    expect(affordableCases(plan)).toBe(72);
    expect(planCases(plan, 72).affordable).toBe(true);
    expect(planCases(plan, 73).affordable).toBe(false);
  });
  it('expects the interval of Fisher’s z for half of the responses, by hand', () => {
    // atanh 0.95 = 1.831781; standard error √(2 / 197) = 0.100759; 1.959964 of it are 0.197484.
    const { interval, chance } = planCases(plan, 40);
    expect(interval?.low).toBeCloseTo(Math.tanh(1.8317808 - 0.1974836), 6);
    expect(interval?.high).toBeCloseTo(Math.tanh(1.8317808 + 0.1974836), 6);
    // (1.8317808 − 1.4722195 − 0.1974836) / 0.1007588 = 1.60857: probability 0.9461.
    expect(chance).toBeCloseTo(0.9461, 3);
  });
  it('at the bar itself passes by chance only, one time in forty', () => {
    expect(planCases({ ...plan, expectedR: 0.9 }, 40).chance).toBeCloseTo(0.025, 6);
  });
  it('refuses what cannot be', () => {
    for (const wrong of [
      { ratersPerResponse: 5 },
      { minutesPerReading: 0 },
      { expectedR: 1 },
      { raters: 2.5 },
    ])
      expect(() => planCases({ ...plan, ...wrong }, 40)).toThrow(RangeError);
  });
});
