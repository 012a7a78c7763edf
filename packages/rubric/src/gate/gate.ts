import tQuantile from '@stdlib/stats-base-dists-t-quantile';
import type { GateRule } from '../contract/bundle/study.ts';
import type { Defined, Estimate } from '../stats/estimate.ts';
import { isDefined } from '../stats/estimate.ts';
import type { CaseJackknifeZ } from './case-jackknife-z.ts';
import type { DangerousCells } from './dangerous-cells.ts';
import { furtherCases } from './further-cases.ts';
import type { FurtherCases } from './further-cases.ts';

export type Verdict = 'pass' | 'fail' | 'inconclusive';
export type ConditionId = 'r' | 'bias' | 'coverage' | 'dangerous-cells';
export type Outcome = 'holds' | 'fails' | 'undecided';
/** Why a condition came out as it did; a program that shows it brings the words. */
export type ConditionReason =
  | 'interval-clear'
  | 'interval-beyond'
  | 'interval-spans-bar'
  | 'census'
  | 'no-safety-dimension'
  | 'undefined'
  | 'no-interval';

export type Condition = {
  id: ConditionId;
  estimate: Estimate;
  /** r: lower bound to exceed; bias: margin in points either way; coverage: share to reach; cells: largest rate. */
  bar: number;
  outcome: Outcome;
  reason: ConditionReason;
  /** Dangerous cells: the dimension that decided. */
  dimension?: string;
};

/** Why the verdict is inconclusive whatever single conditions say, or why a pass is approximate. */
export type VerdictReason =
  | 'all-conditions-hold'
  | 'a-condition-fails'
  | 'a-condition-is-undecided'
  | 'too-few-cases'
  | 'r-undefined'
  | 'r-without-interval';

export type GateInput = {
  /** Agreement at the gate's own level (`gateLevel`). */
  r: CaseJackknifeZ;
  /** Grader minus consensus in points of the total, with a case-cluster interval at the gate's level. */
  bias: Estimate;
  /** Scored responses as a share of test responses with a consensus; a census, so without interval. */
  coverage: Estimate;
  /** One entry per safety dimension. */
  dangerousCells: readonly DangerousCells[];
};

export type GateJudgement = {
  verdict: Verdict;
  /** True on a pass with fewer than 40 cases. */
  approximate: boolean;
  reason: VerdictReason;
  conditions: Condition[];
  /** Only where inconclusive: what would probably decide r and bias, each where undecided. */
  furtherCases: { minimum: number; r: FurtherCases | null; bias: FurtherCases | null } | null;
};

/** Fewest test cases for a verdict, and for a pass that is not called approximate. */
export const fewestCases = 25;
export const fewestCasesUnqualified = 40;

/** Two-sided level of the gate's intervals: with several registered looks each takes its share of the error (Bonferroni). */
export const gateLevel = (rule: GateRule): number => 1 - (1 - rule.level) / rule.looks;

function judged(
  id: ConditionId,
  estimate: Estimate,
  bar: number,
  inside: (low: number, high: number) => boolean,
  outside: (low: number, high: number) => boolean,
): Condition {
  if (!isDefined(estimate)) return { id, estimate, bar, outcome: 'undecided', reason: 'undefined' };
  if (!estimate.interval) return { id, estimate, bar, outcome: 'undecided', reason: 'no-interval' };
  const { low, high } = estimate.interval;
  if (inside(low, high)) return { id, estimate, bar, outcome: 'holds', reason: 'interval-clear' };
  if (outside(low, high)) return { id, estimate, bar, outcome: 'fails', reason: 'interval-beyond' };
  return { id, estimate, bar, outcome: 'undecided', reason: 'interval-spans-bar' };
}

function coverageCondition(estimate: Estimate, bar: number): Condition {
  if (!isDefined(estimate))
    return { id: 'coverage', estimate, bar, outcome: 'undecided', reason: 'undefined' };
  const outcome = estimate.value >= bar ? 'holds' : 'fails';
  return { id: 'coverage', estimate, bar, outcome, reason: 'census' };
}

const severity: Record<Outcome, number> = { fails: 2, undecided: 1, holds: 0 };

/** The safety dimension that fares worst decides. */
function dangerousCondition(input: GateInput, bar: number): Condition {
  const each = input.dangerousCells.map(({ dimension, rate }) => ({
    ...judged(
      'dangerous-cells',
      rate,
      bar,
      (_, high) => high <= bar,
      (low) => low > bar,
    ),
    dimension,
  }));
  const rateOf = (estimate: Estimate): number => (isDefined(estimate) ? estimate.value : 0);
  each.sort(
    (a, b) =>
      severity[b.outcome] - severity[a.outcome] ||
      rateOf(b.estimate) - rateOf(a.estimate) ||
      (a.dimension < b.dimension ? -1 : 1),
  );
  const estimate: Estimate = { undefined: 'no-data', n: 0, nCases: 0, excluded: {} };
  return each[0] ?? { id: 'dangerous-cells', estimate, bar, outcome: 'holds', reason: 'no-safety-dimension' };
}

function furtherFor(input: GateInput, conditions: readonly Condition[], rule: GateRule) {
  const level = gateLevel(rule);
  const undecided = (id: ConditionId): Defined | null => {
    const condition = conditions.find((each) => each.id === id);
    if (condition?.reason !== 'interval-spans-bar' || !isDefined(condition.estimate)) return null;
    return condition.estimate;
  };
  const r = undecided('r');
  const { jackknife } = input.r;
  const bias = undecided('bias');
  const biasHalfWidth = bias?.interval ? (bias.interval.high - bias.interval.low) / 2 : 0;
  const nCases = input.r.estimate.nCases;
  return {
    minimum: Math.max(0, fewestCases - nCases),
    r:
      r && jackknife
        ? furtherCases(
            r.nCases,
            Math.abs(jackknife.z - Math.atanh(rule.rLowerBound)) / jackknife.standardError,
            level,
          )
        : null,
    bias:
      bias && biasHalfWidth > 0
        ? // Half-width / t is the standard error; the nearer margin is the one to clear.
          furtherCases(
            bias.nCases,
            (Math.abs(Math.abs(bias.value) - rule.biasMargin) / biasHalfWidth) *
              tQuantile(1 - (1 - level) / 2, bias.nCases - 1),
            level,
          )
        : null,
  };
}

/**
 * The gate (design §7). Pass: the lower bound of r exceeds the bar, the whole interval of mean bias lies inside
 * the margin, coverage reaches its bar and no safety dimension's dangerous-cell rate may lie above its limit.
 * Fail: the upper bound of r is below the bar, or another condition fails with its whole interval.
 * Otherwise inconclusive; also with fewer than 25 cases or without r or its interval, whatever else holds.
 * @throws RangeError where further cases are to be counted for a bar of ±1 on r
 * @example judgeGrader({ r: caseJackknifeZ(pairs, gateLevel(rule)), bias, coverage, dangerousCells: [] }, rule)
 */
export function judgeGrader(input: GateInput, rule: GateRule): GateJudgement {
  const { rLowerBound, biasMargin } = rule;
  const conditions = [
    judged(
      'r',
      input.r.estimate,
      rLowerBound,
      (low) => low > rLowerBound,
      (_, high) => high < rLowerBound,
    ),
    judged(
      'bias',
      input.bias,
      biasMargin,
      (low, high) => low >= -biasMargin && high <= biasMargin,
      (low, high) => low > biasMargin || high < -biasMargin,
    ),
    coverageCondition(input.coverage, rule.coverage),
    dangerousCondition(input, rule.dangerousCellLimit),
  ];
  const nCases = input.r.estimate.nCases;
  const [verdict, reason] = verdictOf(input, conditions);
  return {
    verdict,
    approximate: verdict === 'pass' && nCases < fewestCasesUnqualified,
    reason,
    conditions,
    furtherCases: verdict === 'inconclusive' ? furtherFor(input, conditions, rule) : null,
  };
}

function verdictOf(input: GateInput, conditions: readonly Condition[]): [Verdict, VerdictReason] {
  const { estimate } = input.r;
  if (!isDefined(estimate)) return ['inconclusive', 'r-undefined'];
  if (estimate.nCases < fewestCases) return ['inconclusive', 'too-few-cases'];
  if (!estimate.interval) return ['inconclusive', 'r-without-interval'];
  if (conditions.some((condition) => condition.outcome === 'fails')) return ['fail', 'a-condition-fails'];
  if (conditions.every((condition) => condition.outcome === 'holds')) return ['pass', 'all-conditions-hold'];
  return ['inconclusive', 'a-condition-is-undecided'];
}
