import type { RatingMatrix } from './data.ts';
import type { Estimate, Undefined } from './estimate.ts';
import type { IccPoint } from './icc-anova.ts';
import { iccAnova } from './icc-anova.ts';
import { matrixRows, rowSupport } from './matrix-rows.ts';
import { withoutValue, withValue } from './support.ts';

/**
 * ICC(1,1) of several runs on the same items, columns being runs: repeats of a grader, or first and hidden second reading
 * of a rater. One-way, since a run has no identity of its own. Items that lack a run are `incomplete-row`.
 * F interval, independent items. At most 1. Undefined: `no-data`, `too-few-raters` under 2 runs, `too-few-items`,
 * `no-variation`. Source: Shrout & Fleiss, Psychol Bull 86 (1979) 420.
 * @example repeatIcc({ itemIds, caseIds, raterIds: ['0', '1'], values })
 */
export function repeatIcc(runs: RatingMatrix, level = 0.95): Estimate {
  const all = matrixRows(runs);
  const complete = all.filter((row) => row.ratings.length === runs.raterIds.length);
  const support = rowSupport(complete, { 'incomplete-row': all.length - complete.length });
  const none = (reason: Undefined['undefined']): Estimate => withoutValue(reason, support);
  if (all.every((row) => row.ratings.length === 0)) return none('no-data');
  if (runs.raterIds.length < 2) return none('too-few-raters');
  if (complete.length < 2) return none('too-few-items');
  const point: IccPoint = iccAnova(
    complete.map((row) => row.ratings),
    level,
  ).icc1;
  if (!point) return none('no-variation');
  return withValue(point.value, support, point.limits && { ...point.limits, level, method: 'F' });
}

/**
 * Flip rate: over items with at least two runs, the mean share of pairs of runs that `differ`. 0 to 1.
 * Undefined: `no-data`; `no-overlap` where no item has two runs.
 * @param differ whether two scores are told apart, e.g. rounded to another point or on the other side of a pass mark
 * @example flipRate(runs, (a, b) => Math.round(a) !== Math.round(b))
 */
export function flipRate(runs: RatingMatrix, differ: (a: number, b: number) => boolean): Estimate {
  const all = matrixRows(runs);
  const rows = all.filter((row) => row.ratings.length > 1);
  const rated = all.filter((row) => row.ratings.length > 0).length;
  const support = rowSupport(rows, { missing: all.length - rated, 'single-rating': rated - rows.length });
  if (rated === 0) return withoutValue('no-data', support);
  if (rows.length === 0) return withoutValue('no-overlap', support);
  let total = 0;
  for (const { ratings } of rows) {
    let different = 0;
    for (let i = 1; i < ratings.length; i += 1)
      for (let j = 0; j < i; j += 1) if (differ(ratings[i] as number, ratings[j] as number)) different += 1;
    total += different / ((ratings.length * (ratings.length - 1)) / 2);
  }
  return withValue(total / rows.length, support);
}
