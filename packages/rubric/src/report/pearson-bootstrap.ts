import { groupByCase } from '../gate/group-by-case.ts';
import { caseBootstrap } from '../stats/case-bootstrap.ts';
import type { Pair } from '../stats/data.ts';
import type { Estimate } from '../stats/estimate.ts';
import { isDefined } from '../stats/estimate.ts';

/** The headline r with the seeded case-bootstrap intervals in place of the jackknife's: sensitivity rows. */
export type PearsonBootstrap = { percentile: Estimate; bca: Estimate };

/**
 * Percentile and BCa intervals of Pearson r when whole cases are drawn with replacement. `headline` gives value and
 * support; without a value both rows repeat its reason, without an interval they have none.
 */
export function pearsonBootstrap(
  pairs: readonly Pair[],
  headline: Estimate,
  options: { level: number; replicates: number; seed: number },
): PearsonBootstrap {
  if (!isDefined(headline)) return { percentile: headline, bca: headline };
  const { value, n, nCases, excluded } = headline;
  const point = { value, n, nCases, excluded };
  const meanX = pairs.reduce((sum, pair) => sum + pair.consensus, 0) / n;
  const meanY = pairs.reduce((sum, pair) => sum + pair.grader, 0) / n;
  // Centred values keep the differences of sums exact enough.
  const sums = groupByCase(pairs).map((group) => {
    const row = [0, 0, 0, 0, 0, 0];
    for (const pair of group.pairs) {
      const x = pair.consensus - meanX;
      const y = pair.grader - meanY;
      [1, x, y, x * x, y * y, x * y].forEach((term, at) => {
        row[at] = (row[at] ?? 0) + term;
      });
    }
    return row;
  });
  const { percentile, bca } = caseBootstrap(
    sums,
    ([count = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0]) => {
      const spread = (xx - (x * x) / count) * (yy - (y * y) / count);
      return spread > 0 ? (xy - (x * y) / count) / Math.sqrt(spread) : Number.NaN;
    },
    options,
  );
  return {
    percentile: percentile ? { ...point, interval: percentile } : point,
    bca: bca ? { ...point, interval: bca } : point,
  };
}
