import type { CaseBootstrap, CaseBootstrapOptions } from './case-bootstrap.ts';
import { drawnCases, summariseReplicates } from './case-bootstrap.ts';
import type { Pair } from './data.ts';
import { isDefined } from './estimate.ts';
import { kendallTauB } from './kendall-tau-b.ts';
import { columns } from './moments.ts';
import { spearman } from './spearman.ts';
import { orderedPairs } from './support.ts';

/** The place of each value among the distinct ones, and how many there are. */
function groupsOf(values: readonly number[]): { group: Int32Array; groups: number } {
  const distinct = [...new Set(values)].sort((a, b) => a - b);
  const place = new Map(distinct.map((value, i) => [value, i]));
  return { group: Int32Array.from(values, (value) => place.get(value) ?? 0), groups: distinct.length };
}

/** Pearson's r of weighted midranks. */
function weightedSpearman(
  x: Int32Array,
  y: Int32Array,
  rankX: Float64Array,
  rankY: Float64Array,
  weights: Float64Array,
): number {
  let n = 0;
  let sx = 0;
  let sy = 0;
  let sxx = 0;
  let syy = 0;
  let sxy = 0;
  for (let i = 0; i < x.length; i += 1) {
    const w = weights[i] as number;
    if (w === 0) continue;
    const a = rankX[x[i] as number] as number;
    const b = rankY[y[i] as number] as number;
    n += w;
    sx += w * a;
    sy += w * b;
    sxx += w * a * a;
    syy += w * b * b;
    sxy += w * a * b;
  }
  const spread = (sxx - (sx * sx) / n) * (syy - (sy * sy) / n);
  return spread > 1e-9 ? (sxy - (sx * sy) / n) / Math.sqrt(spread) : Number.NaN;
}

/** Weight and midrank, counted from the middle, of each distinct value. */
function ranksOf(group: Int32Array, weights: Float64Array, mass: Float64Array, ranks: Float64Array): void {
  mass.fill(0);
  let total = 0;
  for (let i = 0; i < group.length; i += 1) {
    const g = group[i] as number;
    mass[g] = (mass[g] as number) + (weights[i] as number);
    total += weights[i] as number;
  }
  let below = 0;
  for (let g = 0; g < mass.length; g += 1) {
    ranks[g] = below + (mass[g] as number) / 2 - total / 2;
    below += mass[g] as number;
  }
}

/** Pairs of the sample that share a value: Σ m(m − 1)/2. */
function tied(mass: Float64Array): number {
  let pairs = 0;
  for (let g = 0; g < mass.length; g += 1) pairs += ((mass[g] as number) * ((mass[g] as number) - 1)) / 2;
  return pairs;
}

/** Concordant less discordant pairs of the drawn sample; items come in order of x, then y. Fenwick tree over y. */
function weightedScore(x: Int32Array, y: Int32Array, groupsY: number, weights: Float64Array): number {
  const tree = new Float64Array(groupsY + 1);
  const upTo = (g: number): number => {
    let sum = 0;
    for (let i = g; i > 0; i -= i & -i) sum += tree[i] as number;
    return sum;
  };
  let seen = 0;
  let score = 0;
  for (let start = 0; start < x.length; ) {
    let end = start;
    while (end < x.length && x[end] === x[start]) end += 1;
    for (let i = start; i < end; i += 1) {
      const w = weights[i] as number;
      if (w === 0) continue;
      const g = y[i] as number;
      score += w * (upTo(g) - (seen - upTo(g + 1)));
    }
    for (let i = start; i < end; i += 1) {
      const w = weights[i] as number;
      if (w === 0) continue;
      seen += w;
      for (let at = (y[i] as number) + 1; at <= groupsY; at += at & -at) tree[at] = (tree[at] as number) + w;
    }
    start = end;
  }
  return score;
}

/**
 * Case bootstraps of Spearman's ρ and Kendall's τ-b on the same replicates: ranks are taken anew in each, items of a case
 * drawn twice are tied with themselves. Percentile intervals only.
 * @example rankBootstraps(pairs, { replicates: 1000, seed: 1 }).spearman?.percentile
 */
export function rankBootstraps(
  pairs: readonly Pair[],
  options: CaseBootstrapOptions,
): { spearman?: CaseBootstrap; kendallTauB?: CaseBootstrap } {
  const rho = spearman(pairs);
  const tau = kendallTauB(pairs);
  if (!isDefined(rho) || !isDefined(tau)) return {};
  const caseIds = [...new Set(orderedPairs(pairs).map((pair) => pair.caseId))];
  if (caseIds.length < 2) return {};
  const place = new Map(caseIds.map((caseId, i) => [caseId, i]));
  const ordered = pairs.toSorted((a, b) => a.consensus - b.consensus || a.grader - b.grader);
  const both = columns(ordered);
  const { group: x, groups: groupsX } = groupsOf(both.x);
  const { group: y, groups: groupsY } = groupsOf(both.y);
  const caseOf = Int32Array.from(ordered, (pair) => place.get(pair.caseId) ?? 0);
  const massX = new Float64Array(groupsX);
  const massY = new Float64Array(groupsY);
  const rankX = new Float64Array(groupsX);
  const rankY = new Float64Array(groupsY);
  const weights = new Float64Array(ordered.length);
  const counts = new Float64Array(caseIds.length);
  const rhos: number[] = [];
  const taus: number[] = [];
  for (const picks of options.draws ?? drawnCases(caseIds.length, options.replicates, options.seed)) {
    counts.fill(0);
    for (let i = 0; i < picks.length; i += 1)
      counts[picks[i] as number] = (counts[picks[i] as number] as number) + 1;
    let n = 0;
    for (let i = 0; i < weights.length; i += 1) {
      weights[i] = counts[caseOf[i] as number] as number;
      n += weights[i] as number;
    }
    ranksOf(x, weights, massX, rankX);
    ranksOf(y, weights, massY, rankY);
    rhos.push(weightedSpearman(x, y, rankX, rankY, weights));
    const all = (n * (n - 1)) / 2;
    const spread = (all - tied(massX)) * (all - tied(massY));
    taus.push(spread > 0 ? weightedScore(x, y, groupsY, weights) / Math.sqrt(spread) : Number.NaN);
  }
  return {
    spearman: summariseReplicates(rho.value, rhos, [], options),
    kendallTauB: summariseReplicates(tau.value, taus, [], options),
  };
}
