import tCdf from '@stdlib/stats-base-dists-t-cdf';
import normalCdf from '@stdlib/stats-base-dists-normal-cdf';
import { bias, differences } from './bias.ts';
import type { Pair } from './data.ts';
import type { Estimate } from './estimate.ts';
import { rejectBenjaminiYekutieli } from './false-discovery.ts';
import { meanAbsoluteError } from './mean-absolute-error.ts';
import { mean } from './moments.ts';
import { correlationOfSums, pairSums } from './pair-sums.ts';
import { pearson } from './pearson.ts';

/** One stratum with two tests; `rejected` after Benjamini–Yekutieli over all strata of the call. */
export type Stratum = {
  name: string;
  pearson: Estimate;
  bias: Estimate;
  mae: Estimate;
  /** SD of the consensus inside the stratum: r may only be compared between strata of like spread. */
  consensusSd: number | null;
  /** p of "mean of grader − consensus is 0", cases as units (t over case means); null under 3 cases or without spread. */
  biasIsZero: { p: number; rejected: boolean } | null;
  /** p of "r equals r of the rest", jackknife over cases on Fisher's z; null where either has no standard error. */
  sameAsRest: { p: number; rejected: boolean } | null;
};

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const spread = (values: readonly number[]): number | null => {
  if (values.length < 2) return null;
  const centre = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1));
};

function casesOf(pairs: readonly Pair[]): Pair[][] {
  const groups = new Map<string, Pair[]>();
  for (const pair of pairs) {
    const group = groups.get(pair.caseId);
    if (group) group.push(pair);
    else groups.set(pair.caseId, [pair]);
  }
  return [...groups].sort(([a], [b]) => byCode(a, b)).map(([, group]) => group);
}

function biasP(cases: readonly Pair[][]): number | null {
  if (cases.length < 3) return null;
  const means = cases.map((group) => differences(group).mean);
  const sd = spread(means) ?? 0;
  if (!(sd > 0)) return null;
  const t = Math.abs(mean(means)) / (sd / Math.sqrt(means.length));
  return 2 * tCdf(-t, means.length - 1);
}

/** atanh r with its leave-one-case-out variance, or null. */
function fisherZ(pairs: readonly Pair[]): { z: number; variance: number } | null {
  if (pairs.length < 3) return null;
  const { sums } = pairSums(pairs);
  const n = sums.length;
  if (n < 3) return null;
  const total = new Float64Array(8);
  for (const row of sums) row.forEach((value, i) => (total[i] = (total[i] as number) + value));
  const z = Math.atanh(correlationOfSums(total));
  const rest = sums.map((row) =>
    Math.atanh(correlationOfSums(total.map((sum, i) => sum - (row[i] as number)))),
  );
  const centre = mean(rest);
  const variance = ((n - 1) / n) * rest.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return Number.isFinite(z) && Number.isFinite(variance) && variance > 0 ? { z, variance } : null;
}

/**
 * Grader against consensus inside strata (dimension, family, level, respondent), by name in code-unit order, with tests of
 * "bias is 0" and "r equals the rest" whose false discovery rate is kept at q over both families separately
 * (Benjamini–Yekutieli, since strata may share cases). Undefined figures: see the single statistics.
 * Score bands are no strata: inside a band r says nothing.
 * @param stratumOf the stratum of an item
 * @example strata(pairs, (pair) => familyOf.get(pair.itemId) ?? '')
 */
export function strata(pairs: readonly Pair[], stratumOf: (pair: Pair) => string, q = 0.05): Stratum[] {
  const groups = new Map<string, Pair[]>();
  for (const pair of pairs) {
    const name = stratumOf(pair);
    const group = groups.get(name);
    if (group) group.push(pair);
    else groups.set(name, [pair]);
  }
  const names = [...groups.keys()].sort(byCode);
  const found = names.map((name) => {
    const own = groups.get(name) ?? [];
    const rest = pairs.filter((pair) => stratumOf(pair) !== name);
    const inside = fisherZ(own);
    const outside = fisherZ(rest);
    const distance =
      inside && outside
        ? Math.abs(inside.z - outside.z) / Math.sqrt(inside.variance + outside.variance)
        : null;
    const stratum = {
      name,
      pearson: pearson(own),
      bias: bias(own),
      mae: meanAbsoluteError(own),
      consensusSd: spread(own.map((pair) => pair.consensus)),
    };
    const restP = distance === null ? null : 2 * normalCdf(-distance, 0, 1);
    return { stratum, biasP: biasP(casesOf(own)), restP };
  });
  const judge = (p: readonly (number | null)[]): ({ p: number; rejected: boolean } | null)[] => {
    const tested = p.filter((each): each is number => each !== null);
    const rejected = rejectBenjaminiYekutieli(tested, q);
    let at = 0;
    return p.map((each) => {
      if (each === null) return null;
      at += 1;
      return { p: each, rejected: rejected[at - 1] ?? false };
    });
  };
  const biasTests = judge(found.map((each) => each.biasP));
  const restTests = judge(found.map((each) => each.restP));
  return found.map(({ stratum }, i) => ({
    ...stratum,
    biasIsZero: biasTests[i] ?? null,
    sameAsRest: restTests[i] ?? null,
  }));
}
