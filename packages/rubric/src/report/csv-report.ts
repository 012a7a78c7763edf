import type { Estimate } from '../stats/estimate.ts';
import { isDefined } from '../stats/estimate.ts';
import type { CalibrationReport } from './calibration-report.ts';

const columns = [
  'data',
  'part',
  'grader',
  'dimension',
  'statistic',
  'value',
  'undefined',
  'low',
  'high',
  'level',
  'method',
  'n',
  'n_cases',
  'excluded',
  'outcome',
] as const;
type Row = Partial<Record<(typeof columns)[number], string | number>>;

const isEstimate = (value: unknown): value is Estimate =>
  typeof value === 'object' &&
  value !== null &&
  'n' in value &&
  'nCases' in value &&
  'excluded' in value &&
  ('value' in value || 'undefined' in value);

const estimateCells = (estimate: Estimate): Row => ({
  n: estimate.n,
  n_cases: estimate.nCases,
  excluded: Object.entries(estimate.excluded)
    .map(([reason, count]) => `${reason}=${count}`)
    .join(' '),
  ...(isDefined(estimate)
    ? {
        value: estimate.value,
        ...(estimate.interval && {
          low: estimate.interval.low,
          high: estimate.interval.high,
          level: estimate.interval.level,
          method: estimate.interval.method,
        }),
      }
    : { undefined: estimate.undefined }),
});

/** Every estimate inside a part of the report, named by its path. */
function estimatesIn(part: unknown, path = ''): [string, Estimate][] {
  if (isEstimate(part)) return [[path, part]];
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return [];
  return Object.entries(part).flatMap(([key, inner]) =>
    estimatesIn(inner, path === '' ? key : `${path}.${key}`),
  );
}

/** A cell as RFC 4180 has it; a text that a spreadsheet would take for a formula gets a quote in front. */
function cell(value: string | number | undefined): string {
  if (typeof value === 'number' || value === undefined) return String(value ?? '');
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * The report as one table, a row an estimate or a condition of the gate: numbers unrounded, each with its n, interval
 * and what was left out; `undefined` holds the reason where there is no value. Lines end with CRLF (RFC 4180).
 */
export function csvReport(report: CalibrationReport): string {
  const rows: Row[] = [];
  const add = (where: Row, part: unknown): void => {
    for (const [statistic, estimate] of estimatesIn(part))
      rows.push({ ...where, statistic, ...estimateCells(estimate) });
  };
  add({ part: 'human', dimension: 'total' }, report.human.total);
  for (const { raterId, severity } of report.human.severities)
    rows.push({
      part: 'human',
      dimension: 'total',
      statistic: `severity ${raterId}`,
      ...estimateCells(severity),
    });
  for (const [dimension, part] of Object.entries(report.human.dimensions))
    add({ part: 'human', dimension }, part);
  for (const { respondentId, k, estimate } of report.human.passAtK)
    rows.push({
      part: `respondent ${respondentId}`,
      dimension: 'correctness',
      statistic: `pass@${k}`,
      ...estimateCells(estimate),
    });
  for (const [grader, judged] of Object.entries(report.graders)) {
    rows.push({ part: 'verdict', grader, dimension: 'total', outcome: judged.verdict });
    for (const condition of judged.conditions)
      rows.push({
        part: 'condition',
        grader,
        dimension: condition.dimension ?? 'total',
        statistic: condition.id,
        outcome: condition.outcome,
        ...estimateCells(condition.estimate),
      });
    add({ part: 'grader', grader, dimension: 'total' }, judged.total);
    for (const [dimension, { gate, ...part }] of Object.entries(judged.dimensions)) {
      rows.push({ part: 'verdict', grader, dimension, outcome: gate.verdict });
      add({ part: 'grader', grader, dimension }, part);
    }
    for (const { respondentId, ...part } of judged.respondents)
      add({ part: `respondent ${respondentId}`, grader, dimension: 'total' }, part);
    for (const { by, key, ...part } of judged.strata)
      add({ part: `stratum ${by} ${key}`, grader, dimension: 'total' }, part);
  }
  const data = report.study.synthetic ? 'synthetic demonstration data' : 'study data';
  const lines = rows.map((row) => columns.map((name) => cell({ ...row, data }[name])).join(','));
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`;
}
