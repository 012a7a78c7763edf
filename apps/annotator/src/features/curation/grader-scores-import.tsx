import { importGraderScores } from '@concord/rubric/contract/curator/routes';
import { scoreStatuses } from '@concord/rubric/model/words';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { curationMessages } from '../../language/curation-messages.ts';
import { useMessages } from '../../language/language.tsx';
import { Failure } from './failure.tsx';
import { sendForm } from './send-form.ts';

/** Import of grader scores after lock: what was added, by status, or every problem. */
export function GraderScoresImport({ studyId, locked }: { studyId: string; locked: boolean }) {
  const words = useMessages(curationMessages);
  const client = useQueryClient();
  const [scores, setScores] = useState<File | null>(null);
  const [grader, setGrader] = useState<File | null>(null);
  const [missing, setMissing] = useState(false);
  const send = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      if (grader) form.append('grader', grader);
      form.append('scores', file);
      return sendForm(importGraderScores, { studyId }, form);
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['curator', 'study', studyId] }),
  });
  const statusName = (key: string): string => {
    const status = scoreStatuses.find((each) => each === key);
    return status ? words.statuses[status] : key;
  };
  if (!locked) return <p className="muted">{words.scoresLocked}</p>;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(scores === null);
        if (scores && !send.isPending) send.mutate(scores);
      }}
    >
      <p className="muted">{words.scoresHelp}</p>
      <div className="row">
        <label>
          {words.scoresFile}{' '}
          <input
            type="file"
            accept=".jsonl,.csv"
            aria-invalid={missing}
            onChange={(event) => setScores(event.target.files?.[0] ?? null)}
          />
        </label>
        <label>
          {words.graderFile}{' '}
          <input
            type="file"
            accept=".yaml,.yml"
            onChange={(event) => setGrader(event.target.files?.[0] ?? null)}
          />
        </label>
        <button type="submit" disabled={send.isPending}>
          {words.importScores}
        </button>
      </div>
      {missing && !scores && (
        <p role="alert" className="problem">
          {words.chooseFile}
        </p>
      )}
      {send.isPending && <output>{words.sending}</output>}
      {send.error && <Failure error={send.error} />}
      {send.data && (
        <div className="notice" role="status">
          <p>{words.scoresDone(send.data.added, send.data.unchanged, send.data.graders.join(', '))}</p>
          <ul className="plain">
            {Object.entries(send.data.byStatus).map(([status, count]) => (
              <li key={status}>
                {statusName(status)}: {count}
              </li>
            ))}
          </ul>
        </div>
      )}
    </form>
  );
}
