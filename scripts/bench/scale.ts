import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { randomIntegers } from '@concord/rubric/stats/random';
import { printTable } from './machine.ts';

const program = fileURLToPath(new URL('../../../apps/server/dist/cli/main.js', import.meta.url));
const sizes = [10_000, 100_000, 1_000_000];
const raters = ['r1', 'r2', 'r3', 'r4', 'r5', 'grader'];

/** A ratings table of at least `rows` rows: five people and one grader on 0–5, five items a case. */
function writeTable(path: string, rows: number): void {
  const next = randomIntegers(11, 0);
  const file = openSync(path, 'w');
  let text = 'item_id,case_id,dimension,rater_id,rater_kind,score\n';
  for (let item = 0; item * raters.length < rows; item += 1) {
    const truth = next(6);
    for (const rater of raters) {
      const score = Math.min(5, Math.max(0, truth + next(3) - 1));
      text += `i${item},c${Math.floor(item / 5)},quality,${rater},${rater === 'grader' ? 'llm' : 'human'},${score}\n`;
    }
    if (text.length > 1 << 20) {
      writeSync(file, text);
      text = '';
    }
  }
  writeSync(file, text);
  closeSync(file);
}

/** Largest resident size of a process so far in MB, or 0 where the system does not tell. */
function peakMemory(processId: number): number {
  try {
    const found = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${processId}/status`, 'utf8'));
    return Number(found?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}

function run(table: string): Promise<{ seconds: number; megabytes: number }> {
  const started = performance.now();
  const options = ['--json', '--scale', 'ordinal:0..5', '--replicates', '1000'];
  const child = spawn(process.execPath, [program, 'stats', table, ...options], { stdio: 'ignore' });
  let megabytes = 0;
  const timer = setInterval(() => {
    megabytes = Math.max(megabytes, peakMemory(child.pid ?? 0));
  }, 50);
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => {
      clearInterval(timer);
      if (code === 0) resolve({ seconds: (performance.now() - started) / 1000, megabytes });
      else reject(new Error(`concord stats ended with ${code}`));
    });
  });
}

/** Time and memory of `concord stats` as the table grows, every statistic and 1,000 replicates, one run each. */
export async function measureScale(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'concord-bench-'));
  const rows = [['rows', 's', 'us a row', 'peak MB']];
  try {
    for (const size of sizes) {
      const table = join(folder, `${size}.csv`);
      writeTable(table, size);
      const { seconds, megabytes } = await run(table);
      const each = (seconds / size) * 1e6;
      rows.push([String(size), seconds.toFixed(1), each.toFixed(0), megabytes.toFixed(0)]);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  printTable('concord stats by size of the table: 5 raters, 1 grader, 1,000 replicates', rows);
}
