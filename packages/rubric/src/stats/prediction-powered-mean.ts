import normalQuantile from '@stdlib/stats-base-dists-normal-quantile';
import type { Estimate, Excluded } from './estimate.ts';
import { mean } from './moments.ts';

/** Per case: sums of the grader's scores and of the consensus where it is known. */
export type MeanCase = {
  caseId: string;
  /** Grader scores of every item of the case. */
  grader: readonly number[];
  /** Items of the case with a consensus: its score and the grader's on the same item. */
  read: readonly { consensus: number; grader: number }[];
};

/**
 * Prediction-powered mean of a benchmark that the grader scored wholly and clinicians in part: mean of the grader over all
 * items + mean of (consensus − grader) over the items read. Unbiased however biased the grader, provided the items read
 * are a random part. Points of the scale. Interval: normal, from the case-clustered linearised variance (cases as units).
 * `n` counts the items scored. Undefined: `no-data`; `no-overlap` where no item was read.
 * Source: Angelopoulos et al., Science 382 (2023) 669, with λ = 1.
 * @example predictionPoweredMean([{ caseId: 'A', grader: [3, 4], read: [{ consensus: 4, grader: 3 }] }])
 */
export function predictionPoweredMean(
  cases: readonly MeanCase[],
  excluded: Excluded = {},
  level = 0.95,
): Estimate {
  const used = [...cases]
    .filter((each) => each.grader.length > 0 || each.read.length > 0)
    .sort((a, b) => (a.caseId < b.caseId ? -1 : 1));
  const scores = used.flatMap((each) => each.grader);
  const read = used.flatMap((each) => each.read);
  const support = { n: scores.length, nCases: used.length, excluded };
  if (scores.length === 0) return { undefined: 'no-data', ...support };
  if (read.length === 0) return { undefined: 'no-overlap', ...support };
  const graderMean = mean(scores);
  const correction = mean(read.map((pair) => pair.consensus - pair.grader));
  const value = graderMean + correction;
  const n = used.length;
  if (n < 2) return { value, ...support };
  // Each case's share in the error of both means, so that their covariance within the case counts.
  const influence = used.map(
    (each) =>
      each.grader.reduce((sum, score) => sum + (score - graderMean), 0) / scores.length +
      each.read.reduce((sum, pair) => sum + (pair.consensus - pair.grader - correction), 0) / read.length,
  );
  const standardError = Math.sqrt((n / (n - 1)) * influence.reduce((sum, each) => sum + each ** 2, 0));
  const reach = normalQuantile(1 - (1 - level) / 2, 0, 1) * standardError;
  return {
    value,
    ...support,
    standardError,
    interval: { low: value - reach, high: value + reach, level, method: 'predictionPowered' },
  };
}
