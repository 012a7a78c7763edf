import normalQuantile from '@stdlib/stats-base-dists-normal-quantile';
import type { CaseBootstrap, CaseBootstrapOptions, OfSums } from './case-bootstrap.ts';
import { caseBootstraps } from './case-bootstrap.ts';
import type { Pair } from './data.ts';
import { centralSums, correlationOfSums, pairSums } from './pair-sums.ts';

/** Statistics of pairs that are functions of per-case sums. */
export type PairStatistic =
  | 'pearson'
  | 'ccc'
  | 'iccA1'
  | 'bias'
  | 'mae'
  | 'rmse'
  | 'limitLow'
  | 'limitHigh'
  | 'demingSlope'
  | 'demingIntercept'
  | 'calibrationSlope'
  | 'calibrationIntercept';

const at = (sums: Float64Array, i: number): number => sums[i] as number;

/** ICC(A,1) of two columns: between items, columns and residual from the central sums and the shift. */
function iccA1Of(n: number, xx: number, yy: number, xy: number, shift: number): number {
  const items = (xx + yy + 2 * xy) / 2 / (n - 1);
  const residual = (xx + yy - 2 * xy) / 2 / (n - 1);
  const columns = (n * shift ** 2) / 2;
  return (items - residual) / (items + residual + (2 * (columns - residual)) / n);
}

/**
 * Case bootstraps of everything of these pairs that reduces to per-case sums, all on the same replicates.
 * @example pairBootstraps(pairs, { replicates: 10_000, seed: 1 }).get('ccc')?.percentile
 */
export function pairBootstraps(
  pairs: readonly Pair[],
  options: CaseBootstrapOptions,
): Map<PairStatistic, CaseBootstrap> {
  if (pairs.length === 0) return new Map();
  const { sums, offsetX, offsetY } = pairSums(pairs);
  const shift = (s: Float64Array): number => offsetY - offsetX + (at(s, 2) - at(s, 1)) / at(s, 0);
  const meanX = (s: Float64Array): number => offsetX + at(s, 1) / at(s, 0);
  const meanY = (s: Float64Array): number => offsetY + at(s, 2) / at(s, 0);
  const slope: OfSums = (s) => {
    const { xx, yy, xy } = centralSums(s);
    return xx * yy === 0 ? Number.NaN : (yy - xx + Math.sqrt((yy - xx) ** 2 + 4 * xy ** 2)) / (2 * xy);
  };
  const back: OfSums = (s) => {
    const { yy, xy } = centralSums(s);
    return yy === 0 ? Number.NaN : xy / yy;
  };
  const z = normalQuantile(0.975, 0, 1);
  const limit =
    (sign: number): OfSums =>
    (s) => {
      const n = at(s, 0);
      const difference = shift(s);
      const variance = (at(s, 7) - n * difference ** 2) / (n - 1);
      return difference + sign * z * Math.sqrt(Math.max(0, variance));
    };
  const statistics: Record<PairStatistic, OfSums> = {
    pearson: correlationOfSums,
    ccc: (s) => {
      const { n, xx, yy, xy } = centralSums(s);
      return (2 * xy) / (xx + yy + n * shift(s) ** 2);
    },
    iccA1: (s) => {
      const { n, xx, yy, xy } = centralSums(s);
      return iccA1Of(n, xx, yy, xy, shift(s));
    },
    bias: shift,
    mae: (s) => at(s, 6) / at(s, 0),
    rmse: (s) => Math.sqrt(at(s, 7) / at(s, 0)),
    limitLow: limit(-1),
    limitHigh: limit(1),
    demingSlope: slope,
    demingIntercept: (s) => meanY(s) - slope(s) * meanX(s),
    calibrationSlope: back,
    calibrationIntercept: (s) => meanX(s) - back(s) * meanY(s),
  };
  const names = Object.keys(statistics) as PairStatistic[];
  const results = caseBootstraps(sums, Object.values(statistics), options);
  return new Map(names.map((name, i) => [name, results[i] as CaseBootstrap]));
}
