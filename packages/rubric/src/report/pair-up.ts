import type { Pair } from '../stats/data.ts';
import type { Excluded } from '../stats/estimate.ts';
import { consensusScore } from './consensus.ts';
import type { ResponseConsensus } from './consensus.ts';
import { graderScoreOn } from './grader-scores.ts';
import type { GraderScore } from './grader-scores.ts';

export type Paired = { pairs: Pair[]; excluded: Excluded };

/** Pairs of the responses on the total or a dimension; pairs and exclusions add up to the responses. */
export function pairUp(
  consensus: readonly ResponseConsensus[],
  scores: ReadonlyMap<string, GraderScore>,
  dimensionId: string | null,
  convert: (score: number) => number = (score) => score,
): Paired {
  const pairs: Pair[] = [];
  const excluded: Excluded = {};
  for (const row of consensus) {
    const { responseId, caseId } = row.response;
    const human = consensusScore(row, dimensionId);
    const score = scores.get(responseId);
    const grader = score ? graderScoreOn(score, dimensionId) : null;
    if (human !== null && grader !== null) {
      pairs.push({ itemId: responseId, caseId, consensus: convert(human), grader: convert(grader) });
      continue;
    }
    const status = score?.status ?? 'missing';
    const reason = human === null ? 'no-consensus' : status === 'scored' ? 'missing' : status;
    excluded[reason] = (excluded[reason] ?? 0) + 1;
  }
  return { pairs, excluded };
}
