import type { Verdict } from '../gate/gate.ts';
import type { Estimate } from '../stats/estimate.ts';
import { isDefined } from '../stats/estimate.ts';
import type { CalibrationReport } from './calibration-report.ts';
import type { GraderReport } from './grader-report.ts';

/** A value before and after; null where there is none. */
export type Change<Value> = { before: Value | null; after: Value | null };

/** One estimate that is not what it was. */
export type EstimateChange = { name: string } & Change<Estimate>;

export type GraderChange = {
  graderId: string;
  /** Null on a side where the report does not have the grader. */
  verdict: Change<Verdict>;
  /** True where provider, model, prompt, parameters, repeats or aggregation differ. */
  pinned: boolean;
  estimates: EstimateChange[];
};

/** What changed from one report of a study to a later one. Empty lists: nothing did. */
export type ReportChanges = {
  sameInputs: boolean;
  software: Change<string> | null;
  rule: string[];
  counts: ({ name: string } & Change<number>)[];
  graders: GraderChange[];
};

const numbers = (report: CalibrationReport): Record<string, number> => ({
  cases: report.flow.imported.cases,
  responses: report.flow.imported.responses,
  testResponses: report.flow.test.responses,
  withConsensus: report.flow.withConsensus.responses,
  ratings: report.flow.ratings,
  raters: report.human.raters,
  adjudicated: report.design?.adjudicated ?? 0,
});

const estimatesOf = ({ total }: GraderReport): Record<string, Estimate> => ({
  pearson: total.pearson,
  bias: total.bias,
  mae: total.mae,
  ccc: total.ccc,
  humanCeiling: total.humanCeiling,
});

const same = (one: Estimate, other: Estimate): boolean =>
  JSON.stringify([
    isDefined(one) ? [one.value, one.interval?.low, one.interval?.high] : one.undefined,
    one.n,
    one.nCases,
  ]) ===
  JSON.stringify([
    isDefined(other) ? [other.value, other.interval?.low, other.interval?.high] : other.undefined,
    other.n,
    other.nCases,
  ]);

function graderChange(
  graderId: string,
  before: GraderReport | undefined,
  after: GraderReport | undefined,
): GraderChange[] {
  const verdict = { before: before?.verdict ?? null, after: after?.verdict ?? null };
  if (!before || !after) return [{ graderId, verdict, pinned: false, estimates: [] }];
  const pinned = JSON.stringify(before.pinned) !== JSON.stringify(after.pinned);
  const earlier = estimatesOf(before);
  const estimates = Object.entries(estimatesOf(after)).flatMap(([name, estimate]): EstimateChange[] => {
    const was = earlier[name];
    return was && same(was, estimate) ? [] : [{ name, before: was ?? null, after: estimate }];
  });
  return verdict.before === verdict.after && !pinned && estimates.length === 0
    ? []
    : [{ graderId, verdict, pinned, estimates }];
}

/**
 * What changed between two stored reports of one study.
 * @example compareReports(earlier, later).graders
 */
export function compareReports(before: CalibrationReport, after: CalibrationReport): ReportChanges {
  const [earlier, later] = [numbers(before), numbers(after)];
  const ids = [...new Set([...Object.keys(before.graders), ...Object.keys(after.graders)])].sort();
  const [ruleBefore, ruleAfter] = [before.gate, after.gate].map(
    (gate): Record<string, unknown> => ({ ...gate }),
  );
  return {
    sameInputs: before.inputsDigest === after.inputsDigest,
    software:
      before.softwareVersion === after.softwareVersion
        ? null
        : { before: before.softwareVersion, after: after.softwareVersion },
    rule: Object.keys(ruleAfter ?? {}).filter((key) => ruleBefore?.[key] !== ruleAfter?.[key]),
    counts: Object.entries(later).flatMap(([name, count]) =>
      earlier[name] === count ? [] : [{ name, before: earlier[name] ?? null, after: count }],
    ),
    graders: ids.flatMap((id) => graderChange(id, before.graders[id], after.graders[id])),
  };
}
