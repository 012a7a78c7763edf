import type { CaseBootstrap, CaseBootstrapOptions, OfSums } from './case-bootstrap.ts';
import { caseBootstrap, drawnCases, summariseReplicates } from './case-bootstrap.ts';
import type { RatingMatrix } from './data.ts';
import type { Estimate } from './estimate.ts';
import { isDefined } from './estimate.ts';
import type { AlphaMetric, UnitCounts } from './krippendorff-alpha.ts';
import { alphaDistances, alphaOfCounts, krippendorffAlpha, unitCounts } from './krippendorff-alpha.ts';

// Above this many values the coincidence table of a case is larger than its units.
const mostValues = 24;

type Grouped = { caseId: string; units: UnitCounts['units'] }[];

function groupUnits(units: UnitCounts['units']): Grouped {
  const groups = new Map<string, UnitCounts['units']>();
  for (const unit of units) {
    const group = groups.get(unit.caseId);
    if (group) group.push(unit);
    else groups.set(unit.caseId, [unit]);
  }
  return [...groups]
    .map(([caseId, own]) => ({ caseId, units: own }))
    .sort((a, b) => (a.caseId < b.caseId ? -1 : 1));
}

/** Per case Σm, Σx, Σx² and Σ 2(m Σx² − (Σx)²)/(m − 1) over its units, x centred: all that interval alpha needs. */
function intervalSums(values: readonly number[], groups: Grouped): { sums: number[][]; alpha: OfSums } {
  const centre = values.reduce((sum, value) => sum + value, 0) / values.length;
  const sums = groups.map(({ units }) => {
    const row = [0, 0, 0, 0];
    for (const { counts, m } of units) {
      let x = 0;
      let xx = 0;
      counts.forEach((count, i) => {
        const value = (values[i] ?? 0) - centre;
        x += count * value;
        xx += count * value * value;
      });
      [m, x, xx, (2 * (m * xx - x * x)) / (m - 1)].forEach((term, i) => (row[i] = (row[i] ?? 0) + term));
    }
    return row;
  });
  const alpha: OfSums = ([n = 0, x = 0, xx = 0, within = 0]) => {
    const expected = 2 * (n * xx - x * x);
    return expected > 1e-12 * n * n ? 1 - ((n - 1) * within) / expected : Number.NaN;
  };
  return { sums, alpha };
}

/** Per case the counts of each value and the coincidences of each two values: alpha of any metric is a function of them. */
function coincidenceSums(
  values: readonly number[],
  groups: Grouped,
  metric: AlphaMetric,
): { sums: number[][]; alpha: OfSums } {
  const q = values.length;
  const sums = groups.map(({ units }) => {
    const row = Array.from({ length: q + (q * (q - 1)) / 2 }, () => 0);
    for (const { counts, m } of units) {
      let at = q;
      for (let i = 0; i < q; i += 1) {
        row[i] = (row[i] ?? 0) + (counts[i] ?? 0);
        for (let j = i + 1; j < q; j += 1) {
          row[at] = (row[at] ?? 0) + (2 * (counts[i] ?? 0) * (counts[j] ?? 0)) / (m - 1);
          at += 1;
        }
      }
    }
    return row;
  });
  const fixed = metric === 'ordinal' ? null : alphaDistances(values, [], metric);
  const alpha: OfSums = (s) => {
    let n = 0;
    for (let i = 0; i < q; i += 1) n += s[i] as number;
    const d = fixed ?? alphaDistances(values, s.subarray(0, q), metric);
    let observed = 0;
    let expected = 0;
    let at = q;
    for (let i = 0; i < q; i += 1) {
      for (let j = i + 1; j < q; j += 1) {
        const distance = d[i * q + j] as number;
        observed += (s[at] as number) * distance;
        expected += 2 * (s[i] as number) * (s[j] as number) * distance;
        at += 1;
      }
    }
    return expected > 0 ? 1 - ((n - 1) * observed) / expected : Number.NaN;
  };
  return { sums, alpha };
}

/** The case bootstrap of Krippendorff's alpha; null where alpha is undefined. */
export function alphaReplicates(
  matrix: RatingMatrix,
  metric: AlphaMetric,
  options: CaseBootstrapOptions,
): CaseBootstrap | null {
  const estimate = krippendorffAlpha(matrix, metric);
  if (!isDefined(estimate)) return null;
  const { values, units } = unitCounts(matrix);
  const groups = groupUnits(units);
  if (metric === 'interval' || values.length <= mostValues) {
    const { sums, alpha } =
      metric === 'interval' ? intervalSums(values, groups) : coincidenceSums(values, groups, metric);
    return caseBootstrap(sums, alpha, options);
  }
  const drawn: number[] = [];
  for (const picks of options.draws ?? drawnCases(groups.length, options.replicates, options.seed)) {
    const own = Array.from(picks).flatMap((at) => groups[at]?.units ?? []);
    drawn.push(alphaOfCounts(values, own, metric));
  }
  return summariseReplicates(estimate.value, drawn, [], options);
}

/**
 * Krippendorff's alpha with the percentile interval of the case bootstrap: whole cases are drawn with replacement;
 * replicates without any expected disagreement are dropped and counted (`undefinedReplicates`).
 * Undefined as `krippendorffAlpha`. Reference: `boot_case.kripp_ordinal` of the corpus, given its draws.
 * @example alphaBootstrap(matrix, 'ordinal', { replicates: 1000, seed: 1 })
 */
export function alphaBootstrap(
  matrix: RatingMatrix,
  metric: AlphaMetric,
  options: CaseBootstrapOptions,
): Estimate & { undefinedReplicates?: number } {
  const estimate = krippendorffAlpha(matrix, metric);
  const boot = alphaReplicates(matrix, metric, options);
  if (!isDefined(estimate) || !boot) return estimate;
  return {
    ...estimate,
    ...(boot.percentile ? { interval: boot.percentile } : {}),
    ...(boot.standardError === undefined ? {} : { standardError: boot.standardError }),
    undefinedReplicates: boot.undefinedReplicates,
  };
}
