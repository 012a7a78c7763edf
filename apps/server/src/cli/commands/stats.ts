import { setFlagsFromString } from 'node:v8';
import { MessageChannel } from 'node:worker_threads';
import type { TableProblem } from '@concord/rubric/stats/table/parse-ratings';
import type { StatsReport } from '@concord/rubric/stats/table/stats-report';
import type { TableScale } from '@concord/rubric/stats/table/table-scale';
import { parseScale } from '@concord/rubric/stats/table/table-scale';
import { Command, InvalidArgumentError } from 'commander';
import { Piscina } from 'piscina';
import type { StatsProgress, StatsResult, StatsTask } from '../../compute/stats-worker.ts';

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

type GraderBlock = Extract<StatsReport['pooled'], { graders: unknown }>['graders'][string];

/** Consensus down, grader across. */
function confusionLines({ labels }: GraderBlock): string[] {
  if (!labels) return [];
  const { counts, labels: names } = labels.confusion;
  const width = Math.max(8, ...names.map((name) => name.length)) + 2;
  const row = (cells: readonly string[]): string =>
    `    ${cells.map((cell) => cell.padStart(width)).join('')}`;
  return [
    '    confusion: consensus down, grader across',
    row(['', ...names]),
    ...counts.map((line, i) => row([names[i] ?? '', ...line.map(String)])),
    ...Object.entries(labels.detection).flatMap(([label, found]) => lines(label, found)),
  ];
}

function strataLines({ strata }: GraderBlock): string[] {
  const test = (name: string, found: { p: number; rejected: boolean } | undefined): string =>
    found
      ? `; ${name}: p=${digits(found.p)}${found.rejected ? ', rejected' : ''} after Benjamini-Yekutieli`
      : '';
  return Object.entries(strata ?? {}).flatMap(([name, stratum]) => [
    `    stratum ${name}${test('bias is 0', stratum.biasIsZero)}${test('r equals the rest', stratum.sameAsRest)}`,
    ...lines(`${name}.pearson`, stratum.pearson),
    ...lines(`${name}.bias`, stratum.bias),
    ...lines(`${name}.mae`, stratum.mae),
  ]);
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
        if (key !== 'gate' && key !== 'labels' && key !== 'strata') out.push(...lines(key, value));
      out.push(...confusionLines(statistics), ...strataLines(statistics));
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
      const result = await computeStats(file, options);
      if ('problems' in result) {
        process.stderr.write(`${result.problems.map((problem) => tell(file, problem)).join('\n')}\n`);
        process.exitCode = 1;
        return;
      }
      const { report } = result;
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

/** Runs the statistics in a worker; after a second it says each second on standard error what is being done. */
async function computeStats(file: string, options: StatsCommandOptions): Promise<StatsResult> {
  const { replicates, seed, epsilon, scale } = options;
  // A million rows take 0.7 GB this way and 1.9 GB when the heap of the worker grows as it likes; a sixth slower.
  setFlagsFromString('--heap-growing-percent=20');
  const pool = new Piscina({
    filename: new URL('../../compute/stats-worker.js', import.meta.url).href,
    maxThreads: 1,
  });
  const { port1, port2 } = new MessageChannel();
  let doing = 'reading';
  port1.on('message', (progress: StatsProgress) => {
    doing =
      'line' in progress
        ? `reading, line ${progress.line}`
        : `computing ${progress.block} (${progress.done + 1} of ${progress.of})`;
  });
  const timer = setInterval(() => process.stderr.write(`${file}: ${doing}\n`), 1000);
  const task: StatsTask = { file, ...scale, replicates, seed, epsilon, progress: port2 };
  try {
    return (await pool.run(task, { transferList: [port2] })) as StatsResult;
  } finally {
    clearInterval(timer);
    port1.close();
    await pool.destroy();
  }
}
