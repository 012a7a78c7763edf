import type { Estimate } from './estimate.ts';
import { exactProportionInterval } from './exact-proportion.ts';

/** A label of the consensus and of the grader on one item. */
export type LabelPair = { itemId: string; caseId: string; consensus: string; grader: string };

/** `counts[i][j]`: items with the consensus at `labels[i]` and the grader at `labels[j]`. */
export type ConfusionMatrix = { labels: string[]; counts: number[][] };

/**
 * Consensus against grader over the declared labels, used or not.
 * @throws RangeError where a pair has a label that is not declared
 * @example confusionMatrix(pairs, ['correct', 'wrong'])
 */
export function confusionMatrix(pairs: readonly LabelPair[], labels: readonly string[]): ConfusionMatrix {
  const counts = labels.map(() => labels.map(() => 0));
  for (const { consensus, grader } of pairs) {
    const row = counts[labels.indexOf(consensus)];
    const column = labels.indexOf(grader);
    if (!row || column < 0)
      throw new RangeError(`expected ${labels.join(', ')}, found ${consensus} and ${grader}`);
    row[column] = (row[column] ?? 0) + 1;
  }
  return { labels: [...labels], counts };
}

/** How well the grader finds one label. Each is a share with an exact interval, n its denominator. */
export type Detection = {
  sensitivity: Estimate;
  specificity: Estimate;
  positivePredictiveValue: Estimate;
  negativePredictiveValue: Estimate;
};

/**
 * Sensitivity, specificity and predictive values of the grader for `positive` against the consensus, exact
 * (Clopper–Pearson) intervals, items taken as independent. 0 to 1. Predictive values hold for this share of positives only.
 * Undefined: `no-data`; `single-category` where no item is in the denominator. Reference: R `binom.test`.
 * @example detection(pairs, 'wrong').sensitivity
 */
export function detection(pairs: readonly LabelPair[], positive: string, level = 0.95): Detection {
  const share = (among: (pair: LabelPair) => boolean, hit: (pair: LabelPair) => boolean): Estimate => {
    const used = pairs.filter(among);
    const support = { n: used.length, nCases: new Set(used.map((pair) => pair.caseId)).size, excluded: {} };
    if (used.length === 0)
      return { undefined: pairs.length === 0 ? 'no-data' : 'single-category', ...support };
    const events = used.filter(hit).length;
    const interval = exactProportionInterval(events, used.length, level);
    return { value: events / used.length, ...support, interval };
  };
  const truth = (pair: LabelPair): boolean => pair.consensus === positive;
  const called = (pair: LabelPair): boolean => pair.grader === positive;
  const not = (is: (pair: LabelPair) => boolean) => (pair: LabelPair) => !is(pair);
  return {
    sensitivity: share(truth, called),
    specificity: share(not(truth), not(called)),
    positivePredictiveValue: share(called, truth),
    negativePredictiveValue: share(not(called), not(truth)),
  };
}
