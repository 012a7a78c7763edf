import normalQuantile from '@stdlib/stats-base-dists-normal-quantile';
import { caseJackknifeMean } from '../gate/case-jackknife-mean.ts';
import { caseJackknifeZ } from '../gate/case-jackknife-z.ts';
import type { Pair, RatingMatrix } from '../stats/data.ts';
import type { Defined, Estimate, Excluded } from '../stats/estimate.ts';
import { isDefined } from '../stats/estimate.ts';
import { looHumanCeiling } from './human-ceiling.ts';

/** Mean and standard deviation of both sides: a narrow range of quality lowers r by itself. */
export type Spread = { consensusMean: number; consensusSd: number; graderMean: number; graderSd: number };

export type GraderEstimates = {
  /** Headline: case jackknife on Fisher's z. */
  pearson: Estimate;
  /** Same r with the textbook interval, which assumes independent responses. */
  pearsonFisher: Estimate;
  bias: Estimate;
  mae: Estimate;
  rmse: Estimate;
  /** Lin's concordance of the pairs. */
  ccc: Estimate;
  /** Mean difference ± 1.96 SD of the differences (Bland–Altman), each an estimate. */
  limitsOfAgreement: { low: Estimate; high: Estimate };
  /** Responses that would give the same standard error of z if they were independent. */
  effectiveSampleSize: Estimate;
  /** On the items that the grader scored. */
  humanCeiling: Estimate;
  spread: Spread | null;
};

export type EstimateOptions = { level: number; replicates: number; seed: number };

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const squaresAround = (values: readonly number[], centre: number): number =>
  values.reduce((sum, value) => sum + (value - centre) ** 2, 0);

function pearsonFisher(headline: Estimate, level: number): Estimate {
  if (!isDefined(headline)) return headline;
  const { value, n, nCases, excluded } = headline;
  const point: Defined = { value, n, nCases, excluded };
  if (n < 4 || Math.abs(value) >= 1) return point;
  const reach = normalQuantile(1 - (1 - level) / 2, 0, 1) / Math.sqrt(n - 3);
  const z = Math.atanh(value);
  return {
    ...point,
    interval: { low: Math.tanh(z - reach), high: Math.tanh(z + reach), level, method: 'fisherZ' },
  };
}

/**
 * Everything the report prints of one grader against the consensus, on one set of pairs. Units are those of the pairs.
 * ccc = 2·s_xy/(s_x² + s_y² + (x̄ − ȳ)²) with divisor n (Lin 1989); rmse = √(mean squared difference);
 * limits of agreement use the n − 1 standard deviation (Bland & Altman 1986);
 * effective sample size = n·(SE with responses as units / SE with cases as units)², both by jackknife on z.
 */
export function graderEstimates(
  unsorted: readonly Pair[],
  excluded: Excluded,
  raters: RatingMatrix,
  { level }: EstimateOptions,
): GraderEstimates {
  const pairs = unsorted.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1));
  const n = pairs.length;
  const support = { n, nCases: new Set(pairs.map((pair) => pair.caseId)).size, excluded };
  const agreement = caseJackknifeZ(pairs, level, excluded);
  const pearson = agreement.estimate;
  const differences = pairs.map((pair) => pair.grader - pair.consensus);
  const consensus = pairs.map((pair) => pair.consensus);
  const grader = pairs.map((pair) => pair.grader);
  const [consensusMean, graderMean] = [mean(consensus), mean(grader)];
  const defined = (fewest: number, value: () => number): Estimate => {
    if (n === 0) return { undefined: 'no-data', ...support };
    return n < fewest ? { undefined: 'too-few-items', ...support } : { value: value(), ...support };
  };
  const concordance = (): Estimate => {
    const denominator =
      squaresAround(consensus, consensusMean) +
      squaresAround(grader, graderMean) +
      n * (consensusMean - graderMean) ** 2;
    if (n >= 2 && denominator === 0) return { undefined: 'no-variation', ...support };
    const cross = pairs.reduce(
      (sum, pair) => sum + (pair.consensus - consensusMean) * (pair.grader - graderMean),
      0,
    );
    return defined(2, () => (2 * cross) / denominator);
  };
  const limit = (sign: 1 | -1): Estimate =>
    defined(2, () => {
      const centre = mean(differences);
      const sd = Math.sqrt(squaresAround(differences, centre) / (n - 1));
      return centre + sign * normalQuantile(1 - (1 - level) / 2, 0, 1) * sd;
    });
  const effective = (): Estimate => {
    const alone = caseJackknifeZ(
      pairs.map((pair) => ({ ...pair, caseId: pair.itemId })),
      level,
    ).jackknife;
    if (!alone || !agreement.jackknife) return { undefined: 'not-estimable', ...support };
    return { value: n * (alone.standardError / agreement.jackknife.standardError) ** 2, ...support };
  };
  const scored = new Set(pairs.map((pair) => pair.itemId));
  const keep = raters.itemIds.map((itemId) => scored.has(itemId));
  const shared: RatingMatrix = {
    itemIds: raters.itemIds.filter((_, index) => keep[index]),
    caseIds: raters.caseIds.filter((_, index) => keep[index]),
    raterIds: raters.raterIds,
    values: raters.values.filter((_, index) => keep[index]),
  };
  return {
    pearson,
    pearsonFisher: pearsonFisher(pearson, level),
    bias: caseJackknifeMean(pairs, (pair) => pair.grader - pair.consensus, level, excluded),
    mae: caseJackknifeMean(pairs, (pair) => Math.abs(pair.grader - pair.consensus), level, excluded),
    rmse: defined(1, () => Math.sqrt(squaresAround(differences, 0) / n)),
    ccc: concordance(),
    limitsOfAgreement: { low: limit(-1), high: limit(1) },
    effectiveSampleSize: effective(),
    humanCeiling: looHumanCeiling(shared, level).ceiling,
    spread:
      n < 2
        ? null
        : {
            consensusMean,
            consensusSd: Math.sqrt(squaresAround(consensus, consensusMean) / (n - 1)),
            graderMean,
            graderSd: Math.sqrt(squaresAround(grader, graderMean) / (n - 1)),
          },
  };
}
