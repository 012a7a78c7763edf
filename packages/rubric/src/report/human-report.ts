import { raterUse } from '../stats/rater-severity.ts';
import type { RaterUse } from '../stats/rater-severity.ts';
import type { CalibrationInput } from './calibration-input.ts';
import { ratingMatrix } from './consensus.ts';
import type { ResponseConsensus } from './consensus.ts';
import { humanEstimates } from './human-estimates.ts';
import type { HumanEstimates } from './human-estimates.ts';
import { humanLabels } from './label-reports.ts';
import type { HumanLabels } from './label-reports.ts';
import { passAtKReport } from './pass-at-k-report.ts';
import type { RespondentPassAtK } from './pass-at-k-report.ts';

export type HumanReport = {
  raters: number;
  ratings: number;
  responses: number;
  total: HumanEstimates;
  dimensions: Record<string, HumanEstimates>;
  /** Each rater beside the others: mean difference in points of the total, and the use of the scale. */
  severities: RaterUse[];
  labels: HumanLabels;
  passAtK: RespondentPassAtK[];
};

/** Agreement among the clinicians on test responses with a consensus; holds no grader number. */
export function humanReport(input: CalibrationInput, consensus: readonly ResponseConsensus[]): HumanReport {
  const { rubric, protocol } = input.study;
  const { level } = protocol.gate;
  const drawing = { level, replicates: input.replicates ?? 10_000, seed: input.seed ?? 1 };
  const totals = ratingMatrix(rubric, consensus, null);
  return {
    raters: totals.raterIds.length,
    ratings: consensus.reduce((sum, row) => sum + row.ratings.length, 0),
    responses: totals.itemIds.length,
    total: humanEstimates(totals, drawing),
    dimensions: Object.fromEntries(
      rubric.dimensions.map(({ id }) => [id, humanEstimates(ratingMatrix(rubric, consensus, id), drawing)]),
    ),
    severities: raterUse(totals, level),
    labels: humanLabels(consensus, drawing),
    passAtK: passAtKReport(consensus, drawing),
  };
}
