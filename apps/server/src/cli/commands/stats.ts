import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { caseJackknifeZ } from '@concord/rubric/gate/case-jackknife-z';
import type { RatingCell, TableProblem } from '@concord/rubric/stats/table/parse-ratings';
import { ratingsReader } from '@concord/rubric/stats/table/parse-ratings';
import type { StatsReport } from '@concord/rubric/stats/table/stats-report';
import { statsReport } from '@concord/rubric/stats/table/stats-report';
import type { TableScale } from '@concord/rubric/stats/table/table-scale';
import { parseScale } from '@concord/rubric/stats/table/table-scale';
import { Command, InvalidArgumentError } from 'commander';
import { CsvError, parse } from 'csv-parse';
import { gateOfTable } from './stats-gate.ts';

type Scales = { common: TableScale; named: Map<string, TableScale> };

function collectScale(text: string, scales: Scales): Scales {
  try {
    const { dimension, scale } = parseScale(text);
    return dimension === null
      ? { ...scales, common: scale }
      : { ...scales, named: new Map(scales.named).set(dimension, scale) };
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
}

const whole =
  (least: number) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > 0xffffffff)
      throw new InvalidArgumentError(`found "${text}", expected a whole number from ${least}`);
    return value;
  };

function share(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value < 1))
    throw new InvalidArgumentError(`found "${text}", expected a number from 0 to below 1`);
  return value;
}

/**
 * Reads the file record by record, with the line on which each ends; the byte order mark and CRLF are accepted.
 * The file is never held as a whole.
 */
async function readRatings(
  file: string,
  scaleOf: (dimension: string) => TableScale,
): Promise<{ cells: RatingCell[]; problems: TableProblem[] }> {
  const reader = ratingsReader(scaleOf);
  const problem = (line: number, field: string, found: string, expected: string) => ({
    cells: [],
    problems: [{ line, field, found, expected }],
  });
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let line = 1;
  const text = async function* (): AsyncGenerator<string> {
    for await (const chunk of createReadStream(file, { highWaterMark: 1 << 18 })) {
      const decoded = decoder.decode(chunk as Buffer, { stream: true });
      yield decoded;
      for (let at = decoded.indexOf('\n'); at >= 0; at = decoded.indexOf('\n', at + 1)) line += 1;
    }
    yield decoder.decode();
  };
  const parser = parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
  });
  parser.on('readable', () => {
    for (;;) {
      const row = parser.read() as { info: { lines: number }; record: string[] } | null;
      if (row === null) break;
      reader.add({ line: row.info.lines, cells: row.record });
    }
  });
  try {
    await pipeline(text, parser);
  } catch (error) {
    if (error instanceof CsvError) {
      const at = Number((error as { lines?: unknown }).lines ?? 1);
      return problem(at, '(row)', error.message, 'comma-separated values');
    }
    if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      return problem(line, '(file)', 'bytes after this line that are not UTF-8', 'a CSV file in UTF-8');
    return problem(1, '(file)', 'no readable file', 'a CSV file in UTF-8');
  }
  return reader.finish();
}

const tell = (file: string, problem: TableProblem): string =>
  `${file}:${problem.line}: ${problem.field}: found ${problem.found}; expected ${problem.expected}`;

const digits = (value: unknown): string => (typeof value === 'number' ? value.toFixed(4) : String(value));

/** One line per estimate: name, value, interval, n, or the reason why there is none. */
function lines(name: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (!('n' in value)) {
    return Object.entries(value).flatMap(([key, inner]) =>
      key === 'perRater' ? [] : lines(`${name}.${key}`, inner),
    );
  }
  const estimate = value as {
    n: number;
    value?: number;
    undefined?: string;
    interval?: { low: number; high: number; method: string };
  };
  const interval = estimate.interval
    ? `  ${digits(estimate.interval.low)} to ${digits(estimate.interval.high)} (${estimate.interval.method})`
    : '';
  const shown = estimate.undefined ? `undefined: ${estimate.undefined}` : digits(estimate.value);
  return [`    ${name.padEnd(28)} ${shown.padStart(10)}  n=${estimate.n}${interval}`];
}

function table(report: StatsReport): string {
  const { items, cases, raters, graders, cells, missing } = report.design;
  const out = [
    `${items} items, ${cases} cases, ${raters} raters, ${graders} graders; ${missing} of ${cells} cells without a score`,
  ];
  const blocks = [...Object.entries(report.dimensions), ['all dimensions pooled', report.pooled] as const];
  for (const [name, block] of blocks) {
    out.push('', name);
    if ('undefined' in block) {
      out.push(`    undefined: ${block.undefined}`);
      continue;
    }
    out.push('  human raters');
    for (const [key, value] of Object.entries(block.human)) out.push(...lines(key, value));
    for (const [rater, statistics] of Object.entries(block.raters)) {
      out.push(`  rater ${rater}`);
      for (const [key, value] of Object.entries(statistics)) out.push(...lines(key, value));
    }
    for (const [grader, statistics] of Object.entries(block.graders)) {
      out.push(`  grader ${grader}`);
      for (const [key, value] of Object.entries(statistics))
        if (key !== 'gate') out.push(...lines(key, value));
    }
  }
  return `${out.join('\n')}\nResearch use, not for diagnosis.\n`;
}

/** `concord stats FILE`: every statistic of a long ratings table. Exit code 1 for a bad file, 2 for bad usage. */
export function statsCommand(): Command {
  return new Command('stats')
    .description('statistics of a long ratings table (CSV)')
    .argument('<file>', 'item_id,case_id,dimension,rater_id,rater_kind,score, optional status and repeat')
    .option('--json', 'print JSON')
    .option(
      '--scale <scale>',
      '[DIM=]ordinal:LO..HI, [DIM=]interval:LO..HI or [DIM=]nominal:a,b,c; repeatable',
      collectScale,
      { common: { kind: 'undeclared' }, named: new Map() } satisfies Scales,
    )
    .option('--replicates <n>', 'bootstrap replicates', whole(100), 10_000)
    .option('--seed <n>', 'seed of the bootstrap', whole(0), 1)
    .option('--epsilon <e>', 'advantage granted to a human in the alt-test', share, 0.2)
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
    .action(async (file: string, options: StatsCommandOptions) => {
      const scaleOf = (dimension: string): TableScale =>
        options.scale.named.get(dimension) ?? options.scale.common;
      const fail = (problems: readonly string[]): void => {
        process.stderr.write(`${problems.join('\n')}\n`);
        process.exitCode = 1;
      };
      const { cells, problems } = await readRatings(file, scaleOf);
      if (problems.length > 0) return fail(problems.map((problem) => tell(file, problem)));
      const report = statsReport(cells, {
        replicates: options.replicates,
        seed: options.seed,
        epsilon: options.epsilon,
        scaleOf,
        gate: gateOfTable,
        headline: (pairs, excluded) => caseJackknifeZ(pairs, 0.95, excluded).estimate,
      });
      process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : table(report));
    });
}

type StatsCommandOptions = {
  json?: boolean;
  scale: Scales;
  replicates: number;
  seed: number;
  epsilon: number;
};
