import type { RatingMatrix } from './data.ts';
import type { Excluded, Support } from './estimate.ts';

/** One item of a matrix with the ratings that it has. */
export type MatrixRow = {
  itemId: string;
  caseId: string;
  cells: readonly (number | null)[];
  ratings: number[];
};

/** Rows in order of case and item, so that sums do not depend on row order. */
export function matrixRows(matrix: RatingMatrix): MatrixRow[] {
  return matrix.values
    .map((cells, i) => ({
      itemId: matrix.itemIds[i] ?? '',
      caseId: matrix.caseIds[i] ?? '',
      cells,
      ratings: cells.filter((cell): cell is number => cell !== null),
    }))
    .sort((a, b) => (a.caseId === b.caseId ? (a.itemId < b.itemId ? -1 : 1) : a.caseId < b.caseId ? -1 : 1));
}

/** Support of a statistic that uses `used` of the items; `excluded` counts items. */
export function rowSupport(used: readonly MatrixRow[], excluded: Excluded): Support {
  const counts = Object.fromEntries(Object.entries(excluded).filter(([, count]) => count > 0));
  return { n: used.length, nCases: new Set(used.map((row) => row.caseId)).size, excluded: counts };
}

/** Why rows cannot compare a grader with one rater among others: nobody or one rater rated, or the grader did not. */
export function withoutPanel(
  rows: readonly MatrixRow[],
  graderByItem: ReadonlyMap<string, number>,
): Excluded {
  const excluded: Excluded = {};
  for (const { itemId, ratings } of rows) {
    const reason =
      ratings.length === 0
        ? 'no-consensus'
        : ratings.length === 1
          ? 'single-rating'
          : graderByItem.has(itemId)
            ? null
            : 'missing';
    if (reason) excluded[reason] = (excluded[reason] ?? 0) + 1;
  }
  return excluded;
}

/** The mean of the ratings present, per item; items without a rating have none. */
export function meanConsensus(matrix: RatingMatrix): Map<string, number> {
  const consensus = new Map<string, number>();
  for (const row of matrixRows(matrix))
    if (row.ratings.length > 0)
      consensus.set(row.itemId, row.ratings.reduce((sum, rating) => sum + rating, 0) / row.ratings.length);
  return consensus;
}
