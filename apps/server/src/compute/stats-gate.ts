import { gateRuleSchema } from '@concord/rubric/contract/bundle/study';
import { caseJackknifeMean } from '@concord/rubric/gate/case-jackknife-mean';
import { caseJackknifeZ } from '@concord/rubric/gate/case-jackknife-z';
import { gateLevel, judgeGrader } from '@concord/rubric/gate/gate';
import type { Estimate } from '@concord/rubric/stats/estimate';
import type { GateCallback } from '@concord/rubric/stats/table/stats-report';

/**
 * The default gate rule on one unit per score: the declared scale is stretched to 0–100 so that the bias margin of
 * 5 points means 5 % of the scale. Without declared bounds there is no verdict; nominal scales have none either.
 */
export const gateOfTable: GateCallback = (pairs, excluded, scale, withConsensus) => {
  if (scale.kind === 'undeclared') return { undefined: 'scale-not-declared' };
  if (scale.kind === 'nominal') return { undefined: 'not-estimable' };
  const stretch = (value: number): number => ((value - scale.min) / (scale.max - scale.min)) * 100;
  const points = pairs.map((pair) => ({
    ...pair,
    consensus: stretch(pair.consensus),
    grader: stretch(pair.grader),
  }));
  const rule = gateRuleSchema.parse({});
  const level = gateLevel(rule);
  const support = { n: withConsensus, nCases: new Set(pairs.map((pair) => pair.caseId)).size, excluded: {} };
  const coverage: Estimate =
    withConsensus === 0
      ? { undefined: 'no-data', ...support }
      : { value: pairs.length / withConsensus, ...support };
  return judgeGrader(
    {
      r: caseJackknifeZ(points, level, excluded),
      bias: caseJackknifeMean(points, (pair) => pair.grader - pair.consensus, level, excluded),
      coverage,
      dangerousCells: [],
    },
    rule,
  );
};
