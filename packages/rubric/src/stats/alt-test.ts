import tCdf from '@stdlib/stats-base-dists-t-cdf';
import type { RatingMatrix } from './data.ts';
import type { Estimate, UndefinedReason } from './estimate.ts';
import { rejectBenjaminiYekutieli } from './false-discovery.ts';
import { matrixRows, withoutPanel } from './matrix-rows.ts';
import { withoutValue, withValue } from './support.ts';

export type AltTestOptions = {
  /** Advantage that a human is granted for costing more: 0.2 experts, 0.15 trained, 0.1 crowd. */
  epsilon: number;
  scoring: 'negativeRmse' | 'accuracy';
  /** False discovery rate, default 0.05. */
  q?: number;
  /** Fewest items of a rater to be tested, default 30. */
  minItems?: number;
};
export type AltTestRater = {
  raterId: string;
  n: number;
  /** Share of items on which the grader is at least as near to the other raters as this rater. */
  advantage?: number;
  p?: number;
  rejected?: boolean;
  undefined?: UndefinedReason;
};
export type AltTest = {
  winningRate: Estimate;
  advantageProbability: Estimate;
  epsilon: number;
  /** Winning rate of at least one half; false where it is undefined. */
  passed: boolean;
  perRater: AltTestRater[];
};

function score(value: number, others: readonly number[], scoring: AltTestOptions['scoring']): number {
  if (scoring === 'accuracy') return others.filter((other) => other === value).length / others.length;
  return -Math.sqrt(others.reduce((sum, other) => sum + (other - value) ** 2, 0) / others.length);
}

/**
 * Alternative-annotator test: for every rater with enough items, is the grader as good a stand-in for the rest of the
 * panel as the rater is? Items with two ratings or more and a grader score count. Per item both are scored against the
 * other raters; one-sided t test that mean(rater wins − grader wins) lies below epsilon (ties count for both);
 * Benjamini–Yekutieli over raters. Winning rate: share of tested raters whom the grader beats, 0 to 1.
 * Without spread p is 0 or 1 by the sign, undefined on equality. Takes items as independent.
 * Undefined: `too-few-raters`, `too-few-items` where no rater has `minItems`, `not-estimable`.
 * Source: Calderon, Reichart & Dror, ACL 2025.
 * @example altTest(matrix, graderByItem, { epsilon: 0.2, scoring: 'negativeRmse' }).winningRate
 */
export function altTest(
  matrix: RatingMatrix,
  graderByItem: ReadonlyMap<string, number>,
  options: AltTestOptions,
): AltTest {
  const { epsilon, scoring, q = 0.05, minItems = 30 } = options;
  const all = matrixRows(matrix);
  const rows = all.flatMap((row) => {
    const grader = graderByItem.get(row.itemId);
    return row.ratings.length < 2 || grader === undefined ? [] : [{ ...row, grader }];
  });
  const perRater = matrix.raterIds.map((raterId, j): AltTestRater => {
    const differences: number[] = [];
    let wins = 0;
    for (const row of rows) {
      const own = row.cells[j] ?? null;
      if (own === null) continue;
      const others = row.cells.filter((cell, at): cell is number => at !== j && cell !== null);
      const ofGrader = score(row.grader, others, scoring);
      const ofRater = score(own, others, scoring);
      const graderWins = ofGrader >= ofRater ? 1 : 0;
      wins += graderWins;
      differences.push((ofRater >= ofGrader ? 1 : 0) - graderWins);
    }
    const n = differences.length;
    if (n < Math.max(minItems, 2)) return { raterId, n, undefined: 'too-few-items' };
    const advantage = wins / n;
    const mean = differences.reduce((sum, d) => sum + d, 0) / n;
    const spread = Math.sqrt(differences.reduce((sum, d) => sum + (d - mean) ** 2, 0) / (n - 1));
    const gap = mean - epsilon;
    if (spread === 0) {
      if (gap === 0) return { raterId, n, advantage, undefined: 'not-estimable' };
      return { raterId, n, advantage, p: gap < 0 ? 0 : 1 };
    }
    return { raterId, n, advantage, p: tCdf(gap / (spread / Math.sqrt(n)), n - 1) };
  });
  const tested = perRater.filter((each) => each.p !== undefined);
  const rejections = rejectBenjaminiYekutieli(
    tested.map((each) => each.p ?? 1),
    q,
  );
  tested.forEach((each, i) => {
    each.rejected = rejections[i] ?? false;
  });
  const support = {
    n: rows.length,
    nCases: new Set(rows.map((row) => row.caseId)).size,
    excluded: withoutPanel(all, graderByItem),
  };
  if (tested.length === 0) {
    const short = perRater.every((each) => each.undefined === 'too-few-items');
    const none = withoutValue(
      matrix.raterIds.length < 2 ? 'too-few-raters' : short ? 'too-few-items' : 'not-estimable',
      support,
    );
    return { winningRate: none, advantageProbability: none, epsilon, passed: false, perRater };
  }
  const winningRate = rejections.filter(Boolean).length / tested.length;
  const advantage = tested.reduce((sum, each) => sum + (each.advantage ?? 0), 0) / tested.length;
  return {
    winningRate: withValue(winningRate, support),
    advantageProbability: withValue(advantage, support),
    epsilon,
    passed: winningRate >= 0.5,
    perRater,
  };
}
