import normalCdf from '@stdlib/stats-base-dists-normal-cdf';
import tQuantile from '@stdlib/stats-base-dists-t-quantile';

/**
 * How many further cases would probably decide an undecided condition. Null: more than `searchLimit`.
 * An order of magnitude, never a promise. `tooClose`: even odds need more than 200 further cases.
 */
export type FurtherCases = { evenOdds: number | null; fourInFive: number | null; tooClose: boolean };

/** Largest number of further cases that is looked at. */
export const searchLimit = 2000;
const tooCloseBeyond = 200;

/**
 * Further cases for even odds, and for a four-in-five chance, of a decision either way.
 *
 * With d = |estimate − bar| / SE at n cases and SE falling as √(n/N): even odds is the smallest N with
 * t(N−1)·s ≤ d, s = √(n/N); four in five is the smallest N with
 * Φ((d − q·s)/√(1−s²)) + Φ((−d − q·s)/√(1−s²)) ≥ 0.8, q = t(N−1), which allows for the error of the
 * present estimate. Both are at least 1. For r the distance is taken on Fisher's z.
 *
 * @param cases n, at least 2
 * @param distance d, at least 0
 * @param level two-sided coverage of the interval that decides
 * @example furtherCases(40, 1.5, 0.95) // even odds 31, four in five 239
 */
export function furtherCases(cases: number, distance: number, level: number): FurtherCases {
  if (!(Number.isInteger(cases) && cases >= 2))
    throw new RangeError(`cases must be at least 2, found ${cases}`);
  if (!(distance >= 0)) throw new RangeError(`distance must not be negative, found ${distance}`);
  let evenOdds: number | null = null;
  let fourInFive: number | null = null;
  for (let more = 1; more <= searchLimit && fourInFive === null; more += 1) {
    const total = cases + more;
    const shrink = Math.sqrt(cases / total);
    const reach = tQuantile(1 - (1 - level) / 2, total - 1) * shrink;
    if (evenOdds === null && reach <= distance) evenOdds = more;
    const spread = Math.sqrt(1 - shrink * shrink);
    const chance =
      normalCdf((distance - reach) / spread, 0, 1) + normalCdf((-distance - reach) / spread, 0, 1);
    if (chance >= 0.8) fourInFive = more;
  }
  return { evenOdds, fourInFive, tooClose: evenOdds === null || evenOdds > tooCloseBeyond };
}
