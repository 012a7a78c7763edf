import { randomUUID } from 'node:crypto';
import type { Job } from '@concord/rubric/contract/curator/routes';
import { ProblemError } from '../http/problem-error.ts';

export type Progress = (done: number, total: number, what: string) => void;
export type JobOutcome = { resultId: string; counts?: Job['counts']; notices?: string[] };

/** Long pieces of work of this process, with progress and cancel. Finished ones are kept for an hour. */
export type Jobs = {
  start: (
    owner: number,
    kind: Job['kind'],
    work: (progress: Progress, signal: AbortSignal) => Promise<JobOutcome>,
  ) => Job;
  get: (owner: number, jobId: string) => Job | undefined;
  cancel: (owner: number, jobId: string) => Job | undefined;
};

const keepMs = 3_600_000;

export function openJobs(onUnexpected: (error: unknown) => void): Jobs {
  const jobs = new Map<string, { owner: number; job: Job; controller: AbortController }>();
  const own = (owner: number, jobId: string) => {
    const entry = jobs.get(jobId);
    return entry?.owner === owner ? entry : undefined;
  };
  return {
    get: (owner, jobId) => own(owner, jobId)?.job,
    cancel(owner, jobId) {
      const entry = own(owner, jobId);
      if (entry?.job.state === 'running') entry.controller.abort();
      return entry?.job;
    },
    start(owner, kind, work) {
      const job: Job = {
        jobId: randomUUID(),
        kind,
        state: 'running',
        what: '',
        done: 0,
        total: 0,
        resultId: null,
        counts: [],
        notices: [],
        problems: [],
      };
      const controller = new AbortController();
      jobs.set(job.jobId, { owner, job, controller });
      const progress: Progress = (done, total, what) => Object.assign(job, { done, total, what });
      const settle = (change: Partial<Job>): void => {
        Object.assign(job, change);
        setTimeout(() => jobs.delete(job.jobId), keepMs).unref();
      };
      work(progress, controller.signal).then(
        ({ resultId, counts = [], notices = [] }) => settle({ state: 'done', resultId, counts, notices }),
        (error: unknown) => {
          if (controller.signal.aborted) return settle({ state: 'cancelled' });
          if (error instanceof ProblemError)
            return settle({ state: 'failed', what: error.message, problems: [...(error.errors ?? [])] });
          onUnexpected(error);
          settle({ state: 'failed', what: 'Something went wrong on the server; nothing was stored.' });
        },
      );
      return job;
    },
  };
}
