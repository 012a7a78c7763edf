import { caseJackknifeMean } from '../gate/case-jackknife-mean.ts';
import { caseJackknifeZ } from '../gate/case-jackknife-z.ts';
import type { Rubric } from '../model/rubric.ts';
import type { Pair } from '../stats/data.ts';
import type { Estimate } from '../stats/estimate.ts';
import { strata as testStrata } from '../stats/strata.ts';
import { ratingMatrix } from './consensus.ts';
import type { ResponseConsensus } from './consensus.ts';
import type { GraderScore } from './grader-scores.ts';
import { looHumanCeiling } from './human-ceiling.ts';
import { pairUp } from './pair-up.ts';

export const stratumKinds = ['family', 'level', 'respondent', 'respondentKind'] as const;

/** A test with its p and whether it stays significant at a false discovery rate of 5 % over its kind of stratum. */
export type StratumTest = { p: number; rejected: boolean } | null;

/** Agreement within one part of the test responses; an interval that is missing has its reason in the counts. */
export type ReportStratum = {
  by: (typeof stratumKinds)[number];
  key: string;
  pearson: Estimate;
  /** On the same responses. */
  humanCeiling: Estimate;
  bias: Estimate;
  /** Points; r may only be compared between strata of like spread. */
  consensusSd: number | null;
  /** "Mean of grader − consensus is 0". */
  biasIsZero: StratumTest;
  /** "r equals r of the other responses". */
  sameAsRest: StratumTest;
};

/** A band on the mean of grader and consensus, points; inside a band r says nothing. */
export type ScoreBand = { from: number; to: number; bias: Estimate; mae: Estimate };

const difference = (pair: Pair): number => pair.grader - pair.consensus;

/** Strata of the test responses, with what each left out, the human ceiling and two tests under one false discovery rate. */
export function graderStrata(
  rubric: Rubric,
  consensus: readonly ResponseConsensus[],
  scores: ReadonlyMap<string, GraderScore>,
  level: number,
): ReportStratum[] {
  const { pairs } = pairUp(consensus, scores, null);
  const responseOf = new Map(consensus.map((row) => [row.response.responseId, row.response]));
  return stratumKinds.flatMap((by) => {
    const keyOf = (response: ResponseConsensus['response']): string =>
      String(by === 'respondent' ? response.respondentId : response[by]);
    const tested = new Map(
      testStrata(pairs, ({ itemId }) => {
        const response = responseOf.get(itemId);
        return response ? keyOf(response) : '';
      }).map((stratum) => [stratum.name, stratum]),
    );
    return [...new Set(consensus.map(({ response }) => keyOf(response)))].sort().map((key) => {
      const rows = consensus.filter(({ response }) => keyOf(response) === key);
      const own = pairUp(rows, scores, null);
      const test = tested.get(key);
      return {
        by,
        key,
        pearson: caseJackknifeZ(own.pairs, level, own.excluded).estimate,
        humanCeiling: looHumanCeiling(ratingMatrix(rubric, rows, null), level).ceiling,
        bias: caseJackknifeMean(own.pairs, difference, level, own.excluded),
        consensusSd: test?.consensusSd ?? null,
        biasIsZero: test?.biasIsZero ?? null,
        sameAsRest: test?.sameAsRest ?? null,
      };
    });
  });
}

const edges = [0, 20, 40, 60, 80, 100];

/** Bias and mean absolute error by the height of the score, banded on the mean of grader and consensus. */
export function scoreBands(pairs: readonly Pair[], level: number): ScoreBand[] {
  return edges.slice(1).map((to, index) => {
    const from = edges[index] ?? 0;
    const inside = pairs.filter((pair) => {
      const height = (pair.grader + pair.consensus) / 2;
      return height >= from && (height < to || to === 100);
    });
    return {
      from,
      to,
      bias: caseJackknifeMean(inside, difference, level),
      mae: caseJackknifeMean(inside, (pair) => Math.abs(difference(pair)), level),
    };
  });
}
