import type { RaterRow } from '../contract/bundle/reading.ts';
import { unscoredReasons } from '../model/words.ts';
import type { UnscoredReason } from '../model/words.ts';
import type { Estimate } from '../stats/estimate.ts';
import { repeatIcc } from '../stats/repeats.ts';
import { repeatability } from '../stats/repeatability.ts';
import { rubricTotal } from '../model/total.ts';
import type { CalibrationInput } from './calibration-input.ts';
import { ratedScore } from './consensus.ts';
import type { ResponseConsensus } from './consensus.ts';

/** A change of the protocol after it was registered. */
export type Amendment = { at: string; actor: string; reason: string; changed: string[] };

/** Answers and records that a curator masked, hid or kept. */
export type MaskingCounts = Record<'author-named' | 'reference-stated', Record<string, number>>;

/** What the study was: who read what, how, and what is missing. */
export type ReportDesign = {
  /** Profiles of the raters with a rating on a test response, by pseudonym. */
  raters: RaterRow[];
  split: Record<'tune' | 'test', { cases: number; responses: number }>;
  /** Study readings that were assigned and have no submitted rating; null where assignments are unknown. */
  readingsMissing: number | null;
  /** Answers without a number on test responses, by reason, over all dimensions. */
  unscored: Record<UnscoredReason, number>;
  /** Every grader version whose scores the study holds, in order of id. */
  versionsTried: { graderId: string; model: string; promptHash: string; lines: number }[];
  referenceShown: string;
  adjudicated: number;
  /** Changes of the protocol after registration. */
  amendments: Amendment[];
  /** Annulled ratings, and how many of them after the table was locked. */
  annulled: number;
  annulledAfterLock: number;
  masking: MaskingCounts | null;
  /** Rater on a hidden second reading: 2·√mean d² in points of the total, and ICC(1,1) of the two readings. */
  intraRater: { raterId: string; repeatability: Estimate; icc: Estimate }[];
};

/** The design block of the report, from what went in. */
export function reportDesign(input: CalibrationInput, consensus: readonly ResponseConsensus[]): ReportDesign {
  const { protocol } = input.study;
  const ratings = consensus.flatMap((row) => row.ratings);
  const reading = new Set(ratings.map(({ raterId }) => raterId));
  const unscored = Object.fromEntries(unscoredReasons.map((reason) => [reason, 0])) as Record<
    UnscoredReason,
    number
  >;
  for (const { content } of ratings)
    for (const answer of Object.values(content.scores))
      if ('unscored' in answer) unscored[answer.unscored] += 1;
  const counts = (split: 'tune' | 'test') => {
    const rows = input.responses.filter((response) => response.split === split);
    return { cases: new Set(rows.map(({ caseId }) => caseId)).size, responses: rows.length };
  };
  const assigned = input.assignedReadings;
  return {
    raters: (input.raters ?? [])
      .filter(({ pseudonym }) => reading.has(pseudonym))
      .toSorted((a, b) => (a.pseudonym < b.pseudonym ? -1 : 1)),
    split: { tune: counts('tune'), test: counts('test') },
    readingsMissing: assigned === undefined ? null : Math.max(0, assigned - input.ratings.length),
    unscored,
    versionsTried: input.graders.map(({ graderId, file, lines }) => ({
      graderId,
      model: file.model,
      promptHash: input.digest(file.prompt),
      lines: lines.length,
    })),
    referenceShown: protocol.referenceShown,
    adjudicated: input.adjudications?.length ?? 0,
    amendments: [...(input.amendments ?? [])],
    annulled: input.annulled ?? 0,
    annulledAfterLock: input.annulledAfterLock ?? 0,
    masking: input.masking ?? null,
    intraRater: intraRater(input, consensus),
  };
}

function intraRater(
  input: CalibrationInput,
  consensus: readonly ResponseConsensus[],
): ReportDesign['intraRater'] {
  const { rubric } = input.study;
  const rowOf = new Map(consensus.map((row) => [row.response.responseId, row]));
  const raters = [...new Set((input.repeatRatings ?? []).map(({ raterId }) => raterId))].sort();
  return raters.map((raterId) => {
    const twice = (input.repeatRatings ?? []).flatMap((repeat) => {
      if (repeat.raterId !== raterId) return [];
      const row = rowOf.get(repeat.responseId);
      const before = row?.ratings.find((rating) => rating.raterId === raterId);
      if (!row || !before) return [];
      const first = rubricTotal(rubric, (id) => ratedScore(before, id));
      const second = rubricTotal(rubric, (id) => ratedScore(repeat, id));
      if (first === null || second === null) return [];
      return [{ itemId: repeat.responseId, caseId: row.response.caseId, first, second }];
    });
    const icc = repeatIcc({
      itemIds: twice.map(({ itemId }) => itemId),
      caseIds: twice.map(({ caseId }) => caseId),
      raterIds: ['first', 'second'],
      values: twice.map(({ first, second }) => [first, second]),
    });
    return { raterId, repeatability: repeatability(twice), icc };
  });
}
