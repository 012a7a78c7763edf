import { caseJackknifeZ } from '../gate/case-jackknife-z.ts';
import type { Pair, RatingMatrix } from '../stats/data.ts';
import type { Estimate } from '../stats/estimate.ts';
import { isDefined } from '../stats/estimate.ts';

export type HumanCeiling = {
  /** Mean over the raters of `perRater`; undefined unless every rater has one. */
  ceiling: Estimate;
  /** r of each rater with the mean of the other raters on the same items, with the case-jackknife interval. */
  perRater: { raterId: string; pearson: Estimate }[];
};

/**
 * How well a clinician agrees with the other clinicians: the bar a grader is read against.
 * Range −1 to 1. Undefined: `too-few-raters` under 2, `no-data`, or the first rater's reason.
 * Items of which only one rater has a number are counted as `single-rating`.
 * @example looHumanCeiling(matrix, 0.95).ceiling
 */
export function looHumanCeiling(matrix: RatingMatrix, level: number): HumanCeiling {
  const nCases = new Set(matrix.caseIds).size;
  const used = matrix.values.filter((row) => row.filter((value) => value !== null).length > 1).length;
  const single = matrix.values.length - used;
  const excluded = single > 0 ? { 'single-rating': single } : {};
  const support = { n: used, nCases, excluded };
  if (matrix.values.length === 0) return { ceiling: { undefined: 'no-data', ...support }, perRater: [] };
  if (matrix.raterIds.length < 2)
    return { ceiling: { undefined: 'too-few-raters', ...support }, perRater: [] };
  const perRater = matrix.raterIds.map((raterId, column) => {
    const pairs = matrix.values.flatMap((row, index): Pair[] => {
      const own = row[column] ?? null;
      const others = row.filter((value, other): value is number => value !== null && other !== column);
      if (own === null || others.length === 0) return [];
      const consensus = others.reduce((sum, value) => sum + value, 0) / others.length;
      return [
        { itemId: matrix.itemIds[index] ?? '', caseId: matrix.caseIds[index] ?? '', consensus, grader: own },
      ];
    });
    return { raterId, pearson: caseJackknifeZ(pairs, level).estimate };
  });
  const values = perRater.map(({ pearson }) => pearson).filter(isDefined);
  const unclear = perRater.map(({ pearson }) => pearson).find((pearson) => !isDefined(pearson));
  const ceiling: Estimate =
    unclear && !isDefined(unclear)
      ? { undefined: unclear.undefined, ...support }
      : { value: values.reduce((sum, { value }) => sum + value, 0) / values.length, ...support };
  return { ceiling, perRater };
}
