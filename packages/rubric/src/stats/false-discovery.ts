/**
 * Which hypotheses Benjamini and Yekutieli's procedure rejects at false discovery rate q, valid under any dependence:
 * reject the smallest p up to the last with p_(i) ≤ i·q/(m·Σ1/j). Source: Ann Stat 29 (2001) 1165. Reference: R `p.adjust`.
 * @example rejectBenjaminiYekutieli([0.001, 0.2], 0.05) // [true, false]
 */
export function rejectBenjaminiYekutieli(p: readonly number[], q: number): boolean[] {
  const m = p.length;
  let harmonic = 0;
  for (let j = 1; j <= m; j += 1) harmonic += 1 / j;
  const sorted = [...p].sort((a, b) => a - b);
  let bar = -1;
  sorted.forEach((value, i) => {
    if ((value * m * harmonic) / (i + 1) <= q) bar = value;
  });
  return p.map((value) => value <= bar);
}
