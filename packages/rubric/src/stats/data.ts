/** Grader and consensus on one item, both on the same scale. */
export type Pair = { itemId: string; caseId: string; consensus: number; grader: number };

/**
 * Ratings of several raters: `values[i][j]` is rater j's score of item i, null where there is none.
 * `itemIds`, `caseIds` and the rows of `values` have one length; `raterIds` and each row have one length.
 */
export type RatingMatrix = {
  itemIds: readonly string[];
  caseIds: readonly string[];
  raterIds: readonly string[];
  values: readonly (readonly (number | null)[])[];
};
