import { bias } from './bias.ts';
import type { Pair, RatingMatrix } from './data.ts';
import type { Estimate } from './estimate.ts';
import { matrixRows } from './matrix-rows.ts';
import { meanAbsoluteError } from './mean-absolute-error.ts';
import { pearson } from './pearson.ts';

/** The grader beside one rater alone, on the items both scored; bias and MAE are grader − rater in points of the scale. */
export type GraderAgainstRater = { raterId: string; pearson: Estimate; bias: Estimate; mae: Estimate };

/**
 * Grader against every single rater, without averaging raters: what agreement with one clinician is like.
 * Items that one of the two did not score are `missing`. Undefined figures: see `pearson`, `bias`, `meanAbsoluteError`.
 * @example graderAgainstRaters(matrix, new Map([['item-1', 4]]))
 */
export function graderAgainstRaters(
  matrix: RatingMatrix,
  graderByItem: ReadonlyMap<string, number>,
): GraderAgainstRater[] {
  const rows = matrixRows(matrix);
  return matrix.raterIds.map((raterId, j) => {
    const pairs = rows.flatMap(({ itemId, caseId, cells }): Pair[] => {
      const grader = graderByItem.get(itemId);
      const score = cells[j] ?? null;
      return grader === undefined || score === null ? [] : [{ itemId, caseId, consensus: score, grader }];
    });
    const lacking = rows.length - pairs.length;
    const excluded = lacking > 0 ? { missing: lacking } : {};
    return {
      raterId,
      pearson: pearson(pairs, excluded),
      bias: bias(pairs, excluded),
      mae: meanAbsoluteError(pairs, excluded),
    };
  });
}
