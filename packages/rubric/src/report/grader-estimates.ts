import { caseJackknifeMean } from '../gate/case-jackknife-mean.ts';
import { caseJackknifeZ } from '../gate/case-jackknife-z.ts';
import { caseInterval } from '../stats/clustered.ts';
import type { Pair, RatingMatrix } from '../stats/data.ts';
import type { Estimate, Excluded } from '../stats/estimate.ts';
import { deming } from '../stats/deming.ts';
import { humanCeiling } from '../stats/human-ceiling.ts';
import { icc } from '../stats/icc.ts';
import { kendallTauB } from '../stats/kendall-tau-b.ts';
import { limitsOfAgreement } from '../stats/limits-of-agreement.ts';
import { linCcc } from '../stats/lin-ccc.ts';
import { pairBootstraps } from '../stats/pair-bootstraps.ts';
import type { PairStatistic } from '../stats/pair-bootstraps.ts';
import { pearsonFisher } from '../stats/pearson.ts';
import { rankBootstraps } from '../stats/rank-bootstrap.ts';
import { rootMeanSquareError } from '../stats/root-mean-square-error.ts';
import { spearman } from '../stats/spearman.ts';
import type { Drawing } from './drawing.ts';
import { fewer } from './drawing.ts';
import { looHumanCeiling } from './human-ceiling.ts';
import { pearsonBootstrap } from './pearson-bootstrap.ts';
import type { PearsonBootstrap } from './pearson-bootstrap.ts';

/** Mean and standard deviation of both sides: a narrow range of quality lowers r by itself. */
export type Spread = { consensusMean: number; consensusSd: number; graderMean: number; graderSd: number };

export type GraderEstimates = {
  /** Headline: case jackknife on Fisher's z. */
  pearson: Estimate;
  /** Same r with the textbook interval, which assumes independent responses. */
  pearsonFisher: Estimate;
  /** Same r with the case bootstrap's percentile and BCa intervals. */
  pearsonBootstrap: PearsonBootstrap;
  spearman: Estimate;
  kendallTauB: Estimate;
  bias: Estimate;
  mae: Estimate;
  rmse: Estimate;
  /** Lin's concordance of the pairs. */
  ccc: Estimate;
  /** Two-way absolute agreement of grader and consensus, single measures. */
  iccA1: Estimate;
  /** Mean difference ± 1.96 SD of the differences (Bland–Altman), each an estimate. */
  limitsOfAgreement: { low: Estimate; high: Estimate };
  /** Orthogonal regression of grader on consensus, equal error variances. */
  demingSlope: Estimate;
  demingIntercept: Estimate;
  /** Responses that would give the same standard error of z if they were independent. */
  effectiveSampleSize: Estimate;
  /** Of the headline's Fisher z, cases as units; null where there is none. */
  standardErrorOfZ: number | null;
  /** On the items that the grader scored. */
  humanCeiling: Estimate;
  /** The grader against the same leave-one-rater-out means that the ceiling uses: like for like. */
  graderOnCeiling: Estimate;
  spread: Spread | null;
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** ICC(A,1) of grader and consensus as two raters. */
function iccOf(pairs: readonly Pair[], excluded: Excluded, level: number): Estimate {
  const { iccA1 } = icc(
    {
      itemIds: pairs.map((pair) => pair.itemId),
      caseIds: pairs.map((pair) => pair.caseId),
      raterIds: ['consensus', 'grader'],
      values: pairs.map((pair) => [pair.consensus, pair.grader]),
    },
    level,
  );
  return { ...iccA1, excluded };
}

const squaresAround = (values: readonly number[], centre: number): number =>
  values.reduce((sum, value) => sum + (value - centre) ** 2, 0);

/**
 * Everything the report prints of one grader against the consensus, on one set of pairs. Units are those of the pairs.
 * The case is the unit of every interval but `pearsonFisher`: jackknife for Pearson, bias and mae, else case bootstrap.
 * effective sample size = n·(SE with responses as units / SE with cases as units)², both by jackknife on z.
 */
export function graderEstimates(
  unsorted: readonly Pair[],
  excluded: Excluded,
  raters: RatingMatrix,
  options: Drawing,
): GraderEstimates {
  const { level } = options;
  const pairs = unsorted.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1));
  const n = pairs.length;
  const support = { n, nCases: new Set(pairs.map((pair) => pair.caseId)).size, excluded };
  const agreement = caseJackknifeZ(pairs, level, excluded);
  const pearson = agreement.estimate;
  const consensus = pairs.map((pair) => pair.consensus);
  const grader = pairs.map((pair) => pair.grader);
  const [consensusMean, graderMean] = [mean(consensus), mean(grader)];
  const line = deming(pairs, excluded);
  const limits = limitsOfAgreement(pairs, excluded, level);
  const boots = pairBootstraps(pairs, options);
  const ranks = rankBootstraps(pairs, fewer(options));
  const inCases = (name: PairStatistic, estimate: Estimate): Estimate =>
    caseInterval(estimate, boots.get(name));
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
    pearsonFisher: pearsonFisher(pairs, excluded, level),
    pearsonBootstrap: pearsonBootstrap(pearson, boots.get('pearson')),
    spearman: caseInterval(spearman(pairs, excluded, level), ranks.spearman),
    kendallTauB: caseInterval(kendallTauB(pairs, excluded), ranks.kendallTauB),
    bias: caseJackknifeMean(pairs, (pair) => pair.grader - pair.consensus, level, excluded),
    mae: caseJackknifeMean(pairs, (pair) => Math.abs(pair.grader - pair.consensus), level, excluded),
    rmse: inCases('rmse', rootMeanSquareError(pairs, excluded)),
    ccc: inCases('ccc', linCcc(pairs, excluded, level)),
    iccA1: inCases('iccA1', iccOf(pairs, excluded, level)),
    limitsOfAgreement: {
      low: inCases('limitLow', limits.low),
      high: inCases('limitHigh', limits.high),
    },
    demingSlope: inCases('demingSlope', line.slope),
    demingIntercept: inCases('demingIntercept', line.intercept),
    effectiveSampleSize: effective(),
    standardErrorOfZ: agreement.jackknife?.standardError ?? null,
    humanCeiling: looHumanCeiling(shared, level).ceiling,
    graderOnCeiling: humanCeiling(shared, new Map(pairs.map((pair) => [pair.itemId, pair.grader]))).grader,
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
