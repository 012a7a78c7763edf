import { caseJackknifeMean } from '../gate/case-jackknife-mean.ts';
import { caseJackknifeZ } from '../gate/case-jackknife-z.ts';
import type { CaseInfluence } from '../gate/case-jackknife-z.ts';
import { dangerousCells } from '../gate/dangerous-cells.ts';
import type { DangerousCells } from '../gate/dangerous-cells.ts';
import { gateLevel, judgeGrader } from '../gate/gate.ts';
import type { GateJudgement } from '../gate/gate.ts';
import type { ScoreStatus } from '../model/words.ts';
import type { Pair } from '../stats/data.ts';
import type { Estimate, Excluded } from '../stats/estimate.ts';
import type { CalibrationGrader, CalibrationInput } from './calibration-input.ts';
import { consensusScore, ratingMatrix } from './consensus.ts';
import type { ResponseConsensus } from './consensus.ts';
import { graderEstimates } from './grader-estimates.ts';
import type { GraderEstimates } from './grader-estimates.ts';
import { graderScoreOn, graderScores } from './grader-scores.ts';
import type { GraderScore } from './grader-scores.ts';

export type ReportPoint = {
  responseId: string;
  caseId: string;
  respondentId: string;
  consensus: number;
  grader: number;
};

/** Agreement within one part of the test responses; an interval that is missing has its reason in the counts. */
export type ReportStratum = {
  by: 'family' | 'level' | 'respondent' | 'respondentKind';
  key: string;
  pearson: Estimate;
  bias: Estimate;
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
};

type Paired = { pairs: Pair[]; excluded: Excluded };

/** Pairs of all test responses on the total or a dimension; pairs and exclusions add up to the test responses. */
function paired(
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

function strataOf(
  consensus: readonly ResponseConsensus[],
  pairs: readonly Pair[],
  level: number,
): ReportStratum[] {
  const responseOf = new Map(consensus.map((row) => [row.response.responseId, row.response]));
  const kinds = ['family', 'level', 'respondent', 'respondentKind'] as const;
  return kinds.flatMap((by) => {
    const groups = new Map<string, Pair[]>();
    for (const pair of pairs) {
      const response = responseOf.get(pair.itemId);
      if (!response) continue;
      const key = String(by === 'respondent' ? response.respondentId : response[by]);
      groups.set(key, [...(groups.get(key) ?? []), pair]);
    }
    return [...groups]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, group]) => ({
        by,
        key,
        pearson: caseJackknifeZ(group, level).estimate,
        bias: caseJackknifeMean(group, difference, level),
      }));
  });
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
      const { pairs, excluded } = paired(consensus, scores, dimension.id);
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
  const total = paired(consensus, scores, null);
  const { judgement, r } = judge(total, null);
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
    total: estimates(total, null),
    dimensions: Object.fromEntries(
      rubric.dimensions.map(({ id, scale }) => {
        const percent = (score: number): number => ((score - scale.min) / (scale.max - scale.min)) * 100;
        const gate = judge(paired(consensus, scores, id, percent), id).judgement;
        return [id, { ...estimates(paired(consensus, scores, id), id), gate }];
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
    strata: strataOf(consensus, total.pairs, rule.level),
  };
}
