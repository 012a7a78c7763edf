import { rubricTotal } from '../model/total.ts';
import type { Rubric } from '../model/rubric.ts';
import type { RatingMatrix } from '../stats/data.ts';
import type { CalibrationInput, CalibrationRating, CalibrationResponse } from './calibration-input.ts';

/** Why a test response has no consensus total. */
export type NoConsensusReason = 'no-rating' | 'too-few-ratings' | 'unscored-dimension';

/** What the clinicians say of one response. */
export type ResponseConsensus = {
  response: CalibrationResponse;
  ratings: readonly CalibrationRating[];
  /** Mean score per dimension, in the dimension's own units; null with fewer scores than the protocol asks for. */
  scores: ReadonlyMap<string, number | null>;
  /** Total of the mean scores, 0 to 100, or null. */
  total: number | null;
  /** Set where `total` is null. */
  reason: NoConsensusReason | null;
};

/** One rater's score of a dimension, or null where it is open or was answered without a number. */
export function ratedScore(rating: CalibrationRating, dimensionId: string): number | null {
  const answer = rating.content.scores[dimensionId];
  return answer && 'value' in answer ? answer.value : null;
}

const present = (value: number | null): value is number => value !== null;

/** Consensus of each response of the `test` split, in order of response id. `input` is sorted. */
export function testConsensus(input: CalibrationInput): ResponseConsensus[] {
  const { rubric, protocol } = input.study;
  const ratingsOf = new Map<string, CalibrationRating[]>();
  for (const rating of input.ratings) {
    const list = ratingsOf.get(rating.responseId);
    if (list) list.push(rating);
    else ratingsOf.set(rating.responseId, [rating]);
  }
  return input.responses
    .filter((response) => response.split === 'test')
    .map((response) => {
      const ratings = ratingsOf.get(response.responseId) ?? [];
      const scores = new Map<string, number | null>();
      for (const { id } of rubric.dimensions) {
        const values = ratings.map((rating) => ratedScore(rating, id)).filter(present);
        const enough = values.length >= protocol.minRaters;
        scores.set(id, enough ? values.reduce((sum, value) => sum + value, 0) / values.length : null);
      }
      const total = rubricTotal(rubric, (id) => scores.get(id) ?? null);
      const reason = total === null ? reasonOf(ratings.length, protocol.minRaters) : null;
      return { response, ratings, scores, total, reason };
    });
}

function reasonOf(ratings: number, needed: number): NoConsensusReason {
  if (ratings === 0) return 'no-rating';
  return ratings < needed ? 'too-few-ratings' : 'unscored-dimension';
}

/**
 * Ratings as items × raters: totals (`dimensionId` null) or one dimension, for every response with that consensus.
 * Raters are in order of id; a rater without a number on an item has null there.
 */
export function ratingMatrix(
  rubric: Rubric,
  consensus: readonly ResponseConsensus[],
  dimensionId: string | null,
): RatingMatrix {
  const rows = consensus.filter((row) => consensusScore(row, dimensionId) !== null);
  const raterIds = [...new Set(rows.flatMap((row) => row.ratings.map((rating) => rating.raterId)))].sort();
  return {
    itemIds: rows.map((row) => row.response.responseId),
    caseIds: rows.map((row) => row.response.caseId),
    raterIds,
    values: rows.map((row) => {
      const of = new Map(row.ratings.map((rating) => [rating.raterId, rating]));
      return raterIds.map((raterId) => {
        const rating = of.get(raterId);
        if (!rating) return null;
        return dimensionId === null
          ? rubricTotal(rubric, (id) => ratedScore(rating, id))
          : ratedScore(rating, dimensionId);
      });
    }),
  };
}

/** Consensus on the total (`dimensionId` null) or on one dimension. */
export const consensusScore = (row: ResponseConsensus, dimensionId: string | null): number | null =>
  dimensionId === null ? row.total : (row.scores.get(dimensionId) ?? null);
