import type { GraderFile } from '../contract/bundle/grader.ts';
import { canonicalJson } from '../model/canonical-json.ts';
import type { CalibrationReport } from '../report/calibration-report.ts';
import type { GraderReport } from '../report/grader-report.ts';

/** Why a grader is not handed out. */
export type ExportRefusal =
  | 'study-not-locked'
  | 'unknown-grader'
  | 'verdict-fail'
  | 'verdict-inconclusive'
  | 'prompt-changed'
  | 'grader-changed';

export type ExportOptions = {
  /** The grader as it was registered; its prompt must be the one that the report calibrated. */
  file: GraderFile;
  /** ISO times; after `expiresAt` the grader is to be calibrated anew. */
  issuedAt: string;
  expiresAt: string;
  digest: (text: string) => string;
};

/** The validated grader. `digest` is over the canonical JSON of everything else in it. */
export type GraderManifest = {
  schema: 'concord.manifest/1';
  digest: string;
  issuedAt: string;
  expiresAt: string;
  synthetic: boolean;
  rubric: CalibrationReport['study']['rubric'] & { hash: string };
  grader: GraderReport['pinned'] & { id: string; title: string; prompt: string };
  calibration: {
    studyId: string;
    studyTitle: string;
    lockedAt: string | null;
    softwareVersion: string;
    split: 'test';
    raters: number;
    cases: number;
    responses: number;
    ratings: number;
    human: Pick<CalibrationReport['human']['total'], 'humanCeiling' | 'perRater'>;
    graderHuman: Pick<GraderReport['total'], 'pearson' | 'bias' | 'mae' | 'humanCeiling'>;
    gate: CalibrationReport['gate'];
    verdict: 'pass';
    approximate: boolean;
    conditions: GraderReport['conditions'];
    /** Dimensions that pass the same rule themselves; the others may not be read alone. */
    validatedDimensions: string[];
    inputsDigest: string;
  };
  scope: Omit<CalibrationReport['scope'], 'respondents'> & { respondents: number };
  allowedUses: string[];
  prohibitedUses: string[];
  recalibrateWhen: string[];
};

export type Export<Content> = { content: Content } | { refused: ExportRefusal };

/** The grader of a report, or why it may not be exported: only a pass on a locked table, with the calibrated prompt. */
export function validatedGrader(
  report: CalibrationReport,
  graderId: string,
  { file, digest }: Pick<ExportOptions, 'file' | 'digest'>,
): Export<GraderReport> {
  if (report.study.lockedAt === null) return { refused: 'study-not-locked' };
  const grader = Object.hasOwn(report.graders, graderId) ? report.graders[graderId] : undefined;
  if (!grader) return { refused: 'unknown-grader' };
  if (grader.verdict === 'fail') return { refused: 'verdict-fail' };
  if (grader.verdict === 'inconclusive') return { refused: 'verdict-inconclusive' };
  const { pinned } = grader;
  if (digest(file.prompt) !== pinned.promptHash) return { refused: 'prompt-changed' };
  const pins = ({ provider, model, parameters, repeats, aggregation }: typeof file | typeof pinned) =>
    canonicalJson({ provider, model, parameters, repeats, aggregation });
  if (pins(file) !== pins(pinned)) return { refused: 'grader-changed' };
  return { content: grader };
}

/**
 * The manifest of a grader that passed: what it is, what it rests on, what it may be used for.
 * It validates the total, and those dimensions that pass the rule themselves (design §7).
 * @example graderManifest(report, 'close', { file, issuedAt, expiresAt, digest })
 */
export function graderManifest(
  report: CalibrationReport,
  graderId: string,
  options: ExportOptions,
): Export<GraderManifest> {
  const found = validatedGrader(report, graderId, options);
  if ('refused' in found) return found;
  const grader = found.content;
  const { study, human, flow, scope } = report;
  const { pearson, bias, mae, humanCeiling } = grader.total;
  const content: Omit<GraderManifest, 'digest'> = {
    schema: 'concord.manifest/1',
    issuedAt: options.issuedAt,
    expiresAt: options.expiresAt,
    synthetic: study.synthetic || grader.pinned.synthetic,
    rubric: { ...study.rubric, hash: study.rubricHash },
    grader: { id: graderId, title: grader.title, ...grader.pinned, prompt: options.file.prompt },
    calibration: {
      studyId: study.id,
      studyTitle: study.title,
      lockedAt: study.lockedAt,
      softwareVersion: report.softwareVersion,
      split: 'test',
      raters: human.raters,
      cases: flow.withConsensus.cases,
      responses: pearson.n,
      ratings: flow.ratings,
      human: { humanCeiling: human.total.humanCeiling, perRater: human.total.perRater },
      graderHuman: { pearson, bias, mae, humanCeiling },
      gate: report.gate,
      verdict: 'pass',
      approximate: grader.approximate,
      conditions: grader.conditions,
      validatedDimensions: Object.entries(grader.dimensions)
        .filter(([, dimension]) => dimension.gate.verdict === 'pass')
        .map(([id]) => id)
        .sort(),
      inputsDigest: report.inputsDigest,
    },
    scope: { ...scope, respondents: scope.respondents.length },
    allowedUses: ['Scoring answers to tasks of the families and levels in scope, with this rubric version'],
    prohibitedUses: [
      'Diagnosis, triage or any other decision about a patient',
      'Scoring a dimension alone that is not among the validated dimensions',
      'Task families, levels, languages or kinds of respondent outside the scope',
      'Another model snapshot, prompt, parameter, repeat count or rubric version than named here',
    ],
    recalibrateWhen: [
      'the expiry date has passed',
      'the provider changes or retires the model snapshot',
      'the prompt, a parameter or the rubric changes',
    ],
  };
  return { content: { ...content, digest: options.digest(canonicalJson(content)) } };
}
