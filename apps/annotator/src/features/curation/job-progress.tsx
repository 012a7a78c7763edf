import type { Job } from '@concord/rubric/contract/curator/routes';
import { cancelJob } from '@concord/rubric/contract/curator/routes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import { curationMessages } from '../../language/curation-messages.ts';
import { useMessages } from '../../language/language.tsx';
import { Failure } from './failure.tsx';
import { ProblemTable } from './problem-table.tsx';
import { useJob } from './queries.ts';

/** How far a job is, with cancel; at its end what came of it: done, problems, notices. */
export function JobProgress({ jobId, done }: { jobId: string; done: (job: Job) => ReactNode }) {
  const words = useMessages(curationMessages);
  const client = useQueryClient();
  const job = useJob(jobId);
  const cancel = useMutation({
    mutationFn: () => call(cancelJob, { params: { jobId } }),
    onSuccess: (reply) => client.setQueryData(['curator', 'job', jobId], reply),
  });
  if (job.error) return <Failure error={job.error} retry={() => void job.refetch()} />;
  if (!job.data) return <output>{words.loading}</output>;
  const { state, what, total, counts, problems, notices } = job.data;
  return (
    <div className="job">
      {state === 'running' && (
        <>
          <label>
            {words.doing[what] ?? what}{' '}
            <progress max={Math.max(1, total)} {...(total > 0 ? { value: job.data.done } : {})} />
          </label>{' '}
          {total > 0 && <span>{words.progress(job.data.done, total)}</span>}{' '}
          <button type="button" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
            {words.cancel}
          </button>
          {cancel.error && <Failure error={cancel.error} />}
        </>
      )}
      <div role="status">
        {state === 'done' && <div className="notice">{done(job.data)}</div>}
        {state === 'cancelled' && <p className="notice">{words.cancelled}</p>}
        {state === 'failed' && (
          <p className="problem">
            {problems.length > 0 ? words.importFailed(problems.length) : `${words.jobFailed} ${what}`}
          </p>
        )}
      </div>
      <ProblemTable problems={problems} />
      {counts.some(({ added, unchanged }) => added + unchanged > 0) && (
        <table className="narrow">
          <caption>{words.importedTitle}</caption>
          <thead>
            <tr>
              <th scope="col">{words.what}</th>
              <th scope="col">{words.addedCount}</th>
              <th scope="col">{words.unchangedCount}</th>
            </tr>
          </thead>
          <tbody>
            {counts
              .filter(({ added, unchanged }) => added + unchanged > 0)
              .map(({ kind, added, unchanged }) => (
                <tr key={kind}>
                  <th scope="row">{words.importedKinds[kind]}</th>
                  <td>{added}</td>
                  <td>{unchanged}</td>
                </tr>
              ))}
          </tbody>
        </table>
      )}
      {notices.length > 0 && (
        <details open={notices.length <= 10}>
          <summary>{words.notices(notices.length)}</summary>
          <ul className="plain">
            {notices.map((notice, index) => (
              <li key={index}>{notice}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
