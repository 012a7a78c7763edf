import type { OfSums } from './case-bootstrap.ts';
import type { Pair } from './data.ts';
import { columns, mean, snapToOne } from './moments.ts';
import { orderedPairs } from './support.ts';

/** Per case n, Σx, Σy, Σx², Σy², Σxy, Σ|d|, Σd²: x consensus, y grader, each centred on the whole; d = grader − consensus. */
export type PairSums = { caseIds: string[]; sums: number[][]; offsetX: number; offsetY: number };

/** The sums to which r, bias, MAE, CCC and the Deming line of these pairs reduce; cases in code-unit order of their ids. */
export function pairSums(pairs: readonly Pair[]): PairSums {
  const ordered = orderedPairs(pairs);
  const { x, y } = columns(ordered);
  const offsetX = mean(x);
  const offsetY = mean(y);
  const byCase = new Map<string, number[]>();
  for (const pair of ordered) {
    const a = pair.consensus - offsetX;
    const b = pair.grader - offsetY;
    const d = pair.grader - pair.consensus;
    const sums = byCase.get(pair.caseId) ?? [0, 0, 0, 0, 0, 0, 0, 0];
    [1, a, b, a * a, b * b, a * b, Math.abs(d), d * d].forEach((value, i) => {
      sums[i] = (sums[i] ?? 0) + value;
    });
    byCase.set(pair.caseId, sums);
  }
  return { caseIds: [...byCase.keys()], sums: [...byCase.values()], offsetX, offsetY };
}

/** n and the central sums of squares and products; a sum under 1e-12 is 0. */
export function centralSums(s: Float64Array): { n: number; xx: number; yy: number; xy: number } {
  const at = (i: number): number => s[i] as number;
  const n = at(0);
  const xx = at(3) - at(1) ** 2 / n;
  const yy = at(4) - at(2) ** 2 / n;
  return { n, xx: xx > 1e-12 ? xx : 0, yy: yy > 1e-12 ? yy : 0, xy: at(5) - (at(1) * at(2)) / n };
}

/** Pearson's r of the sums; NaN where a side does not vary. */
export const correlationOfSums: OfSums = (s) => {
  const { xx, yy, xy } = centralSums(s);
  return xx * yy === 0 ? Number.NaN : snapToOne(xy / Math.sqrt(xx * yy));
};
