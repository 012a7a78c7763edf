import { startReport } from '@concord/rubric/contract/curator/routes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/client.ts';
import { curationMessages } from '../../language/curation-messages.ts';
import { useMessages } from '../../language/language.tsx';
import { Failure } from './failure.tsx';
import { JobProgress } from './job-progress.tsx';
import { useJob } from './queries.ts';

/** Starts a calibration report and shows how far it is; when done, the study's pages are asked for again. */
export function RunReport({ studyId }: { studyId: string }) {
  const words = useMessages(curationMessages);
  const client = useQueryClient();
  const start = useMutation({ mutationFn: () => call(startReport, { params: { studyId }, body: {} }) });
  const jobId = start.data?.jobId ?? null;
  const state = useJob(jobId).data?.state;
  useEffect(() => {
    if (state === 'done') void client.invalidateQueries({ queryKey: ['curator', 'study', studyId] });
  }, [state, client, studyId]);
  return (
    <div className="stack">
      <div>
        <button
          type="button"
          className="primary"
          disabled={start.isPending || state === 'running'}
          onClick={() => start.mutate()}
        >
          {words.runReport}
        </button>
      </div>
      {start.error && <Failure error={start.error} />}
      {jobId && <JobProgress key={jobId} jobId={jobId} done={() => <p>{words.reportDone}</p>} />}
    </div>
  );
}
