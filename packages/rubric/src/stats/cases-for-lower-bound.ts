import normalQuantile from '@stdlib/stats-base-dists-normal-quantile';

/**
 * Independent items needed so that the lower limit of a correlation's interval exceeds `bar` when the true value is `r`:
 * 3 + ((z_level + z_power)/(atanh r − atanh bar))², rounded up. Power 0.5 is even odds.
 * @throws RangeError where not −1 < bar < r < 1, or power or level is not between 0 and 1
 * @example itemsForLowerBound(0.95, 0.9, 0.8) // 64
 */
export function itemsForLowerBound(r: number, bar: number, power: number, level = 0.95): number {
  if (!(bar > -1 && r > bar && r < 1))
    throw new RangeError(`expected −1 < bar < r < 1, found bar ${bar}, r ${r}`);
  if (!(power > 0 && power < 1 && level > 0 && level < 1))
    throw new RangeError(`power and level must lie between 0 and 1, found ${power}, ${level}`);
  const z = normalQuantile(1 - (1 - level) / 2, 0, 1) + (power === 0.5 ? 0 : normalQuantile(power, 0, 1));
  return Math.ceil(3 + (z / (Math.atanh(r) - Math.atanh(bar))) ** 2);
}

/**
 * Design effect of r: how many times more items clustered in cases are needed than independent ones,
 * (SE of z over cases)²·(n − 3), n items. It is that of r itself: 1 + (m − 1)ρ of the scores is only an upper guide.
 * @example designEffectOfR(0.12, 200) // 2.84
 */
export function designEffectOfR(standardErrorOfZ: number, items: number): number {
  return standardErrorOfZ ** 2 * (items - 3);
}

/**
 * Cases of `perCase` items each for the wanted lower bound: independent items times the design effect, over `perCase`.
 * @example casesForLowerBound({ r: 0.95, bar: 0.9, power: 0.8, designEffect: 2, perCase: 4 }) // 32
 */
export function casesForLowerBound(plan: {
  r: number;
  bar: number;
  power: number;
  designEffect: number;
  perCase: number;
  level?: number;
}): number {
  if (!(plan.designEffect > 0 && plan.perCase >= 1))
    throw new RangeError(
      `expected a design effect over 0 and at least 1 item per case, found ${plan.designEffect}, ${plan.perCase}`,
    );
  const items = itemsForLowerBound(plan.r, plan.bar, plan.power, plan.level);
  return Math.ceil((items * plan.designEffect) / plan.perCase);
}
