import normalCdf from '@stdlib/stats-base-dists-normal-cdf';
import normalQuantile from '@stdlib/stats-base-dists-normal-quantile';
import type { Interval } from './estimate.ts';
import { randomFill } from './random.ts';

/** Per-case sums, cases sorted by id, all rows of one length. */
export type CaseSums = readonly (readonly number[])[];
/** A statistic of the sums over cases; NaN where it is undefined. */
export type OfSums = (sums: Float64Array) => number;

export type CaseBootstrap = {
  percentile?: Interval;
  /** Absent where the jackknife does not vary or a replicate never falls on both sides: percentile stands alone. */
  bca?: Interval;
  standardError?: number;
  /** Mean of the defined replicates. */
  mean?: number;
  /** z0 of BCa. */
  biasCorrection?: number;
  /** a of BCa, from the leave-one-case-out jackknife. */
  acceleration?: number;
  /** Replicates in which the statistic was undefined; they are dropped. */
  undefinedReplicates: number;
  replicates: number;
};

export type CaseBootstrapOptions = {
  replicates: number;
  seed: number;
  level?: number;
  /** Case positions per replicate to use instead of drawn ones. */
  draws?: Iterable<ArrayLike<number>>;
};

/** Quantile of sorted values, type 7 (linear between order statistics). */
export function quantile7(sorted: readonly number[] | Float64Array, p: number): number {
  const at = (sorted.length - 1) * p;
  const low = Math.floor(at);
  const a = sorted[low] as number;
  return low + 1 < sorted.length ? a + (at - low) * ((sorted[low + 1] as number) - a) : a;
}

/** Replicates that share a generator. A chunk depends on the seed and its number alone, so chunks may run anywhere. */
export const chunkSize = 500;

/** Case positions of each replicate of the chunks `from` to below `to` (all of them unless given). */
export function* drawnCases(
  cases: number,
  replicates: number,
  seed: number,
  from = 0,
  to = Math.ceil(replicates / chunkSize),
): Generator<Int32Array> {
  const picks = new Int32Array(cases);
  for (let chunk = from; chunk < to; chunk += 1) {
    const fill = randomFill(seed, chunk);
    const count = Math.min(chunkSize, replicates - chunk * chunkSize);
    for (let replicate = 0; replicate < count; replicate += 1) {
      fill(picks, cases);
      yield picks;
    }
  }
}

/**
 * Case-cluster bootstrap of a statistic that is a function of per-case sums: whole cases are drawn with replacement,
 * the seed fixes them. Percentile limits by quantile type 7; BCa with z0 from the share below the estimate (ties count
 * half; within 1e-12 is a tie) and the acceleration from the leave-one-case-out jackknife.
 * No interval under 2 cases or where fewer than half of the replicates are defined.
 * Source: Efron & Tibshirani, An Introduction to the Bootstrap (1993), ch. 13–14. Reference: scipy `bootstrap`.
 * @example caseBootstrap(sums, (s) => s[1] / s[0], { replicates: 10_000, seed: 1 })
 */
export function caseBootstrap(
  cases: CaseSums,
  statistic: OfSums,
  options: CaseBootstrapOptions,
): CaseBootstrap {
  return caseBootstraps(cases, [statistic], options)[0] as CaseBootstrap;
}

/** The values of each statistic in each replicate, in order; NaN where undefined. */
export function replicateValues(
  cases: CaseSums,
  statistics: readonly OfSums[],
  draws: Iterable<ArrayLike<number>>,
): number[][] {
  const width = cases[0]?.length ?? 0;
  const columns = Array.from({ length: width }, (_, i) =>
    Float64Array.from(cases, (row) => row[i] as number),
  );
  const values: number[][] = statistics.map(() => []);
  const sums = new Float64Array(width);
  const counts = new Float64Array(cases.length);
  for (const picks of draws) {
    // How often each case was drawn first, then one product of counts and column after the other: quicker than
    // gathering the rows of the cases drawn.
    count(picks instanceof Int32Array ? picks : Int32Array.from(picks), counts);
    for (let i = 0; i < width; i += 1) sums[i] = product(counts, columns[i] as Float64Array);
    for (let s = 0; s < statistics.length; s += 1) values[s]?.push((statistics[s] as OfSums)(sums));
  }
  return values;
}

function count(picks: Int32Array, counts: Float64Array): void {
  counts.fill(0);
  for (let i = 0; i < picks.length; i += 1) {
    const at = picks[i] as number;
    counts[at] = (counts[at] as number) + 1;
  }
}

function product(counts: Float64Array, column: Float64Array): number {
  // Four sums at a time: the additions do not wait for each other.
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  const whole = counts.length & ~3;
  let at = 0;
  for (; at < whole; at += 4) {
    a += (counts[at] as number) * (column[at] as number);
    b += (counts[at + 1] as number) * (column[at + 1] as number);
    c += (counts[at + 2] as number) * (column[at + 2] as number);
    d += (counts[at + 3] as number) * (column[at + 3] as number);
  }
  for (; at < counts.length; at += 1) a += (counts[at] as number) * (column[at] as number);
  return a + b + (c + d);
}

/** The same for several statistics of the same sums, all on the same replicates. */
export function caseBootstraps(
  cases: CaseSums,
  statistics: readonly OfSums[],
  options: CaseBootstrapOptions,
): CaseBootstrap[] {
  const { replicates, seed } = options;
  const width = cases[0]?.length ?? 0;
  const total = new Float64Array(width);
  for (const row of cases) row.forEach((value, i) => (total[i] = (total[i] as number) + value));
  const draws = options.draws ?? drawnCases(cases.length, replicates, seed);
  const values = cases.length >= 2 ? replicateValues(cases, statistics, draws) : statistics.map(() => []);
  const leaveOuts = cases.map((row) => total.map((sum, i) => sum - (row[i] as number)));
  return statistics.map((statistic, s) =>
    summariseReplicates(statistic(total), values[s] ?? [], leaveOuts.map(statistic), options),
  );
}

/** Leave-one-case-out values: their centre, the jackknife standard error and BCa's acceleration (NaN without spread). */
export function jackknifeSummary(values: readonly number[]): {
  standardError: number;
  acceleration: number;
} {
  const n = values.length;
  const centre = values.reduce((sum, value) => sum + value, 0) / n;
  const squares = values.reduce((sum, value) => sum + (centre - value) ** 2, 0);
  const cubes = values.reduce((sum, value) => sum + (centre - value) ** 3, 0);
  return {
    standardError: Math.sqrt(((n - 1) / n) * squares),
    acceleration: squares > 0 ? cubes / (6 * squares ** 1.5) : Number.NaN,
  };
}

/**
 * Intervals from the values of the replicates; `jackknife` are the leave-one-case-out values, without them no BCa.
 * NaN stands for an undefined replicate.
 */
export function summariseReplicates(
  estimate: number,
  values: readonly number[],
  jackknife: readonly number[],
  options: { seed: number; level?: number },
): CaseBootstrap {
  const { seed, level = 0.95 } = options;
  const count = values.length;
  const found = values
    .filter(Number.isFinite)
    .map((value) => (Math.abs(value - estimate) < 1e-12 ? estimate : value));
  const result: CaseBootstrap = { undefinedReplicates: count - found.length, replicates: count };
  if (!Number.isFinite(estimate) || found.length < 2 || found.length * 2 < count) return result;
  const sorted = Float64Array.from(found).sort();
  const mean = found.reduce((sum, value) => sum + value, 0) / found.length;
  result.mean = mean;
  result.standardError = Math.sqrt(
    found.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (found.length - 1),
  );
  const tail = (1 - level) / 2;
  const limits = (low: number, high: number, method: string): Interval => ({
    low: quantile7(sorted, low),
    high: quantile7(sorted, high),
    level,
    method,
    seed,
    replicates: count,
  });
  result.percentile = limits(tail, 1 - tail, 'caseBootstrapPercentile');
  const below = found.filter((value) => value < estimate).length;
  const notAbove = found.filter((value) => value <= estimate).length;
  const z0 = normalQuantile((below + notAbove) / (2 * found.length), 0, 1);
  if (Number.isFinite(z0)) result.biasCorrection = z0;
  if (jackknife.length < 2) return result;
  const { acceleration } = jackknifeSummary(jackknife);
  if (Number.isFinite(acceleration)) result.acceleration = acceleration;
  const shifted = (p: number): number => {
    const z = z0 + normalQuantile(p, 0, 1);
    return normalCdf(z0 + z / (1 - acceleration * z), 0, 1);
  };
  const low = shifted(tail);
  const high = shifted(1 - tail);
  if (Number.isFinite(low) && Number.isFinite(high)) result.bca = limits(low, high, 'caseBootstrapBCa');
  return result;
}
