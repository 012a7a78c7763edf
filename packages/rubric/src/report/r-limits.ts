import { designEffectOfR } from '../stats/cases-for-lower-bound.ts';
import type { RatingMatrix } from '../stats/data.ts';
import { disattenuatedR } from '../stats/disattenuated-r.ts';
import type { Estimate } from '../stats/estimate.ts';
import { isDefined } from '../stats/estimate.ts';
import { graderAgainstRaters } from '../stats/grader-against-raters.ts';
import type { GraderAgainstRater } from '../stats/grader-against-raters.ts';
import { icc } from '../stats/icc.ts';
import { withoutValue, withValue } from '../stats/support.ts';
import type { GraderEstimates } from './grader-estimates.ts';

/** What r of the total hides, computed on the same responses. */
export type RLimits = {
  /** r to expect on responses whose consensus spreads half as much. */
  rAtHalfSpread: Estimate;
  /** How many times more responses clustered in cases are needed than independent ones. */
  designEffect: Estimate;
  /** Mean ratings behind a consensus. */
  ratersPerResponse: number | null;
  /** Mean over raters of r of the grader with one rater alone: without the lift of averaging. */
  againstOneRater: Estimate;
  perRater: GraderAgainstRater[];
  /** Reliability of the consensus, ICC(C,k). */
  consensusReliability: Estimate;
  /** r/√reliability: hypothetical, never gated on. */
  disattenuated: Estimate;
};

/**
 * r on a population whose spread is `share` of this one's: r·u/√(1 − r² + r²u²), errors of the grader staying as they are.
 * Source: Thorndike, Personnel Selection (1949), case 2.
 * @example restrictedR(0.9, 0.5) // 0.718
 */
export const restrictedR = (r: number, share: number): number =>
  (r * share) / Math.sqrt(1 - r * r + r * r * share * share);

/** Range restriction, clustering, averaging and unreliability, on the responses that r was computed on. */
export function rLimits(
  total: GraderEstimates,
  raters: RatingMatrix,
  graderByItem: ReadonlyMap<string, number>,
): RLimits {
  const { pearson } = total;
  const support = { n: pearson.n, nCases: pearson.nCases, excluded: pearson.excluded };
  const shared = raters.itemIds.flatMap((itemId, index) => (graderByItem.has(itemId) ? [index] : []));
  const matrix: RatingMatrix = {
    itemIds: shared.map((index) => raters.itemIds[index] ?? ''),
    caseIds: shared.map((index) => raters.caseIds[index] ?? ''),
    raterIds: raters.raterIds,
    values: shared.map((index) => raters.values[index] ?? []),
  };
  const perRater = graderAgainstRaters(matrix, graderByItem);
  const single = perRater.map((each) => each.pearson).filter(isDefined);
  const counts = matrix.values.map((row) => row.filter((value) => value !== null).length);
  const standardError = total.standardErrorOfZ;
  const reliability = icc(matrix).iccCk;
  return {
    rAtHalfSpread: isDefined(pearson) ? withValue(restrictedR(pearson.value, 0.5), support) : pearson,
    designEffect:
      standardError === null || pearson.n < 4
        ? withoutValue('not-estimable', support)
        : withValue(designEffectOfR(standardError, pearson.n), support),
    ratersPerResponse:
      counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0) / counts.length,
    againstOneRater:
      single.length === perRater.length && single.length > 0
        ? withValue(single.reduce((sum, { value }) => sum + value, 0) / single.length, support)
        : withoutValue(perRater.length === 0 ? 'no-data' : 'not-estimable', support),
    perRater,
    consensusReliability: reliability,
    disattenuated: disattenuatedR(pearson, reliability),
  };
}
