import normalCdf from '@stdlib/stats-base-dists-normal-cdf';
import normalQuantile from '@stdlib/stats-base-dists-normal-quantile';

/** What a curator knows or assumes before the reading. */
export type ReadingPlan = {
  raters: number;
  /** Hours that each rater can give. */
  hoursPerRater: number;
  /** Minutes for one answer, its case included. */
  minutesPerReading: number;
  ratersPerResponse: number;
  responsesPerCase: number;
  /** Share of hidden second readings. */
  repeatShare: number;
  /** Agreement r that the grader is expected to have, and the bound that its lower limit must exceed. */
  expectedR: number;
  bar: number;
  /** Design effect of r, see `designEffectOfR`. */
  designEffect: number;
  level: number;
};

/** What a number of cases costs and gives. */
export type PlannedCases = {
  cases: number;
  responses: number;
  /** Readings in all, second ones included. */
  readings: number;
  hoursPerRater: number;
  /** Whether the raters' hours are enough. */
  affordable: boolean;
  /** Expected interval of r around `expectedR`; null with no more than 3 effective responses. */
  interval: { low: number; high: number } | null;
  /** Chance that the lower limit exceeds the bar; null as above. */
  chance: number | null;
};

/** Most cases that the raters' hours allow. */
export function affordableCases(plan: ReadingPlan): number {
  const readings = Math.floor((plan.raters * plan.hoursPerRater * 60) / plan.minutesPerReading);
  const perCase = plan.responsesPerCase * plan.ratersPerResponse * (1 + plan.repeatShare);
  return Math.floor(readings / perCase);
}

/**
 * Cost and expected interval of r for a number of cases: Fisher's z with standard error √(design effect / (n − 3)), n
 * responses. A guide before the reading, for the gate itself takes the jackknife over cases.
 * @throws RangeError where a count, a time or a correlation is out of range
 * @example planCases(plan, 40).chance
 */
export function planCases(plan: ReadingPlan, cases: number): PlannedCases {
  const { expectedR, bar, level, designEffect } = plan;
  const counts = [plan.raters, plan.ratersPerResponse, plan.responsesPerCase, cases];
  if (!counts.every((count) => Number.isInteger(count) && count > 0))
    throw new RangeError(`expected whole counts over 0, found ${counts.join(', ')}`);
  if (plan.ratersPerResponse > plan.raters)
    throw new RangeError(`expected at most ${plan.raters} raters an answer, found ${plan.ratersPerResponse}`);
  if (!(plan.minutesPerReading > 0 && plan.hoursPerRater > 0 && designEffect > 0 && plan.repeatShare >= 0))
    throw new RangeError('times and the design effect must exceed 0');
  if (!(Math.abs(expectedR) < 1 && Math.abs(bar) < 1 && level > 0 && level < 1))
    throw new RangeError(`expected correlations between −1 and 1, found ${expectedR} and ${bar}`);
  const responses = cases * plan.responsesPerCase;
  const first = responses * plan.ratersPerResponse;
  const readings = first + Math.round(first * plan.repeatShare);
  const hoursPerRater = (readings * plan.minutesPerReading) / 60 / plan.raters;
  const cost = { cases, responses, readings, hoursPerRater, affordable: hoursPerRater <= plan.hoursPerRater };
  const effective = (responses - 3) / designEffect;
  if (!(responses > 3)) return { ...cost, interval: null, chance: null };
  const z = Math.atanh(expectedR);
  const error = 1 / Math.sqrt(effective);
  const reach = normalQuantile(1 - (1 - level) / 2, 0, 1) * error;
  return {
    ...cost,
    interval: { low: Math.tanh(z - reach), high: Math.tanh(z + reach) },
    chance: normalCdf((z - Math.atanh(bar) - reach) / error, 0, 1),
  };
}
