import type { MessagePort } from 'node:worker_threads';
import { caseJackknifeZ } from '@concord/rubric/gate/case-jackknife-z';
import type { TableProblem } from '@concord/rubric/stats/table/parse-ratings';
import type { StatsReport } from '@concord/rubric/stats/table/stats-report';
import { statsReport } from '@concord/rubric/stats/table/stats-report';
import type { TableScale } from '@concord/rubric/stats/table/table-scale';
import { readRatings } from './read-ratings.ts';
import { gateOfTable } from './stats-gate.ts';

/** A table to read and the statistics asked of it; `progress` receives what is being done. */
export type StatsTask = {
  file: string;
  common: TableScale;
  named: ReadonlyMap<string, TableScale>;
  replicates: number;
  seed: number;
  epsilon: number;
  progress: MessagePort;
};
export type StatsProgress = { line: number } | { block: string; done: number; of: number };
export type StatsResult = { problems: TableProblem[] } | { report: StatsReport };

/** Reads a ratings table and computes its statistics; runs in a worker thread. */
export default async function computeStats(task: StatsTask): Promise<StatsResult> {
  const scaleOf = (dimension: string): TableScale => task.named.get(dimension) ?? task.common;
  const tell = (progress: StatsProgress): void => task.progress.postMessage(progress);
  const { cells, problems } = await readRatings(task.file, scaleOf, (line) => tell({ line }));
  if (problems.length > 0) return { problems };
  const { replicates, seed, epsilon } = task;
  const report = statsReport(cells, {
    replicates,
    seed,
    epsilon,
    scaleOf,
    gate: gateOfTable,
    headline: (pairs, excluded) => caseJackknifeZ(pairs, 0.95, excluded).estimate,
    onBlock: (block, done, of) => tell({ block, done, of }),
  });
  return { report };
}
