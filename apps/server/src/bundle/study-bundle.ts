import type { CaseFile } from '@concord/rubric/contract/bundle/case';
import type { GraderFile, GraderScoreLine } from '@concord/rubric/contract/bundle/grader';
import type { AssignmentLine, RaterRow, RatingLine } from '@concord/rubric/contract/bundle/reading';
import type { ResponseLine } from '@concord/rubric/contract/bundle/response';
import type { StudyFile } from '@concord/rubric/contract/bundle/study';
import type { TaskLine } from '@concord/rubric/contract/bundle/task';
import type { Note, RecordEntry } from '@concord/rubric/model/record';
import type { Rubric } from '@concord/rubric/model/rubric';
import type { KeptSeries } from '../imaging/ingested-series.ts';
import type { BundleProblem, Notice } from './problem.ts';

export type BundleCase = {
  file: CaseFile;
  /** Newest first. */
  record: RecordEntry[];
  /** The de-identified FHIR Bundle as JSON, or null without a record. */
  fhirJson: string | null;
  notes: Note[];
  series: KeptSeries[];
};

/** A place where an answer names its author or a case states the reference; the curator decides. */
export type IngestedFinding = {
  kind: 'author-named' | 'reference-stated';
  /** Exactly one of the two is set: the response, or the case that it concerns. */
  responseId: string | null;
  caseId: string | null;
  /** `answer`, `rounds/0`, `summary`, `note/<noteId>`, `record/<entryId>/label` or `record/<entryId>/value`. */
  where: string;
  /** UTF-16 offsets into that text, half open. */
  start: number;
  end: number;
  text: string;
};

/** A whole study as read from files: validated, cross-checked and de-identified. */
export type StudyBundle = {
  study: StudyFile;
  rubric: Rubric;
  cases: BundleCase[];
  tasks: TaskLine[];
  responses: ResponseLine[];
  graders: GraderFile[];
  graderScores: GraderScoreLine[];
  raters: RaterRow[];
  assignments: AssignmentLine[];
  ratings: RatingLine[];
  findings: IngestedFinding[];
};

export type BundleResult =
  | { ok: true; bundle: StudyBundle; notices: Notice[] }
  | { ok: false; problems: BundleProblem[] };
