import { caseBootstrap } from './case-bootstrap.ts';
import type { Estimate } from './estimate.ts';

/**
 * pass@k of k samples drawn from n of which `correct` pass: 1 − C(n−c, k)/C(n, k), the chance that one at least passes.
 * Null where k exceeds n, which n samples cannot tell. Range 0 to 1. Source: Chen et al., arXiv 2107.03374 (2021).
 * @throws RangeError where counts are not whole, k is under 1 or `correct` is not within 0 … n
 * @example passAtK(10, 3, 5) // 11/12
 */
export function passAtK(n: number, correct: number, k: number): number | null {
  if (![n, correct, k].every(Number.isInteger) || k < 1 || correct < 0 || correct > n)
    throw new RangeError(
      `expected whole 0 ≤ correct ≤ n and k ≥ 1, found n ${n}, correct ${correct}, k ${k}`,
    );
  if (k > n) return null;
  let none = 1;
  for (let i = 0; i < k; i += 1) none *= Math.max(0, n - correct - i) / (n - i);
  return 1 - none;
}

/**
 * pass@k of one ranked list: 1 where any of the first k entries is correct, else 0. Null where the list is shorter.
 * Not the same quantity as `passAtK`: a list is one answer with alternatives, not k independent samples.
 * @example passInTopK([false, true, false], 2) // 1
 */
export function passInTopK(ranked: readonly boolean[], k: number): 0 | 1 | null {
  if (!Number.isInteger(k) || k < 1) throw new RangeError(`k must be a whole number from 1, found ${k}`);
  if (k > ranked.length) return null;
  return ranked.slice(0, k).includes(true) ? 1 : 0;
}

/** One task with its samples' count and how many passed; tasks of one case are clustered. */
export type SampledTask = { taskId: string; caseId: string; n: number; correct: number };

/**
 * Mean pass@k over tasks with the percentile interval of the case bootstrap. Tasks with fewer than k samples cannot tell
 * and are counted as `incomplete-row`. 0 to 1. Undefined: `no-data`; `too-few-items` where no task has k samples.
 * @example meanPassAtK(tasks, 5, { replicates: 10_000, seed: 1 })
 */
export function meanPassAtK(
  tasks: readonly SampledTask[],
  k: number,
  options: { replicates: number; seed: number; level?: number },
): Estimate {
  const byCase = new Map<string, [number, number]>();
  let used = 0;
  const ordered = [...tasks].sort((a, b) => (a.taskId < b.taskId ? -1 : 1));
  for (const task of ordered) {
    const value = passAtK(task.n, task.correct, k);
    if (value === null) continue;
    used += 1;
    const [count, sum] = byCase.get(task.caseId) ?? [0, 0];
    byCase.set(task.caseId, [count + 1, sum + value]);
  }
  const short = tasks.length - used;
  const support = {
    n: used,
    nCases: byCase.size,
    excluded: short > 0 ? { 'incomplete-row': short } : {},
  };
  if (tasks.length === 0) return { undefined: 'no-data', ...support };
  if (used === 0) return { undefined: 'too-few-items', ...support };
  const sums = [...byCase].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
  const total = sums.reduce((sum, [, each]) => sum + each, 0);
  const boot = caseBootstrap(sums, ([count = 0, sum = 0]) => sum / count, options);
  return { value: total / used, ...support, ...(boot.percentile ? { interval: boot.percentile } : {}) };
}
