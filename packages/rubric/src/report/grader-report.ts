import { caseJackknifeMean } from '../gate/case-jackknife-mean.ts';
import { caseJackknifeZ } from '../gate/case-jackknife-z.ts';
import type { CaseInfluence } from '../gate/case-jackknife-z.ts';
import { dangerousCells } from '../gate/dangerous-cells.ts';
import type { DangerousCells } from '../gate/dangerous-cells.ts';
import { gateLevel, judgeGrader } from '../gate/gate.ts';
import type { GateJudgement } from '../gate/gate.ts';
import type { ScoreStatus } from '../model/words.ts';
import { altTest } from '../stats/alt-test.ts';
import type { AltTest } from '../stats/alt-test.ts';
import type { Pair } from '../stats/data.ts';
import type { Estimate } from '../stats/estimate.ts';
import { withAdjudications } from './adjudicated.ts';
import type { CalibrationGrader, CalibrationInput } from './calibration-input.ts';
import { consensusScore, ratingMatrix } from './consensus.ts';
import type { ResponseConsensus } from './consensus.ts';
import { graderEstimates } from './grader-estimates.ts';
import type { GraderEstimates } from './grader-estimates.ts';
import { graderRepeats } from './grader-repeats.ts';
import type { GraderRepeats } from './grader-repeats.ts';
import { graderScores } from './grader-scores.ts';
import type { GraderScore } from './grader-scores.ts';
import { graderStrata, scoreBands } from './grader-strata.ts';
import type { ReportStratum, ScoreBand } from './grader-strata.ts';
import { graderLabels } from './label-reports.ts';
import type { GraderLabels } from './label-reports.ts';
import { pairUp } from './pair-up.ts';
import type { Paired } from './pair-up.ts';
import { raterSensitivity } from './rater-sensitivity.ts';
import type { RaterSensitivity } from './rater-sensitivity.ts';
import { respondentMeans } from './respondent-means.ts';
import type { RespondentMeans } from './respondent-means.ts';
import { rLimits } from './r-limits.ts';
import type { RLimits } from './r-limits.ts';

export type ReportPoint = {
  responseId: string;
  caseId: string;
  respondentId: string;
  consensus: number;
  grader: number;
};

export type DimensionReport = GraderEstimates & { gate: GateJudgement };

export type GraderReport = GateJudgement & {
  title: string;
  pinned: {
    provider: string;
    model: string;
    promptHash: string;
    parameters: CalibrationGrader['file']['parameters'];
    repeats: number;
    aggregation: CalibrationGrader['file']['aggregation'];
    synthetic: boolean;
  };
  total: GraderEstimates;
  /** Estimates in the dimension's units; `gate` judges the dimension in per cent of its scale. */
  dimensions: Record<string, DimensionReport>;
  influentialCases: CaseInfluence[];
  points: ReportPoint[];
  dangerousCells: DangerousCells[];
  /** Test responses with a consensus, by what became of the grader's replies; they add up to coverage's n. */
  coverageByStatus: Partial<Record<ScoreStatus | 'incomplete', number>>;
  /** Responses with fewer usable replies than the grader's registered repeats. */
  incompleteRepeats: number;
  strata: ReportStratum[];
  bands: ScoreBand[];
  limits: RLimits;
  /** On totals, negative root mean square error, epsilon 0.2 (experts). */
  altTest: AltTest;
  repeats: GraderRepeats;
  labels: GraderLabels;
  /** Per respondent, what the grader alone would report and what the clinicians correct it to. */
  respondents: RespondentMeans[];
  /** r and bias with adjudicated scores in the consensus; null where nothing was adjudicated. */
  raterSensitivity: RaterSensitivity;
  adjudicated: { settled: number; pearson: Estimate; bias: Estimate } | null;
};

function coverageOf(
  { pairs, excluded }: Paired,
  consensus: readonly ResponseConsensus[],
  dimensionId: string | null,
) {
  const eligible = consensus.filter((row) => consensusScore(row, dimensionId) !== null);
  const support = {
    n: eligible.length,
    nCases: new Set(eligible.map((row) => row.response.caseId)).size,
    excluded: excluded['no-consensus'] ? { 'no-consensus': excluded['no-consensus'] } : {},
  };
  const estimate: Estimate =
    eligible.length === 0
      ? { undefined: 'no-data', ...support }
      : { value: pairs.length / eligible.length, ...support };
  return estimate;
}

const difference = (pair: Pair): number => pair.grader - pair.consensus;

function adjudicatedOf(
  input: CalibrationInput,
  consensus: readonly ResponseConsensus[],
  scores: ReadonlyMap<string, GraderScore>,
  level: number,
): GraderReport['adjudicated'] {
  const { adjudications = [] } = input;
  const inTest = new Set(consensus.map(({ response }) => response.responseId));
  const settled = adjudications.filter(({ responseId }) => inTest.has(responseId));
  if (settled.length === 0) return null;
  const { pairs, excluded } = pairUp(withAdjudications(input.study.rubric, consensus, settled), scores, null);
  return {
    settled: settled.length,
    pearson: caseJackknifeZ(pairs, level, excluded).estimate,
    bias: caseJackknifeMean(pairs, difference, level, excluded),
  };
}

/** Everything the report says of one grader; the verdict is on the total (design §7). */
export function graderReport(
  input: CalibrationInput,
  grader: CalibrationGrader,
  consensus: readonly ResponseConsensus[],
): GraderReport {
  const { rubric, protocol } = input.study;
  const rule = protocol.gate;
  const level = gateLevel(rule);
  const scores = graderScores(
    grader,
    consensus.map((row) => row.response),
    rubric,
  );
  const cells = rubric.dimensions
    .filter((dimension) => dimension.safety)
    .map((dimension) => {
      const { pairs, excluded } = pairUp(consensus, scores, dimension.id);
      return dangerousCells(dimension.id, dimension.scale, pairs, level, excluded);
    });
  const judge = (sides: Paired, dimensionId: string | null) => {
    const r = caseJackknifeZ(sides.pairs, level, sides.excluded);
    const judgement = judgeGrader(
      {
        r,
        bias: caseJackknifeMean(sides.pairs, difference, level, sides.excluded),
        coverage: coverageOf(sides, consensus, dimensionId),
        dangerousCells: cells.filter((each) => dimensionId === null || each.dimension === dimensionId),
      },
      rule,
    );
    return { judgement, r };
  };
  const options = { level: rule.level, replicates: input.replicates ?? 10_000, seed: input.seed ?? 1 };
  const estimates = ({ pairs, excluded }: Paired, dimensionId: string | null) =>
    graderEstimates(pairs, excluded, ratingMatrix(rubric, consensus, dimensionId), options);
  const total = pairUp(consensus, scores, null);
  const { judgement, r } = judge(total, null);
  const totalEstimates = estimates(total, null);
  const totals = ratingMatrix(rubric, consensus, null);
  const graderByItem = new Map(total.pairs.map((pair) => [pair.itemId, pair.grader]));
  const coverageByStatus: GraderReport['coverageByStatus'] = {};
  for (const row of consensus) {
    if (row.total === null) continue;
    const score = scores.get(row.response.responseId);
    const status =
      score?.status === 'scored' && score.total === null ? 'incomplete' : (score?.status ?? 'missing');
    coverageByStatus[status] = (coverageByStatus[status] ?? 0) + 1;
  }
  const respondentOf = new Map(consensus.map((row) => [row.response.responseId, row.response.respondentId]));
  const { file } = grader;
  return {
    ...judgement,
    title: grader.title,
    pinned: {
      provider: file.provider,
      model: file.model,
      promptHash: input.digest(file.prompt),
      parameters: file.parameters,
      repeats: file.repeats,
      aggregation: file.aggregation,
      synthetic: file.synthetic,
    },
    total: totalEstimates,
    dimensions: Object.fromEntries(
      rubric.dimensions.map(({ id, scale }) => {
        const percent = (score: number): number => ((score - scale.min) / (scale.max - scale.min)) * 100;
        const gate = judge(pairUp(consensus, scores, id, percent), id).judgement;
        return [id, { ...estimates(pairUp(consensus, scores, id), id), gate }];
      }),
    ),
    influentialCases: r.influentialCases,
    points: total.pairs.map(({ itemId, caseId, consensus: human, grader: machine }) => ({
      responseId: itemId,
      caseId,
      respondentId: respondentOf.get(itemId) ?? '',
      consensus: human,
      grader: machine,
    })),
    dangerousCells: cells,
    coverageByStatus,
    incompleteRepeats: [...scores.values()].filter((score) => score.scoredReplies < file.repeats).length,
    strata: graderStrata(rubric, consensus, scores, rule.level),
    bands: scoreBands(total.pairs, rule.level),
    limits: rLimits(totalEstimates, totals, graderByItem),
    altTest: altTest(totals, graderByItem, { epsilon: 0.2, scoring: 'negativeRmse' }),
    repeats: graderRepeats(grader, rubric, consensus, rule.level),
    labels: graderLabels(grader, rubric, consensus, rule.level),
    respondents: respondentMeans(grader, consensus, scores, rule.level),
    raterSensitivity: raterSensitivity(total.pairs, totals, totalEstimates.pearson, options),
    adjudicated: adjudicatedOf(input, consensus, scores, rule.level),
  };
}
