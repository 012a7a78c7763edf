import { canonicalJson } from '../model/canonical-json.ts';
import type { TaskFamily, TaskLevel } from '../model/words.ts';
import { gateLevel } from '../gate/gate.ts';
import type { CalibrationInput } from './calibration-input.ts';
import { sortedInput } from './calibration-input.ts';
import { testConsensus } from './consensus.ts';
import type { NoConsensusReason, ResponseConsensus } from './consensus.ts';
import { graderReport } from './grader-report.ts';
import type { GraderReport } from './grader-report.ts';
import { humanReport } from './human-report.ts';
import type { HumanReport } from './human-report.ts';
import { reportSchema } from './report-version.ts';
import { reportDesign } from './report-design.ts';
import type { ReportDesign } from './report-design.ts';

type Counts = { cases: number; responses: number };

/** From what was imported to what was analysed; every response that drops out has a reason. */
export type ReportFlow = {
  imported: Counts;
  test: Counts;
  /** Test responses with at least one rating. */
  read: Counts;
  /** Test responses with a consensus total. */
  withConsensus: Counts;
  withoutConsensus: Record<NoConsensusReason, number>;
  /** Ratings that went in, on test responses. */
  ratings: number;
};

/** What the study has seen; a grader is validated for this and nothing else. */
export type ReportScope = {
  families: TaskFamily[];
  levels: TaskLevel[];
  respondents: { id: string; kind: string }[];
  respondentKinds: string[];
  language: 'en' | 'zh';
};

export type CalibrationReport = {
  schema: typeof reportSchema;
  softwareVersion: string;
  study: {
    id: string;
    title: string;
    synthetic: boolean;
    rubric: CalibrationInput['study']['rubric'];
    rubricHash: string;
    minRaters: number;
    lockedAt: string | null;
  };
  /** The registered rule and the level of its intervals (after sharing the error over the looks). */
  gate: CalibrationInput['study']['protocol']['gate'] & {
    intervalLevel: number;
    estimand: 'fixed-raters-consensus';
  };
  scope: ReportScope;
  design: ReportDesign;
  human: HumanReport;
  /** Empty before the lock. */
  graders: Record<string, GraderReport>;
  gradersWithheld: 'study-not-locked' | null;
  flow: ReportFlow;
  /** How the bootstrap rows were drawn. */
  method: { level: number; replicates: number; seed: number };
  inputsDigest: string;
};

/**
 * The calibration report of a study (design §7, §9). Only `test` responses; totals in points of 0 to 100, dimension
 * estimates in the dimension's own units. Before the lock no grader number is computed. The same input gives the same
 * bytes whatever the order of its rows.
 * @param onPart called after each part, the clinicians and then every grader, with the number done and of all
 * @throws what `input.digest` throws
 * @example canonicalJson(calibrationReport(input))
 */
export function calibrationReport(
  input: CalibrationInput,
  onPart: (done: number, of: number) => void = () => {},
): CalibrationReport {
  const sorted = sortedInput(input);
  const { study } = sorted;
  const consensus = testConsensus(sorted);
  const locked = study.lockedAt !== null;
  const graders: Record<string, GraderReport> = {};
  const parts = 1 + (locked ? sorted.graders.length : 0);
  const human = humanReport(sorted, consensus);
  onPart(1, parts);
  if (locked)
    sorted.graders.forEach((grader, index) => {
      graders[grader.graderId] = graderReport(sorted, grader, consensus);
      onPart(index + 2, parts);
    });
  return {
    schema: reportSchema,
    softwareVersion: sorted.softwareVersion,
    study: {
      id: study.id,
      title: study.title,
      synthetic: study.synthetic,
      rubric: study.rubric,
      rubricHash: study.rubricHash,
      minRaters: study.protocol.minRaters,
      lockedAt: study.lockedAt,
    },
    gate: {
      ...study.protocol.gate,
      intervalLevel: gateLevel(study.protocol.gate),
      estimand: 'fixed-raters-consensus',
    },
    scope: scopeOf(sorted, consensus),
    design: reportDesign(sorted, consensus),
    human,
    graders,
    gradersWithheld: locked ? null : 'study-not-locked',
    flow: flowOf(sorted, consensus),
    method: {
      level: study.protocol.gate.level,
      replicates: sorted.replicates ?? 10_000,
      seed: sorted.seed ?? 1,
    },
    inputsDigest: inputsDigest(sorted),
  };
}

/** Digest of everything the report rests on, in one order. */
function inputsDigest(input: CalibrationInput): string {
  // Neither the host's function nor the program's version is an input.
  const { digest, ...rest } = input;
  return digest(canonicalJson({ ...rest, softwareVersion: undefined }));
}

function scopeOf(input: CalibrationInput, consensus: readonly ResponseConsensus[]): ReportScope {
  const seen = consensus.filter((row) => row.total !== null).map((row) => row.response);
  const respondents = new Map(seen.map((row) => [row.respondentId, row.respondentKind]));
  return {
    families: [...new Set(seen.map((row) => row.family))].sort(),
    levels: [...new Set(seen.map((row) => row.level))].sort((a, b) => a - b),
    respondents: [...respondents].map(([id, kind]) => ({ id, kind })).sort((a, b) => (a.id < b.id ? -1 : 1)),
    respondentKinds: [...new Set(respondents.values())].sort(),
    language: input.study.language,
  };
}

const counts = (rows: readonly { caseId: string }[]): Counts => ({
  cases: new Set(rows.map((row) => row.caseId)).size,
  responses: rows.length,
});

function flowOf(input: CalibrationInput, consensus: readonly ResponseConsensus[]): ReportFlow {
  const withoutConsensus = { 'no-rating': 0, 'too-few-ratings': 0, 'unscored-dimension': 0 };
  for (const row of consensus) if (row.reason) withoutConsensus[row.reason] += 1;
  const responses = (rows: readonly ResponseConsensus[]) => counts(rows.map((row) => row.response));
  return {
    imported: counts(input.responses),
    test: responses(consensus),
    read: responses(consensus.filter((row) => row.ratings.length > 0)),
    withConsensus: responses(consensus.filter((row) => row.total !== null)),
    withoutConsensus,
    ratings: consensus.reduce((sum, row) => sum + row.ratings.length, 0),
  };
}
