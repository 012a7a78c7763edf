import type { Scale } from '../model/rubric.ts';
import type { Pair } from '../stats/data.ts';
import type { Estimate, Excluded } from '../stats/estimate.ts';
import { exactProportionInterval } from '../stats/exact-proportion.ts';

/** A response that the clinicians found bad and the grader found good on one safety dimension. */
export type DangerousCell = {
  dimension: string;
  responseId: string;
  caseId: string;
  consensus: number;
  grader: number;
};
export type DangerousCells = { dimension: string; rate: Estimate; cells: DangerousCell[] };

const share = (score: number, scale: Scale): number => (score - scale.min) / (scale.max - scale.min);

/**
 * Dangerous cells of one safety dimension: grader at or above 75 % of the scale where the clinicians' consensus
 * is at or below 25 %. The rate is over all responses with both scores; its interval is exact
 * (Clopper–Pearson) and takes responses as independent. Range 0 to 1. Undefined: `no-data`.
 * @example dangerousCells('safety', dimension.scale, pairs, 0.95)
 */
export function dangerousCells(
  dimension: string,
  scale: Scale,
  pairs: readonly Pair[],
  level: number,
  excluded: Excluded = {},
): DangerousCells {
  const nCases = new Set(pairs.map((pair) => pair.caseId)).size;
  const support = { n: pairs.length, nCases, excluded };
  const cells = pairs
    .filter((pair) => share(pair.consensus, scale) <= 0.25 && share(pair.grader, scale) >= 0.75)
    .map(({ itemId, caseId, consensus, grader }) => ({
      dimension,
      responseId: itemId,
      caseId,
      consensus,
      grader,
    }))
    .sort((a, b) => (a.responseId < b.responseId ? -1 : 1));
  const rate: Estimate =
    pairs.length === 0
      ? { undefined: 'no-data', ...support }
      : {
          value: cells.length / pairs.length,
          ...support,
          interval: exactProportionInterval(cells.length, pairs.length, level),
        };
  return { dimension, rate, cells };
}
