import tQuantile from '@stdlib/stats-base-dists-t-quantile';
import type { RatingMatrix } from './data.ts';
import type { Estimate } from './estimate.ts';
import { matrixRows } from './matrix-rows.ts';
import { mean } from './moments.ts';
import { withoutValue, withValue } from './support.ts';

/** How one rater uses the scale beside the other raters, on the items that share at least one of them. */
export type RaterUse = {
  raterId: string;
  /** Mean of own score − mean of the others, points of the scale: negative is severe. */
  severity: Estimate;
  /** SD of own scores over the SD of the others' scores on the same items: under 1 keeps to the middle. */
  centralTendency: Estimate;
};

const sd = (values: readonly number[]): number => {
  const centre = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1));
};

/**
 * Severity and central tendency of every rater. Severity has the interval t·SE over case means (cases as units, from 2 on).
 * The SD of the others is the root of the mean of their variances over the shared items, so that averaging does not make it
 * small. Undefined: `too-few-raters`; `no-overlap` where no item is shared; for central tendency also `too-few-items` under
 * 2 items of the rater and `no-variation` where the others do not vary.
 * Source: Saal, Downey & Lahey, Psychol Bull 88 (1980) 413.
 * @example raterUse(matrix)[0].severity
 */
export function raterUse(matrix: RatingMatrix, level = 0.95): RaterUse[] {
  const rows = matrixRows(matrix);
  return matrix.raterIds.map((raterId, j) => {
    const own: number[] = [];
    const others: number[][] = matrix.raterIds.map(() => []);
    const byCase = new Map<string, number[]>();
    let sum = 0;
    for (const { caseId, cells } of rows) {
      const score = cells[j] ?? null;
      const rest = cells.filter((cell, at): cell is number => at !== j && cell !== null);
      if (score === null || rest.length === 0) continue;
      own.push(score);
      cells.forEach((cell, at) => {
        if (at !== j && cell !== null) others[at]?.push(cell);
      });
      const difference = score - mean(rest);
      sum += difference;
      const group = byCase.get(caseId);
      if (group) group.push(difference);
      else byCase.set(caseId, [difference]);
    }
    const n = own.length;
    const support = { n, nCases: byCase.size, excluded: {} };
    if (n === 0) {
      const none = withoutValue(matrix.raterIds.length < 2 ? 'too-few-raters' : 'no-overlap', support);
      return { raterId, severity: none, centralTendency: none };
    }
    const means = [...byCase.values()].map(mean);
    const severity = sum / n;
    const reach =
      means.length < 2
        ? Number.NaN
        : (tQuantile(1 - (1 - level) / 2, means.length - 1) * sd(means)) / Math.sqrt(means.length);
    const interval = { low: severity - reach, high: severity + reach, level, method: 't over case means' };
    const variances = others.filter((scores) => scores.length > 1).map((scores) => sd(scores) ** 2);
    const reference = variances.length > 0 ? Math.sqrt(mean(variances)) : 0;
    return {
      raterId,
      severity: withValue(severity, support, interval),
      centralTendency:
        n < 2
          ? withoutValue('too-few-items', support)
          : reference > 0
            ? withValue(sd(own) / reference, support)
            : withoutValue('no-variation', support),
    };
  });
}
