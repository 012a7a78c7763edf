import type { Estimate } from './estimate.ts';
import { exactProportionInterval } from './exact-proportion.ts';
import { kappaOfTable } from './kappa-table.ts';
import { labelSetSums } from './label-set-sums.ts';
import { agreementWeights } from './scale.ts';

/** Sets of labels (error types) that raters gave to items; `sets[i][j]` is null where rater j did not read item i. */
export type LabelSetMatrix = {
  itemIds: readonly string[];
  caseIds: readonly string[];
  raterIds: readonly string[];
  sets: readonly (readonly (ReadonlySet<string> | null)[])[];
};

/** 1 − |A∩B|/|A∪B|, 0 for two empty sets. */
export function jaccardDistance(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const label of a) if (b.has(label)) common += 1;
  const union = a.size + b.size - common;
  return union === 0 ? 0 : 1 - common / union;
}

/**
 * MASI distance: 1 − Jaccard · monotonicity, where that is 1 for equal sets, 2/3 for a subset, 1/3 for an overlap, else 0.
 * Source: Passonneau, LREC 2006. Reference: NLTK `masi_distance` (which rounds the weights to 0.67 and 0.33).
 */
export function masiDistance(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const label of a) if (b.has(label)) common += 1;
  const union = a.size + b.size - common;
  if (union === 0 || common === union) return 0;
  if (common === 0) return 1;
  const monotonicity = common === a.size || common === b.size ? 2 / 3 : 1 / 3;
  return 1 - (common / union) * monotonicity;
}

/** The sets that each item has, items in order of id. */
export function pairedSets(matrix: LabelSetMatrix) {
  return matrix.sets
    .map((cells, i) => ({
      itemId: matrix.itemIds[i] ?? '',
      caseId: matrix.caseIds[i] ?? '',
      sets: cells.filter((cell): cell is ReadonlySet<string> => cell !== null),
    }))
    .sort((a, b) => (a.itemId < b.itemId ? -1 : 1));
}

/**
 * Krippendorff's alpha over sets of labels with any distance of 0 to 1 (Jaccard or MASI): 1 − D_o/D_e over the pairable
 * sets, each item's pairs weighted 1/(m − 1). At most 1. Work grows with the square of the number of different sets.
 * Undefined: `no-data`, `too-few-raters`, `no-overlap`, `no-variation`.
 * Source: Passonneau, LREC 2006; Krippendorff 2011.
 * @example labelSetAlpha(matrix, masiDistance)
 */
export function labelSetAlpha(
  matrix: LabelSetMatrix,
  distance: (a: ReadonlySet<string>, b: ReadonlySet<string>) => number,
): Estimate {
  const rows = pairedSets(matrix);
  const rated = rows.filter((row) => row.sets.length > 0);
  const used = rated.filter((row) => row.sets.length > 1);
  const counts = { missing: rows.length - rated.length, 'single-rating': rated.length - used.length };
  const excluded = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  const support = { n: used.length, nCases: new Set(used.map((row) => row.caseId)).size, excluded };
  if (rated.length === 0) return { undefined: 'no-data', ...support };
  if (matrix.raterIds.length < 2) return { undefined: 'too-few-raters', ...support };
  if (used.length === 0) return { undefined: 'no-overlap', ...support };
  const { sums, alpha } = labelSetSums(used, distance);
  const whole = Float64Array.from(sums[0] ?? [], (_, i) =>
    sums.reduce((sum, row) => sum + (row[i] as number), 0),
  );
  const value = alpha(whole);
  return Number.isNaN(value) ? { undefined: 'no-variation', ...support } : { value, ...support };
}

/** Agreement on one label of many between consensus and grader. */
export type LabelAgreement = {
  label: string;
  kappa: Estimate;
  /** Share of items on which both have the label or both lack it, exact interval. */
  agreement: Estimate;
  /** 2a/(2a + b + c): agreement on the label's presence, which rare labels do not drown. */
  positiveAgreement: Estimate;
};

/** The sets of labels of consensus and grader on one item. */
export type LabelSetPair = {
  itemId: string;
  caseId: string;
  consensus: ReadonlySet<string>;
  grader: ReadonlySet<string>;
};

/**
 * Per label: kappa with the interval of Fleiss, Cohen & Everitt, agreement, positive agreement; items taken as independent.
 * Undefined: `no-data`; kappa `single-category` where both sides never (or always) use the label; positive agreement
 * `single-category` where neither side uses it.
 * Source: Cicchetti & Feinstein, J Clin Epidemiol 43 (1990) 551, for positive agreement.
 * @example labelAgreement(pairs, ['hallucination', 'omission'])
 */
export function labelAgreement(
  pairs: readonly LabelSetPair[],
  labels: readonly string[],
  level = 0.95,
): LabelAgreement[] {
  const n = pairs.length;
  const support = { n, nCases: new Set(pairs.map((pair) => pair.caseId)).size, excluded: {} };
  return labels.map((label) => {
    if (n === 0) {
      const none: Estimate = { undefined: 'no-data', ...support };
      return { label, kappa: none, agreement: none, positiveAgreement: none };
    }
    const counts = { both: 0, consensus: 0, grader: 0, neither: 0 };
    for (const { consensus, grader } of pairs) {
      if (consensus.has(label)) counts[grader.has(label) ? 'both' : 'consensus'] += 1;
      else counts[grader.has(label) ? 'grader' : 'neither'] += 1;
    }
    const kappa = kappaOfTable(
      [
        [counts.neither, counts.grader],
        [counts.consensus, counts.both],
      ],
      agreementWeights(2, 'unweighted'),
      level,
    );
    const agreeing = counts.both + counts.neither;
    const marked = 2 * counts.both + counts.consensus + counts.grader;
    const single: Estimate = { undefined: 'single-category', ...support };
    const limits =
      kappa?.low === undefined || kappa.high === undefined
        ? {}
        : { interval: { low: kappa.low, high: kappa.high, level, method: 'fleissCohenEveritt' } };
    return {
      label,
      kappa: kappa ? { value: kappa.value, ...support, ...limits } : single,
      agreement: {
        value: agreeing / n,
        ...support,
        interval: exactProportionInterval(agreeing, n, level),
      },
      positiveAgreement: marked === 0 ? single : { value: (2 * counts.both) / marked, ...support },
    };
  });
}
