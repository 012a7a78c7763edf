import type { GraderScoreLine } from '../contract/bundle/grader.ts';
import type { Rubric } from '../model/rubric.ts';
import { rubricTotal } from '../model/total.ts';
import type { ScoreStatus } from '../model/words.ts';
import type { CalibrationGrader, CalibrationResponse } from './calibration-input.ts';

/** A grader's verdict on one response, repeats put together. */
export type GraderScore = {
  status: ScoreStatus;
  /** Per dimension in its own units; null where the grader gave none. */
  scores: ReadonlyMap<string, number | null>;
  /** 0 to 100, or null unless every weighted dimension is scored. */
  total: number | null;
  /** Replies that carry scores, of all replies on the final round. */
  scoredReplies: number;
  replies: number;
};

function aggregate(values: number[], how: 'mean' | 'median' | 'first'): number | null {
  if (values.length === 0) return null;
  if (how === 'first') return values[0] ?? null;
  if (how === 'mean') return values.reduce((sum, value) => sum + value, 0) / values.length;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? null;
  if (sorted.length % 2 === 1 || upper === null) return upper;
  return ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** Lines on the final round: those that name it, or that name none; without a known last round the highest named. */
function finalRound(lines: readonly GraderScoreLine[], last: number | undefined): GraderScoreLine[] {
  const highest = last ?? lines.reduce((most, line) => Math.max(most, line.round ?? -1), -1);
  return lines.filter((line) => line.round === undefined || line.round === highest);
}

/** A reply whose number lies off the scale cannot be read as a score. */
function statusOf(line: GraderScoreLine, rubric: Rubric): ScoreStatus {
  if (line.status !== 'scored') return line.status;
  const off = rubric.dimensions.some(({ id, scale }) => {
    const score = line.scores[id];
    return typeof score === 'number' && !(score >= scale.min && score <= scale.max);
  });
  return off ? 'unparseable' : 'scored';
}

/** The grader's lines on the final round of each response, in order of repeat; a response without one is not there. */
export function finalLines(
  grader: CalibrationGrader,
  responses: readonly CalibrationResponse[],
): Map<string, GraderScoreLine[]> {
  const linesOf = new Map<string, GraderScoreLine[]>();
  for (const line of grader.lines) {
    const list = linesOf.get(line.response);
    if (list) list.push(line);
    else linesOf.set(line.response, [line]);
  }
  return new Map(
    responses.flatMap(({ responseId, finalRound: last }) => {
      const lines = finalRound(linesOf.get(responseId) ?? [], last).sort((a, b) => a.repeat - b.repeat);
      return lines.length > 0 ? [[responseId, lines] as const] : [];
    }),
  );
}

/** Scores of a grader per response id; a response without a line is `missing`. */
export function graderScores(
  grader: CalibrationGrader,
  responses: readonly CalibrationResponse[],
  rubric: Rubric,
): Map<string, GraderScore> {
  const linesOf = finalLines(grader, responses);
  return new Map(
    responses.map((response) => {
      const lines = linesOf.get(response.responseId) ?? [];
      // `first` means the first reply, also where that one failed and a later one did not.
      const used = grader.file.aggregation === 'first' ? lines.slice(0, 1) : lines;
      const scored = used.filter((line) => statusOf(line, rubric) === 'scored');
      const scores = new Map(
        rubric.dimensions.map(({ id }) => {
          const values = scored
            .map((line) => line.scores[id] ?? null)
            .filter((value): value is number => value !== null);
          return [id, aggregate(values, grader.file.aggregation)] as const;
        }),
      );
      const first = used[0];
      const status = scored.length > 0 ? 'scored' : first ? statusOf(first, rubric) : 'missing';
      const total = rubricTotal(rubric, (id) => scores.get(id) ?? null);
      return [
        response.responseId,
        { status, scores, total, scoredReplies: scored.length, replies: used.length },
      ] as const;
    }),
  );
}

/** The grader's total (`dimensionId` null) or score on one dimension. */
export const graderScoreOn = (score: GraderScore, dimensionId: string | null): number | null =>
  dimensionId === null ? score.total : (score.scores.get(dimensionId) ?? null);
