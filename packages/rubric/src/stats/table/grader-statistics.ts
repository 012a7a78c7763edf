import { adjacentAgreement } from '../adjacent-agreement.ts';
import { bias } from '../bias.ts';
import { calibrationLine } from '../calibration-line.ts';
import type { CaseBootstrap } from '../case-bootstrap.ts';
import { clustered } from '../clustered.ts';
import type { Pair, RatingMatrix } from '../data.ts';
import { deming } from '../deming.ts';
import { disattenuatedR } from '../disattenuated-r.ts';
import type { Estimate, Excluded, UndefinedReason } from '../estimate.ts';
import { isDefined } from '../estimate.ts';
import { exactAgreement } from '../exact-agreement.ts';
import type { GraderAgainstRater } from '../grader-against-raters.ts';
import { graderAgainstRaters } from '../grader-against-raters.ts';
import type { HumanCeiling } from '../human-ceiling.ts';
import { humanCeiling } from '../human-ceiling.ts';
import { icc } from '../icc.ts';
import { kappaBootstraps } from '../kappa-bootstrap.ts';
import { kendallTauB } from '../kendall-tau-b.ts';
import { limitsOfAgreement } from '../limits-of-agreement.ts';
import { linCcc } from '../lin-ccc.ts';
import { meanAbsoluteError } from '../mean-absolute-error.ts';
import type { PairStatistic } from '../pair-bootstraps.ts';
import { pairBootstraps } from '../pair-bootstraps.ts';
import { pearson, pearsonFisher } from '../pearson.ts';
import { rankBootstraps } from '../rank-bootstrap.ts';
import { rootMeanSquareError } from '../root-mean-square-error.ts';
import type { KappaWeights, PointScale } from '../scale.ts';
import type { ScoreMapForm } from '../score-map.ts';
import { crossFit } from '../score-map.ts';
import { spearman } from '../spearman.ts';
import { pairSupport, withoutValue } from '../support.ts';
import { weightedKappa } from '../weighted-kappa.ts';
import type { TableScale } from './table-scale.ts';

/** Grader against consensus (keys of design §9). Limits of agreement have a low and a high estimate. */
export type GraderStatistics = Record<
  string,
  Estimate | HumanCeiling | { low: Estimate; high: Estimate } | { perRater: GraderAgainstRater[] }
>;

export type GraderOptions = {
  replicates: number;
  seed: number;
  /** r with the headline interval of the gate; without it r carries the case bootstrap's. */
  headline?: (pairs: readonly Pair[], excluded: Excluded) => Estimate;
};

/**
 * Every statistic of one grader against the consensus. `consensus` and grader are category places on a nominal scale,
 * where only kappa and exact agreement are defined. `reliability` is the ICC(C,k) of the consensus.
 */
export function graderStatistics(
  pairs: readonly Pair[],
  excluded: Excluded,
  matrix: RatingMatrix,
  reliability: Estimate,
  graderByItem: ReadonlyMap<string, number>,
  scale: TableScale,
  options: GraderOptions,
): GraderStatistics {
  const support = pairSupport(pairs, excluded);
  const nominal = scale.kind === 'nominal';
  const points: PointScale | UndefinedReason =
    scale.kind === 'ordinal'
      ? scale
      : scale.kind === 'nominal'
        ? { min: 0, max: scale.categories.length - 1 }
        : scale.kind === 'undeclared'
          ? 'scale-not-declared'
          : 'not-estimable';
  const none = (reason: UndefinedReason): Estimate => withoutValue(reason, support);
  const numeric = <T extends Estimate>(use: () => T): T | Estimate =>
    nominal ? none('not-estimable') : use();
  const boots = nominal ? new Map<PairStatistic, CaseBootstrap>() : pairBootstraps(pairs, options);
  const few = { replicates: Math.min(1000, options.replicates), seed: options.seed };
  const ranks = nominal ? {} : rankBootstraps(pairs, few);
  const kappas =
    typeof points === 'string' ? new Map<KappaWeights, CaseBootstrap>() : kappaBootstraps(pairs, points, few);
  const inCases = (name: PairStatistic, estimate: Estimate): Estimate => clustered(estimate, boots.get(name));
  const kappa = (weights: KappaWeights): Estimate =>
    typeof points === 'string'
      ? none(points)
      : clustered(weightedKappa(pairs, points, weights, excluded), kappas.get(weights));
  const r = (): Estimate => {
    const boot = inCases('pearson', pearson(pairs, excluded));
    const headline = options.headline?.(pairs, excluded);
    if (!headline || !isDefined(boot) || !isDefined(headline)) return boot;
    const { interval, ...point } = boot;
    return {
      ...point,
      ...(headline.interval ? { interval: headline.interval } : {}),
      ...(interval ? { caseBootstrap: interval } : {}),
    };
  };
  const line = deming(pairs, excluded);
  const calibration = calibrationLine(pairs, excluded);
  const mapped = (form: ScoreMapForm): Estimate => {
    const fitted = crossFit(pairs, form);
    return fitted
      ? meanAbsoluteError(fitted, excluded)
      : none(pairs.length === 0 ? 'no-data' : 'not-estimable');
  };
  const limits = limitsOfAgreement(pairs, excluded);
  const couple: RatingMatrix = {
    itemIds: pairs.map((pair) => pair.itemId),
    caseIds: pairs.map((pair) => pair.caseId),
    raterIds: ['consensus', 'grader'],
    values: pairs.map((pair) => [pair.consensus, pair.grader]),
  };
  return {
    pearson: numeric(r),
    pearsonFisher: numeric(() => pearsonFisher(pairs, excluded)),
    spearman: numeric(() => clustered(spearman(pairs, excluded), ranks.spearman)),
    kendallTauB: numeric(() => clustered(kendallTauB(pairs, excluded), ranks.kendallTauB)),
    ccc: numeric(() => inCases('ccc', linCcc(pairs, excluded))),
    iccA1: numeric(() => inCases('iccA1', { ...icc(couple).iccA1, excluded })),
    cohenKappa: kappa('unweighted'),
    weightedKappaLinear: numeric(() => kappa('linear')),
    weightedKappaQuadratic: numeric(() => kappa('quadratic')),
    bias: numeric(() => inCases('bias', bias(pairs, excluded))),
    mae: numeric(() => inCases('mae', meanAbsoluteError(pairs, excluded))),
    rmse: numeric(() => inCases('rmse', rootMeanSquareError(pairs, excluded))),
    limitsOfAgreement: {
      low: numeric(() => inCases('limitLow', limits.low)),
      high: numeric(() => inCases('limitHigh', limits.high)),
    },
    demingSlope: numeric(() => inCases('demingSlope', line.slope)),
    demingIntercept: numeric(() => inCases('demingIntercept', line.intercept)),
    calibrationSlope: numeric(() => inCases('calibrationSlope', calibration.slope)),
    calibrationIntercept: numeric(() => inCases('calibrationIntercept', calibration.intercept)),
    maeLinearMap: numeric(() => mapped('linear')),
    maeIsotonicMap: numeric(() => mapped('isotonic')),
    disattenuatedPearson: numeric(() => disattenuatedR(pearson(pairs, excluded), reliability)),
    ...(nominal ? {} : { againstRaters: { perRater: graderAgainstRaters(matrix, graderByItem) } }),
    adjacentAgreement: numeric(() =>
      typeof points === 'string' ? none(points) : adjacentAgreement(pairs, points, excluded),
    ),
    exactAgreement: typeof points === 'string' ? none(points) : exactAgreement(pairs, points, excluded),
    humanCeiling: numeric(() => humanCeiling(matrix, graderByItem)),
  };
}
