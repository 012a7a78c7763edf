import type { GraderFile, GraderScoreLine } from '../contract/bundle/grader.ts';
import type { RaterRow } from '../contract/bundle/reading.ts';
import type { Protocol } from '../contract/bundle/study.ts';
import type { RatingContent } from '../model/rating.ts';
import type { Rubric } from '../model/rubric.ts';
import type { RespondentKind, Split, TaskFamily, TaskLevel } from '../model/words.ts';
import type { AdjudicatedResponse } from './adjudicated.ts';
import type { Amendment, MaskingCounts } from './report-design.ts';

export type CalibrationStudy = {
  id: string;
  title: string;
  synthetic: boolean;
  language: 'en' | 'zh';
  rubric: Rubric;
  rubricHash: string;
  protocol: Protocol;
  /** ISO time at which the table of ratings was closed, or null while reading goes on. */
  lockedAt: string | null;
};

export type CalibrationResponse = {
  responseId: string;
  caseId: string;
  split: Split;
  family: TaskFamily;
  level: TaskLevel;
  respondentId: string;
  respondentKind: RespondentKind;
  /** Task within the case; answers of one respondent to one task are samples of it. Left out: each answer is its own task. */
  taskId?: string;
  /** 0-based index of the last round of a level-3 response; left out for a one-round answer. */
  finalRound?: number;
};

/** Latest submitted, not annulled, first-presentation `study` rating of one rater on one response. */
export type CalibrationRating = { raterId: string; responseId: string; content: RatingContent };

export type CalibrationGrader = {
  graderId: string;
  title: string;
  file: GraderFile;
  lines: readonly GraderScoreLine[];
};

/** Everything the report is computed from. The order of rows does not matter. */
export type CalibrationInput = {
  study: CalibrationStudy;
  responses: readonly CalibrationResponse[];
  ratings: readonly CalibrationRating[];
  graders: readonly CalibrationGrader[];
  /** Profiles by pseudonym. */
  raters?: readonly RaterRow[];
  /** Latest submitted hidden second readings. */
  repeatRatings?: readonly CalibrationRating[];
  adjudications?: readonly AdjudicatedResponse[];
  amendments?: readonly Amendment[];
  /** Study readings that were assigned. */
  assignedReadings?: number;
  annulled?: number;
  /** Of those, annulled after the table was locked. */
  annulledAfterLock?: number;
  masking?: MaskingCounts;
  softwareVersion: string;
  /** SHA-256 of UTF-8 text as lower-case hexadecimal; the host brings it, for node and browser have different ones. */
  digest: (text: string) => string;
  /** Replicates and seed of the bootstrap rows; 10,000 and 1 when left out. */
  replicates?: number;
  seed?: number;
};

const by =
  <Row>(key: (row: Row) => string) =>
  (a: Row, b: Row): number => {
    const [left, right] = [key(a), key(b)];
    return left < right ? -1 : left > right ? 1 : 0;
  };

const lineKey = (line: GraderScoreLine): string =>
  JSON.stringify([line.response, line.round ?? -1, String(line.repeat).padStart(6, '0')]);

/** The same input with every list in the order of its keys, so that equal inputs give equal bytes. */
export function sortedInput(input: CalibrationInput): CalibrationInput {
  return {
    ...input,
    responses: input.responses.toSorted(by((row) => row.responseId)),
    ratings: input.ratings.toSorted(by((row) => JSON.stringify([row.responseId, row.raterId]))),
    ...(input.raters && { raters: input.raters.toSorted(by((row) => row.pseudonym)) }),
    ...(input.repeatRatings && {
      repeatRatings: input.repeatRatings.toSorted(by((row) => JSON.stringify([row.responseId, row.raterId]))),
    }),
    ...(input.adjudications && {
      adjudications: input.adjudications.toSorted(by((row) => row.responseId)),
    }),
    graders: input.graders
      .map((grader) => ({ ...grader, lines: grader.lines.toSorted(by(lineKey)) }))
      .sort(by((grader) => grader.graderId)),
  };
}
