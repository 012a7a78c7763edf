import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { caseJackknifeMean } from '@concord/rubric/gate/case-jackknife-mean';
import { caseJackknifeZ } from '@concord/rubric/gate/case-jackknife-z';
import { caseBootstrap } from '@concord/rubric/stats/case-bootstrap';
import type { Pair, RatingMatrix } from '@concord/rubric/stats/data';
import { alphaBootstrap } from '@concord/rubric/stats/krippendorff-alpha-bootstrap';
import { linCcc } from '@concord/rubric/stats/lin-ccc';
import { meanConsensus } from '@concord/rubric/stats/matrix-rows';
import { correlationOfSums, pairSums } from '@concord/rubric/stats/pair-sums';
import { randomNormal } from '@concord/rubric/stats/random-normal';
import { printTable } from './machine.ts';

const items = 2000;
const perCase = 5;
const raters = 5;
const graders = 3;

const clip = (value: number): number => Math.min(5, Math.max(0, value));

/** The design of peers/common.R: 2,000 items in 400 cases, 5 raters on 0–5, one cell in five missing for alpha. */
function plant(): { complete: RatingMatrix; missing: RatingMatrix; pairs: Pair[][] } {
  const normal = randomNormal(20261130, 0);
  const itemIds: string[] = [];
  const caseIds: string[] = [];
  const values: number[][] = [];
  const scores: number[][] = [];
  let caseQuality = 0;
  for (let item = 0; item < items; item += 1) {
    if (item % perCase === 0) caseQuality = 2.5 + normal();
    const quality = caseQuality + 0.8 * normal();
    itemIds.push(`i${item}`);
    caseIds.push(`c${Math.floor(item / perCase)}`);
    values.push(Array.from({ length: raters }, () => clip(Math.round(quality + 0.6 * normal()))));
    scores.push(Array.from({ length: graders }, () => clip(quality + 0.4 * normal())));
  }
  const raterIds = Array.from({ length: raters }, (_, j) => `r${j}`);
  const complete: RatingMatrix = { itemIds, caseIds, raterIds, values };
  // The 20 % point of the normal distribution.
  const missing = values.map((row) => row.map((value) => (normal() < -0.8416 ? null : value)));
  const consensus = meanConsensus(complete);
  const pairs = Array.from({ length: graders }, (_, at) =>
    itemIds.map((itemId, i) => ({
      itemId,
      caseId: caseIds[i] ?? '',
      consensus: consensus.get(itemId) ?? 0,
      grader: scores[i]?.[at] ?? 0,
    })),
  );
  return { complete, missing: { ...complete, values: missing }, pairs };
}

function median(runs: number, work: () => unknown): string {
  const seconds = Array.from({ length: runs }, () => {
    const started = performance.now();
    work();
    return (performance.now() - started) / 1000;
  }).sort((a, b) => a - b);
  return (seconds[Math.floor(runs / 2)] ?? 0).toFixed(3);
}

/** Lines that a peer program prints as JSON, or why it did not run. */
function peer(command: string, args: string[], cwd: string): string[][] {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (error || status !== 0)
    return [
      [
        `${command} ${args[0] ?? ''}: ${(error?.message ?? stderr).trim().split('\n').at(-1) ?? ''}`,
        'not run',
      ],
    ];
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => {
      const { peer: name, median_s } = JSON.parse(line) as { peer: string; median_s: number };
      return [`peer: ${name}`, median_s.toFixed(3)];
    });
}

/**
 * Medians of the statistics beside those of the peer programs, one after the other in one run. The peers need R with the
 * package boot, and Python with NumPy and the package krippendorff in the folder that CONCORD_KRIPPENDORFF names.
 */
export async function measureStats(): Promise<void> {
  const { complete, missing, pairs } = plant();
  const [first = []] = pairs;
  const boot = (data: readonly Pair[]) =>
    caseBootstrap(
      pairSums(data).sums.map((row) => row.slice(0, 6)),
      correlationOfSums,
      { replicates: 10_000, seed: 1 },
    );
  const rows = [['work', 'median s']];
  rows.push(['r, 10,000 case replicates, percentile and BCa', median(15, () => boot(first))]);
  rows.push([
    'ordinal alpha, 1,000 case replicates, 20 % missing',
    median(15, () => alphaBootstrap(missing, 'ordinal', { replicates: 1000, seed: 1 })),
  ]);
  rows.push([
    'gate block: r, bias, MAE, CCC, alpha of 3 graders, 10,000 replicates',
    median(5, () => {
      alphaBootstrap(complete, 'ordinal', { replicates: 10_000, seed: 1 });
      for (const data of pairs) {
        caseJackknifeZ(data, 0.95);
        caseJackknifeMean(data, (pair) => pair.grader - pair.consensus, 0.95);
        caseJackknifeMean(data, (pair) => Math.abs(pair.grader - pair.consensus), 0.95);
        linCcc(data);
        boot(data);
      }
    }),
  ]);
  const peers = join(process.env.CONCORD_CORPUS ?? resolve('../shared/corpus'), 'stats', 'peers');
  if (existsSync(peers)) {
    rows.push(...peer('Rscript', ['boot_pearson.R'], peers));
    const folder = process.env.CONCORD_KRIPPENDORFF;
    if (folder) rows.push(...peer('python3', ['kripp_boot.py', folder], peers));
    else rows.push(['peer: krippendorff (CONCORD_KRIPPENDORFF is not set)', 'not run']);
  } else rows.push([`peers (no folder ${peers})`, 'not run']);
  printTable(`Statistics: ${items} items in ${items / perCase} cases x ${raters} raters`, rows);
}
