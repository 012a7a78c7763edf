import type { Pair } from '../stats/data.ts';
import { isDefined } from '../stats/estimate.ts';
import { randomNormal } from '../stats/random-normal.ts';
import { caseJackknifeZ } from './case-jackknife-z.ts';

/**
 * Variances, in squared points of the scale, of: quality between cases and between responses of a case; a rater's error;
 * the grader's error that a case's responses share, and its error on single responses.
 */
export type PowerComponents = {
  caseQuality: number;
  responseQuality: number;
  raterError: number;
  graderCase: number;
  graderResponse: number;
};
export type PowerPlan = {
  cases: number;
  perCase: number;
  raters: number;
  /** The lower bound of r must exceed it. */
  bar: number;
  level: number;
  components: PowerComponents;
  /** Simulated studies; the Monte Carlo error of the power is at most 0.5/√sets. */
  sets: number;
  seed: number;
};
export type Power = { power: number; monteCarloError: number; trueR: number };

/** The r that a plan's components give: agreement of grader and the mean of the raters over endless cases. */
export function rOfComponents(components: PowerComponents, raters: number): number {
  const { caseQuality, responseQuality, raterError, graderCase, graderResponse } = components;
  const quality = caseQuality + responseQuality;
  return quality / Math.sqrt((quality + raterError / raters) * (quality + graderCase + graderResponse));
}

/**
 * Chance that a study of this size passes the gate's condition on r, by simulating normal scores from variance components
 * and judging each study as the gate does (`caseJackknifeZ`). 0 to 1. Deterministic for a seed; set i has its own generator.
 * @throws RangeError where a count is not whole and positive, cases are under 3 or a variance is negative
 * @example simulatePower({ cases: 40, perCase: 5, raters: 3, bar: 0.9, level: 0.95, components, sets: 2000, seed: 1 }).power
 */
export function simulatePower(plan: PowerPlan): Power {
  const { cases, perCase, raters, bar, level, components, sets, seed } = plan;
  if (![cases, perCase, raters, sets].every((count) => Number.isInteger(count) && count > 0) || cases < 3)
    throw new RangeError(
      `expected whole counts and at least 3 cases, found ${cases}, ${perCase}, ${raters}, ${sets}`,
    );
  if (!Object.values(components).every((variance) => variance >= 0))
    throw new RangeError('variances must not be negative');
  const sd = {
    caseQuality: Math.sqrt(components.caseQuality),
    responseQuality: Math.sqrt(components.responseQuality),
    // The mean of the raters carries 1/raters of one rater's error.
    consensus: Math.sqrt(components.raterError / raters),
    graderCase: Math.sqrt(components.graderCase),
    graderResponse: Math.sqrt(components.graderResponse),
  };
  let passed = 0;
  for (let set = 0; set < sets; set += 1) {
    const normal = randomNormal(seed, set);
    const pairs: Pair[] = [];
    for (let at = 0; at < cases; at += 1) {
      const quality = sd.caseQuality * normal();
      const shared = sd.graderCase * normal();
      for (let i = 0; i < perCase; i += 1) {
        const truth = quality + sd.responseQuality * normal();
        pairs.push({
          itemId: `${at}-${i}`,
          caseId: String(at),
          consensus: truth + sd.consensus * normal(),
          grader: truth + shared + sd.graderResponse * normal(),
        });
      }
    }
    const { estimate } = caseJackknifeZ(pairs, level);
    if (isDefined(estimate) && estimate.interval && estimate.interval.low > bar) passed += 1;
  }
  const power = passed / sets;
  return {
    power,
    monteCarloError: Math.sqrt((power * (1 - power)) / sets),
    trueR: rOfComponents(components, raters),
  };
}
