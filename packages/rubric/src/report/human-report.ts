import type { Estimate } from '../stats/estimate.ts';
import type { CalibrationInput } from './calibration-input.ts';
import { ratingMatrix } from './consensus.ts';
import type { ResponseConsensus } from './consensus.ts';
import { humanEstimates } from './human-estimates.ts';
import type { HumanEstimates } from './human-estimates.ts';

/** One rater beside the others: mean difference from the mean of the other raters, in points of the total. */
export type RaterSeverity = { raterId: string; severity: Estimate };

export type HumanReport = {
  raters: number;
  ratings: number;
  responses: number;
  total: HumanEstimates;
  dimensions: Record<string, HumanEstimates>;
  severities: RaterSeverity[];
};

/** Agreement among the clinicians on test responses with a consensus; holds no grader number. */
export function humanReport(input: CalibrationInput, consensus: readonly ResponseConsensus[]): HumanReport {
  const { rubric, protocol } = input.study;
  const { level } = protocol.gate;
  const totals = ratingMatrix(rubric, consensus, null);
  const severities = totals.raterIds.map((raterId, column) => {
    const rows = totals.values.flatMap((row, index) => {
      const own = row[column] ?? null;
      const others = row.filter((value, other): value is number => value !== null && other !== column);
      if (own === null || others.length === 0) return [];
      const mean = others.reduce((sum, value) => sum + value, 0) / others.length;
      return [{ caseId: totals.caseIds[index] ?? '', difference: own - mean }];
    });
    const n = rows.length;
    const nCases = new Set(rows.map((row) => row.caseId)).size;
    const support = {
      n,
      nCases,
      excluded: n < totals.itemIds.length ? { missing: totals.itemIds.length - n } : {},
    };
    const severity: Estimate =
      n === 0
        ? { undefined: 'no-data', ...support }
        : { value: rows.reduce((sum, row) => sum + row.difference, 0) / n, ...support };
    return { raterId, severity };
  });
  return {
    raters: totals.raterIds.length,
    ratings: consensus.reduce((sum, row) => sum + row.ratings.length, 0),
    responses: totals.itemIds.length,
    total: humanEstimates(totals, level),
    dimensions: Object.fromEntries(
      rubric.dimensions.map(({ id }) => [id, humanEstimates(ratingMatrix(rubric, consensus, id), level)]),
    ),
    severities,
  };
}
