import type { Rubric } from '../model/rubric.ts';
import { rubricTotal } from '../model/total.ts';
import type { RatingMatrix } from '../stats/data.ts';
import type { Estimate } from '../stats/estimate.ts';
import { flipRate, repeatIcc } from '../stats/repeats.ts';
import type { CalibrationGrader } from './calibration-input.ts';
import type { ResponseConsensus } from './consensus.ts';
import { finalLines } from './grader-scores.ts';

/** How far a grader agrees with itself on the same response. */
export type GraderRepeats = {
  /** Registered repeats. */
  repeats: number;
  /** ICC(1,1) of the totals. */
  icc: Estimate;
  /** Share of pairs of repeats whose totals differ by more than 5 points. */
  flipRate: Estimate;
};

/** Points of the total from which two repeats count as different. */
const flipPoints = 5;

/** Repeats of the totals of test responses, final round; a reply that is not scored is a missing cell. */
export function graderRepeats(
  grader: CalibrationGrader,
  rubric: Rubric,
  consensus: readonly ResponseConsensus[],
  level: number,
): GraderRepeats {
  const totals = new Map<string, Map<number, number>>();
  const runs = new Set<number>();
  const responses = consensus.map((row) => row.response);
  for (const [responseId, lines] of finalLines(grader, responses)) {
    const own = new Map<number, number>();
    for (const line of lines) {
      const total = line.status === 'scored' ? rubricTotal(rubric, (id) => line.scores[id] ?? null) : null;
      if (total === null) continue;
      runs.add(line.repeat);
      own.set(line.repeat, total);
    }
    totals.set(responseId, own);
  }
  const order = [...runs].sort((a, b) => a - b);
  const matrix: RatingMatrix = {
    itemIds: consensus.map(({ response }) => response.responseId),
    caseIds: consensus.map(({ response }) => response.caseId),
    raterIds: order.map(String),
    values: consensus.map(({ response }) =>
      order.map((run) => totals.get(response.responseId)?.get(run) ?? null),
    ),
  };
  return {
    repeats: grader.file.repeats,
    icc: repeatIcc(matrix, level),
    flipRate: flipRate(matrix, (a, b) => Math.abs(a - b) > flipPoints),
  };
}
