import { adjacentAgreement } from '../adjacent-agreement.ts';
import { bias } from '../bias.ts';
import { calibrationLine } from '../calibration-line.ts';
import type { CaseBootstrap, OfSums } from '../case-bootstrap.ts';
import { caseBootstraps } from '../case-bootstrap.ts';
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
import { kendallTauB } from '../kendall-tau-b.ts';
import { limitsOfAgreement } from '../limits-of-agreement.ts';
import { linCcc } from '../lin-ccc.ts';
import { meanAbsoluteError } from '../mean-absolute-error.ts';
import { centralSums, correlationOfSums, pairSums } from '../pair-sums.ts';
import { pearson, pearsonFisher } from '../pearson.ts';
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

const at = (sums: Float64Array, i: number): number => sums[i] as number;

/** Case-cluster bootstrap of everything that reduces to per-case sums, all on the same replicates. */
function bootstraps(pairs: readonly Pair[], options: { replicates: number; seed: number }) {
  const { sums, offsetX, offsetY } = pairSums(pairs);
  const slope: OfSums = (s) => {
    const { xx, yy, xy } = centralSums(s);
    return xx * yy === 0 ? Number.NaN : (yy - xx + Math.sqrt((yy - xx) ** 2 + 4 * xy ** 2)) / (2 * xy);
  };
  const shift = (s: Float64Array): number => offsetY - offsetX + (at(s, 2) - at(s, 1)) / at(s, 0);
  const statistics: Record<string, OfSums> = {
    pearson: correlationOfSums,
    ccc: (s) => {
      const { n, xx, yy, xy } = centralSums(s);
      return (2 * xy) / (xx + yy + n * shift(s) ** 2);
    },
    bias: shift,
    mae: (s) => at(s, 6) / at(s, 0),
    rmse: (s) => Math.sqrt(at(s, 7) / at(s, 0)),
    demingSlope: slope,
    demingIntercept: (s) => offsetY + at(s, 2) / at(s, 0) - slope(s) * (offsetX + at(s, 1) / at(s, 0)),
  };
  const names = Object.keys(statistics);
  const results = caseBootstraps(sums, Object.values(statistics), options);
  return new Map(names.map((name, i) => [name, results[i] as CaseBootstrap]));
}

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
  const kappa = (weights: KappaWeights): Estimate =>
    typeof points === 'string' ? none(points) : weightedKappa(pairs, points, weights, excluded);
  const boots = nominal || pairs.length === 0 ? new Map<string, CaseBootstrap>() : bootstraps(pairs, options);
  /** The case bootstrap becomes the headline; the interval that takes responses as independent stands beside. */
  const clustered = (name: string, estimate: Estimate): Estimate => {
    const boot = boots.get(name);
    if (!isDefined(estimate) || !boot?.percentile) return estimate;
    const { interval, ...point } = estimate;
    return {
      ...point,
      interval: boot.percentile,
      ...(boot.bca ? { bca: boot.bca } : {}),
      undefinedReplicates: boot.undefinedReplicates,
      ...(interval ? { independent: interval } : {}),
    } as Estimate;
  };
  const r = (): Estimate => {
    const boot = clustered('pearson', pearson(pairs, excluded));
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
    spearman: numeric(() => spearman(pairs, excluded)),
    kendallTauB: numeric(() => kendallTauB(pairs, excluded)),
    ccc: numeric(() => clustered('ccc', linCcc(pairs, excluded))),
    iccA1: numeric(() => ({ ...icc(couple).iccA1, excluded })),
    cohenKappa: kappa('unweighted'),
    weightedKappaLinear: numeric(() => kappa('linear')),
    weightedKappaQuadratic: numeric(() => kappa('quadratic')),
    bias: numeric(() => clustered('bias', bias(pairs, excluded))),
    mae: numeric(() => clustered('mae', meanAbsoluteError(pairs, excluded))),
    rmse: numeric(() => clustered('rmse', rootMeanSquareError(pairs, excluded))),
    limitsOfAgreement: { low: numeric(() => limits.low), high: numeric(() => limits.high) },
    demingSlope: numeric(() => clustered('demingSlope', line.slope)),
    demingIntercept: numeric(() => clustered('demingIntercept', line.intercept)),
    calibrationSlope: numeric(() => calibration.slope),
    calibrationIntercept: numeric(() => calibration.intercept),
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
