import type { Estimate } from '../stats/estimate.ts';
import type { SampledTask } from '../stats/pass-at-k.ts';
import { meanPassAtK } from '../stats/pass-at-k.ts';
import type { ResponseConsensus } from './consensus.ts';
import type { Drawing } from './drawing.ts';
import { majorityCorrect } from './label-reports.ts';

/** Mean pass@k of one respondent by the clinicians' majority. */
export type RespondentPassAtK = { respondentId: string; k: number; estimate: Estimate };

/** Sample counts that are looked at; those above what any task has are left out. */
const wanted = [1, 2, 3, 5, 10];

/**
 * pass@k per respondent over its test tasks: responses of one respondent to one task are samples, a pass is one that the
 * clinicians' majority calls correct; samples without a majority are left out. Empty where nobody judged correctness.
 */
export function passAtKReport(
  consensus: readonly ResponseConsensus[],
  options: Drawing,
): RespondentPassAtK[] {
  const tasksOf = new Map<string, Map<string, SampledTask>>();
  for (const row of consensus) {
    const truth = majorityCorrect(row);
    if (truth === null) continue;
    const { respondentId, caseId, responseId } = row.response;
    const taskId = row.response.taskId ?? responseId;
    const tasks = tasksOf.get(respondentId) ?? new Map<string, SampledTask>();
    tasksOf.set(respondentId, tasks);
    const task = tasks.get(taskId) ?? { taskId, caseId, n: 0, correct: 0 };
    tasks.set(taskId, { ...task, n: task.n + 1, correct: task.correct + Number(truth === 'correct') });
  }
  return [...tasksOf]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([respondentId, tasks]) => {
      const own = [...tasks.values()];
      const most = Math.max(...own.map(({ n }) => n));
      return wanted
        .filter((k) => k <= most)
        .map((k) => ({ respondentId, k, estimate: meanPassAtK(own, k, options) }));
    });
}
