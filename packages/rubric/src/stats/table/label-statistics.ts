import type { ConfusionMatrix, Detection, LabelPair } from '../classification.ts';
import { confusionMatrix, detection } from '../classification.ts';
import type { Pair } from '../data.ts';
import type { Estimate } from '../estimate.ts';
import { roganGladen } from '../rogan-gladen.ts';

/** How a grader finds each category of a nominal scale, and how often each truly occurs. */
export type LabelStatistics = {
  confusion: ConfusionMatrix;
  detection: Record<string, Detection & { correctedShare: Estimate }>;
};

/**
 * Confusion matrix and per-category detection of a grader on a nominal scale. `correctedShare` is the Rogan–Gladen share
 * of the category over every unit that the grader scored, its sensitivity and specificity taken from the units with a
 * consensus. Pairs and scores hold places of the categories.
 * @param graderScores every score of the grader, by unit, with or without a consensus
 */
export function labelStatistics(
  pairs: readonly Pair[],
  graderScores: ReadonlyMap<string, number>,
  categories: readonly string[],
): LabelStatistics {
  const name = (place: number): string => categories[place] ?? '';
  const labels: LabelPair[] = pairs.map(({ itemId, caseId, consensus, grader }) => ({
    itemId,
    caseId,
    consensus: name(consensus),
    grader: name(grader),
  }));
  const scored = [...graderScores.values()].map(name);
  const of = (label: string): Detection & { correctedShare: Estimate } => {
    const positive = labels.filter(({ consensus }) => consensus === label);
    const negative = labels.filter(({ consensus }) => consensus !== label);
    const correctedShare = roganGladen(
      { apparent: scored.filter((each) => each === label).length, n: scored.length },
      {
        truePositives: positive.filter(({ grader }) => grader === label).length,
        positives: positive.length,
        trueNegatives: negative.filter(({ grader }) => grader !== label).length,
        negatives: negative.length,
      },
    );
    return { ...detection(labels, label), correctedShare };
  };
  return {
    confusion: confusionMatrix(labels, categories),
    detection: Object.fromEntries(categories.map((label) => [label, of(label)])),
  };
}
