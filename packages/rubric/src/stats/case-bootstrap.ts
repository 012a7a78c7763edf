import normalCdf from '@stdlib/stats-base-dists-normal-cdf';
import normalQuantile from '@stdlib/stats-base-dists-normal-quantile';
import type { Interval } from './estimate.ts';
import { randomIntegers } from './random.ts';

/** Per-case sums, cases sorted by id, all rows of one length. */
export type CaseSums = readonly (readonly number[])[];
/** A statistic of the sums over cases; NaN where it is undefined. */
export type OfSums = (sums: Float64Array) => number;

export type CaseBootstrap = {
  percentile?: Interval;
  /** Absent where the jackknife does not vary or a replicate never falls on both sides: percentile stands alone. */
  bca?: Interval;
  standardError?: number;
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

/** Case positions of each replicate, drawn from the seed in chunks of 500 replicates. */
function* drawn(cases: number, replicates: number, seed: number): Generator<Int32Array> {
  const picks = new Int32Array(cases);
  let draw = randomIntegers(seed, 0);
  for (let replicate = 0; replicate < replicates; replicate += 1) {
    if (replicate % 500 === 0) draw = randomIntegers(seed, replicate / 500);
    for (let i = 0; i < cases; i += 1) picks[i] = draw(cases);
    yield picks;
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

/** The same for several statistics of the same sums, all on the same replicates. */
export function caseBootstraps(
  cases: CaseSums,
  statistics: readonly OfSums[],
  options: CaseBootstrapOptions,
): CaseBootstrap[] {
  const { replicates, seed, level = 0.95 } = options;
  const width = cases[0]?.length ?? 0;
  const total = new Float64Array(width);
  const addCase = (sums: Float64Array, at: number, sign: number): void => {
    const row = cases[at];
    if (row) for (let i = 0; i < width; i += 1) sums[i] = (sums[i] as number) + sign * (row[i] as number);
  };
  cases.forEach((_, at) => addCase(total, at, 1));
  const estimates = statistics.map((statistic) => statistic(total));
  const found: number[][] = statistics.map(() => []);
  let count = 0;
  if (cases.length >= 2) {
    const sums = new Float64Array(width);
    for (const picks of options.draws ?? drawn(cases.length, replicates, seed)) {
      count += 1;
      sums.fill(0);
      for (let i = 0; i < picks.length; i += 1) addCase(sums, picks[i] as number, 1);
      statistics.forEach((statistic, s) => {
        const value = statistic(sums);
        const estimate = estimates[s] as number;
        if (Number.isFinite(value)) found[s]?.push(Math.abs(value - estimate) < 1e-12 ? estimate : value);
      });
    }
  }
  const leaveOuts = cases.map((_, at) => {
    const sums = Float64Array.from(total);
    addCase(sums, at, -1);
    return sums;
  });
  return statistics.map((statistic, s) =>
    summary(estimates[s] as number, found[s] as number[], count, leaveOuts.map(statistic), seed, level),
  );
}

function summary(
  estimate: number,
  found: readonly number[],
  count: number,
  jackknife: readonly number[],
  seed: number,
  level: number,
): CaseBootstrap {
  const result: CaseBootstrap = { undefinedReplicates: count - found.length, replicates: count };
  if (!Number.isFinite(estimate) || found.length < 2 || found.length * 2 < count) return result;
  const sorted = Float64Array.from(found).sort();
  const mean = found.reduce((sum, value) => sum + value, 0) / found.length;
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
  const centre = jackknife.reduce((sum, value) => sum + value, 0) / jackknife.length;
  const squares = jackknife.reduce((sum, value) => sum + (centre - value) ** 2, 0);
  const acceleration =
    jackknife.reduce((sum, value) => sum + (centre - value) ** 3, 0) / (6 * squares ** 1.5);
  const below = found.filter((value) => value < estimate).length;
  const notAbove = found.filter((value) => value <= estimate).length;
  const z0 = normalQuantile((below + notAbove) / (2 * found.length), 0, 1);
  const shifted = (p: number): number => {
    const z = z0 + normalQuantile(p, 0, 1);
    return normalCdf(z0 + z / (1 - acceleration * z), 0, 1);
  };
  const low = shifted(tail);
  const high = shifted(1 - tail);
  if (squares > 0 && Number.isFinite(low) && Number.isFinite(high))
    result.bca = limits(low, high, 'caseBootstrapBCa');
  return result;
}
