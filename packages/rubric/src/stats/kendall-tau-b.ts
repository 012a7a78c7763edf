import type { Pair } from './data.ts';
import type { Estimate, Excluded } from './estimate.ts';
import { columns, correlate, snapToOne } from './moments.ts';
import { orderedPairs, pairSupport, withoutValue, withValue } from './support.ts';

/**
 * Kendall's τ-b: (C − D)/√((P − Tx)(P − Ty)) over all P pairs of items, T the ties of one side. Range −1 to 1.
 * Undefined as Pearson's r. Reference: R `cor(method = "kendall")`.
 * @example kendallTauB(pairs)
 */
export function kendallTauB(pairs: readonly Pair[], excluded: Excluded = {}): Estimate {
  const support = pairSupport(pairs, excluded);
  const { x, y } = columns(orderedPairs(pairs));
  const r = correlate(x, y);
  if (typeof r === 'string') return withoutValue(r, support);
  let score = 0;
  let untiedX = 0;
  let untiedY = 0;
  for (let i = 1; i < x.length; i += 1) {
    for (let j = 0; j < i; j += 1) {
      const dx = Math.sign((x[i] as number) - (x[j] as number));
      const dy = Math.sign((y[i] as number) - (y[j] as number));
      score += dx * dy;
      untiedX += dx * dx;
      untiedY += dy * dy;
    }
  }
  return withValue(snapToOne(score / Math.sqrt(untiedX) / Math.sqrt(untiedY)), support);
}
