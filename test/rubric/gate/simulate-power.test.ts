import { rOfComponents, simulatePower } from '@concord/rubric/gate/simulate-power';
import { describe, expect, it } from 'vitest';

/** Components that give r, cases with `share` of the grader's error in common; quality 1, raters without error. */
const components = (r: number, share: number) => {
  const error = 1 / r ** 2 - 1;
  return {
    caseQuality: 0.4,
    responseQuality: 0.6,
    raterError: 0,
    graderCase: share * error,
    graderResponse: (1 - share) * error,
  };
};
const plan = { cases: 64, perCase: 1, raters: 1, bar: 0.9, level: 0.95, sets: 1000, seed: 1 };

describe('power by simulation', () => {
  it('has the r of its components', () => {
    expect(rOfComponents(components(0.95, 0.3), 1)).toBeCloseTo(0.95, 12);
    const noisy = { ...components(0.95, 0), raterError: 0.3 };
    expect(rOfComponents(noisy, 3)).toBeCloseTo(0.95 / Math.sqrt(1.1), 12);
  });

  it('gives the 80 % that 64 independent items are planned for at r = 0.95, within its own error', () => {
    // The jackknife interval is a little wider than Fisher's, hence the margin of 6 points below.
    const { power } = simulatePower({ ...plan, components: components(0.95, 0) });
    expect(power).toBeGreaterThan(0.74);
    expect(power).toBeLessThan(0.84);
  });

  it('falls where responses of a case share the error, and repeats itself', () => {
    const apart = simulatePower({
      ...plan,
      cases: 30,
      perCase: 4,
      sets: 300,
      components: components(0.95, 0),
    });
    const shared = simulatePower({
      ...plan,
      cases: 30,
      perCase: 4,
      sets: 300,
      components: components(0.95, 0.8),
    });
    expect(shared.power).toBeLessThan(apart.power - 0.1);
    expect(
      simulatePower({ ...plan, cases: 30, perCase: 4, sets: 300, components: components(0.95, 0.8) }),
    ).toEqual(shared);
  });

  it('refuses a plan that is none', () => {
    expect(() => simulatePower({ ...plan, cases: 2, components: components(0.95, 0) })).toThrow(
      /at least 3 cases/,
    );
  });
});
