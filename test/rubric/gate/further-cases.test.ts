import { furtherCases } from '@concord/rubric/gate/further-cases';
import { describe, expect, it } from 'vitest';

describe('further cases that would decide', () => {
  // Simulation note that registered the rule (R): n = 40, level 0.95.
  it.each([
    [1.9, 6, 62],
    [1.75, 13, 107],
    [1.5, 31, 239],
    [1.25, 61, 484],
    [1.0, 117, null],
    [0.84, 181, null],
    [0.5, 578, null],
  ])('at 40 cases and a distance of %f standard errors: %i for even odds', (distance, even, four) => {
    const result = furtherCases(40, distance, 0.95);
    expect(result.evenOdds).toBe(even);
    if (four !== null) expect(result.fourInFive).toBe(four);
    else expect(result.fourInFive ?? Infinity).toBeGreaterThan(760);
  });
  it('says too close beyond 200 further cases', () => {
    expect(furtherCases(40, 0.84, 0.95).tooClose).toBe(false);
    expect(furtherCases(40, 0.5, 0.95).tooClose).toBe(true);
    expect(furtherCases(40, 0, 0.95)).toEqual({ evenOdds: null, fourInFive: null, tooClose: true });
  });
});
