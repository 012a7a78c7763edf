import { caseJackknifeZ } from '../gate/case-jackknife-z.ts';
import type { Pair, RatingMatrix } from '../stats/data.ts';
import type { Estimate } from '../stats/estimate.ts';
import { isDefined } from '../stats/estimate.ts';
import { raterAndCaseInterval } from '../stats/rater-and-case-bootstrap.ts';
import { severityAdjustedMeans } from '../stats/severity-adjusted-means.ts';
import { pairSupport } from '../stats/support.ts';

/** How r would change with the panel: rows beside the headline, never what the gate judges. */
export type RaterSensitivity = {
  /** The same r with an interval over other raters and cases like these. */
  ratersAndCases: Estimate;
  /** r with the raters' severity taken out of the consensus. */
  severityAdjusted: Estimate;
  /** r with the consensus of the others, by the rater left out. */
  withoutRater: { raterId: string; pearson: Estimate }[];
};

/**
 * Sensitivity of the headline r to who the raters are, on the responses that the headline uses.
 * @param matrix ratings of the totals
 */
export function raterSensitivity(
  pairs: readonly Pair[],
  matrix: RatingMatrix,
  headline: Estimate,
  options: { level: number; replicates: number; seed: number },
): RaterSensitivity {
  const { level } = options;
  const graderByItem = new Map(pairs.map((pair) => [pair.itemId, pair.grader]));
  const few = { ...options, replicates: Math.min(1000, options.replicates) };
  const within = isDefined(headline) ? raterAndCaseInterval(matrix, graderByItem, few) : undefined;
  const adjusted = severityAdjustedMeans(matrix);
  const rowOf = new Map(matrix.itemIds.map((itemId, i) => [itemId, matrix.values[i] ?? []]));
  const againstOthers = (left: number): Pair[] =>
    pairs.flatMap((pair) => {
      const others = (rowOf.get(pair.itemId) ?? []).filter(
        (value, rater): value is number => value !== null && rater !== left,
      );
      if (others.length === 0) return [];
      return [{ ...pair, consensus: others.reduce((sum, value) => sum + value, 0) / others.length }];
    });
  return {
    ratersAndCases: isDefined(headline)
      ? {
          value: headline.value,
          n: headline.n,
          nCases: headline.nCases,
          excluded: headline.excluded,
          ...(within ? { interval: within } : {}),
        }
      : headline,
    severityAdjusted: adjusted
      ? caseJackknifeZ(
          pairs.flatMap((pair) => {
            const consensus = adjusted.get(pair.itemId);
            return consensus === undefined ? [] : [{ ...pair, consensus }];
          }),
          level,
        ).estimate
      : { undefined: 'not-estimable', ...pairSupport(pairs) },
    withoutRater: matrix.raterIds.map((raterId, left) => ({
      raterId,
      pearson: caseJackknifeZ(againstOthers(left), level).estimate,
    })),
  };
}
