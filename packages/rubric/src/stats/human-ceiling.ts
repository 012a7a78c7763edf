import type { Pair, RatingMatrix } from './data.ts';
import type { Estimate } from './estimate.ts';
import { isDefined } from './estimate.ts';
import { matrixRows, withoutPanel } from './matrix-rows.ts';
import { pearson } from './pearson.ts';
import { withoutValue, withValue } from './support.ts';

/** Mean r of each rater with the mean of the others; `grader`: the grader against the same references, same items. */
export type HumanCeiling = Estimate & {
  grader: Estimate;
  perRater: { raterId: string; human: Estimate; grader: Estimate }[];
};

/**
 * Leave-one-rater-out ceiling: for every rater, Pearson's r of the rater with the mean of the others over the items that
 * the rater, at least one other and the grader scored; the grader against the same means on the same items; both
 * averaged over the raters for whom they are defined. `n` counts items that enter for any rater.
 * Range −1 to 1. Undefined: `too-few-raters`, `no-overlap`, `no-variation`.
 * @example humanCeiling(matrix, new Map([['item-1', 4]]))
 */
export function humanCeiling(matrix: RatingMatrix, graderByItem: ReadonlyMap<string, number>): HumanCeiling {
  const rows = matrixRows(matrix);
  const used = new Map<string, string>();
  const perRater = matrix.raterIds.map((raterId, j) => {
    const human: Pair[] = [];
    const grader: Pair[] = [];
    for (const { itemId, caseId, cells } of rows) {
      const own = cells[j] ?? null;
      const score = graderByItem.get(itemId);
      const others = cells.filter((cell, at): cell is number => at !== j && cell !== null);
      if (own === null || score === undefined || others.length === 0) continue;
      const consensus = others.reduce((sum, other) => sum + other, 0) / others.length;
      human.push({ itemId, caseId, consensus, grader: own });
      grader.push({ itemId, caseId, consensus, grader: score });
      used.set(itemId, caseId);
    }
    return { raterId, human: pearson(human), grader: pearson(grader) };
  });
  const support = {
    n: used.size,
    nCases: new Set(used.values()).size,
    excluded: withoutPanel(
      rows.filter((row) => !used.has(row.itemId)),
      graderByItem,
    ),
  };
  const average = (estimates: readonly Estimate[]): Estimate => {
    const values = estimates.filter(isDefined).map((estimate) => estimate.value);
    if (values.length > 0) return withValue(values.reduce((sum, v) => sum + v, 0) / values.length, support);
    if (matrix.raterIds.length < 2) return withoutValue('too-few-raters', support);
    return withoutValue(used.size === 0 ? 'no-overlap' : 'no-variation', support);
  };
  return {
    ...average(perRater.map((each) => each.human)),
    grader: average(perRater.map((each) => each.grader)),
    perRater,
  };
}
