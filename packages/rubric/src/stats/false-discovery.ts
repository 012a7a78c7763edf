const harmonic = (m: number): number => {
  let sum = 0;
  for (let j = 1; j <= m; j += 1) sum += 1 / j;
  return sum;
};

/** Step-up rejection: the smallest p up to the last with p_(i)·m·penalty/i ≤ q. */
function stepUp(p: readonly number[], q: number, penalty: number): boolean[] {
  const sorted = [...p].sort((a, b) => a - b);
  let bar = -1;
  sorted.forEach((value, i) => {
    if ((value * p.length * penalty) / (i + 1) <= q) bar = value;
  });
  return p.map((value) => value <= bar);
}

/**
 * Which hypotheses Benjamini and Yekutieli's procedure rejects at false discovery rate q, valid under any dependence:
 * reject the smallest p up to the last with p_(i) ≤ i·q/(m·Σ1/j). Source: Ann Stat 29 (2001) 1165. Reference: R `p.adjust`.
 * @example rejectBenjaminiYekutieli([0.001, 0.2], 0.05) // [true, false]
 */
export const rejectBenjaminiYekutieli = (p: readonly number[], q: number): boolean[] =>
  stepUp(p, q, harmonic(p.length));

/**
 * Benjamini and Hochberg's procedure, for independent or positively dependent tests: p_(i) ≤ i·q/m.
 * Source: JRSS B 57 (1995) 289. Reference: R `p.adjust`.
 * @example rejectBenjaminiHochberg([0.001, 0.03], 0.05) // [true, true]
 */
export const rejectBenjaminiHochberg = (p: readonly number[], q: number): boolean[] => stepUp(p, q, 1);

/** Bonferroni's bound on the chance of any false rejection: p·m ≤ q. */
export const rejectBonferroni = (p: readonly number[], q: number): boolean[] =>
  p.map((value) => value * p.length <= q);
