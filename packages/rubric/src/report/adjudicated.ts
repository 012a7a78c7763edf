import type { Settlement } from '../model/settlement.ts';
import type { Rubric } from '../model/rubric.ts';
import { rubricTotal } from '../model/total.ts';
import type { ResponseConsensus } from './consensus.ts';

/** What an adjudicator settled for one response. */
export type AdjudicatedResponse = { responseId: string; settlement: Settlement };

/**
 * The consensus with settled scores in place of the raters' means: a sensitivity analysis, never what the gate judges.
 * A dimension that the adjudicator could not score has no consensus.
 */
export function withAdjudications(
  rubric: Rubric,
  consensus: readonly ResponseConsensus[],
  adjudications: readonly AdjudicatedResponse[],
): ResponseConsensus[] {
  const settled = new Map(adjudications.map(({ responseId, settlement }) => [responseId, settlement.scores]));
  return consensus.map((row) => {
    const decided = settled.get(row.response.responseId);
    if (!decided) return row;
    const scores = new Map(
      [...row.scores].map(([id, mean]) => {
        const answer = decided[id];
        return [id, answer === undefined ? mean : 'value' in answer ? answer.value : null] as const;
      }),
    );
    const total = rubricTotal(rubric, (id) => scores.get(id) ?? null);
    return { ...row, scores, total, reason: total === null ? (row.reason ?? 'unscored-dimension') : null };
  });
}
