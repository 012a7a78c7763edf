import type { Pair } from './data.ts';
import type { Estimate, Excluded } from './estimate.ts';
import { columns, correlate, snapToOne } from './moments.ts';
import { orderedPairs, pairSupport, withoutValue, withValue } from './support.ts';

const pairsOf = (n: number): number => (n * (n - 1)) / 2;

/** Σ n(n−1)/2 over runs of equal neighbours. */
function tiedPairs(length: number, same: (i: number) => boolean): number {
  let tied = 0;
  let run = 1;
  for (let i = 1; i <= length; i += 1) {
    if (i < length && same(i)) run += 1;
    else {
      tied += pairsOf(run);
      run = 1;
    }
  }
  return tied;
}

/** Sorts `values` in place by merging and counts the exchanges, pairs i < j with values[i] > values[j]. */
function sortCounting(values: Float64Array): number {
  let exchanges = 0;
  let from: Float64Array = values;
  let to: Float64Array = new Float64Array(values.length);
  for (let width = 1; width < values.length; width *= 2) {
    for (let start = 0; start < values.length; start += 2 * width) {
      const middle = Math.min(start + width, values.length);
      const end = Math.min(start + 2 * width, values.length);
      let left = start;
      let right = middle;
      for (let at = start; at < end; at += 1) {
        if (left < middle && (right >= end || (from[left] as number) <= (from[right] as number))) {
          to[at] = from[left] as number;
          left += 1;
        } else {
          to[at] = from[right] as number;
          right += 1;
          exchanges += middle - left;
        }
      }
    }
    [from, to] = [to, from];
  }
  if (from !== values) values.set(from);
  return exchanges;
}

/**
 * Kendall's τ-b: (C − D)/√((P − Tx)(P − Ty)) over all P pairs of items, T the ties of one side. Range −1 to 1.
 * Counted by sorting (Knight, JASA 61 (1966) 436), n log n. Undefined as Pearson's r. Reference: R `cor(method = "kendall")`.
 * @example kendallTauB(pairs)
 */
export function kendallTauB(pairs: readonly Pair[], excluded: Excluded = {}): Estimate {
  const support = pairSupport(pairs, excluded);
  const { x, y } = columns(orderedPairs(pairs));
  const r = correlate(x, y);
  if (typeof r === 'string') return withoutValue(r, support);
  const n = x.length;
  const order = x
    .map((_, i) => i)
    .sort((a, b) => (x[a] as number) - (x[b] as number) || (y[a] as number) - (y[b] as number));
  const sortedX = Float64Array.from(order, (at) => x[at] as number);
  const sortedY = Float64Array.from(order, (at) => y[at] as number);
  const sameX = (i: number): boolean => sortedX[i] === sortedX[i - 1];
  const tiedX = tiedPairs(n, sameX);
  const tiedBoth = tiedPairs(n, (i) => sameX(i) && sortedY[i] === sortedY[i - 1]);
  const discordant = sortCounting(sortedY);
  const tiedY = tiedPairs(n, (i) => sortedY[i] === sortedY[i - 1]);
  const all = pairsOf(n);
  const score = all - tiedX - tiedY + tiedBoth - 2 * discordant;
  return withValue(snapToOne(score / Math.sqrt(all - tiedX) / Math.sqrt(all - tiedY)), support);
}
