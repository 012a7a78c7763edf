import { startImport } from '@concord/rubric/contract/curator/routes';
import { taskFamilies } from '@concord/rubric/model/words';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { curationMessages } from '../../language/curation-messages.ts';
import { useMessages } from '../../language/language.tsx';
import { Failure } from './failure.tsx';
import { JobProgress } from './job-progress.tsx';
import { links } from './links.ts';
import { sendForm } from './send-form.ts';

/** The published file has no rounds, which a task of level 3 needs. */
const medbenchLevels = [1, 2] as const;

/** Import of a study bundle or of a Neural-MedBench file, with its progress and what came of it. */
export function ImportPage() {
  const words = useMessages(curationMessages);
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [family, setFamily] = useState<(typeof taskFamilies)[number]>('differential-diagnosis');
  const [level, setLevel] = useState('1');
  const [missing, setMissing] = useState(false);
  const medbench = file?.name.toLowerCase().endsWith('.json') ?? false;
  const start = useMutation({
    mutationFn: (bundle: File) => {
      const form = new FormData();
      if (medbench) {
        form.append('family', family);
        form.append('level', level);
      }
      form.append('bundle', bundle);
      return sendForm(startImport, {}, form);
    },
  });
  return (
    <>
      <h1>{words.importTitle}</h1>
      <p>{words.importHelp}</p>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(file === null);
          if (file && !start.isPending) start.mutate(file);
        }}
      >
        <label>
          {words.file}{' '}
          <input
            type="file"
            accept=".zip,.json"
            aria-invalid={missing}
            aria-describedby="import-missing"
            onChange={(event) => {
              setFile(event.target.files?.[0] ?? null);
              start.reset();
            }}
          />
        </label>
        <p id="import-missing" role="alert" className={missing && !file ? 'problem' : 'visually-hidden'}>
          {missing && !file ? words.chooseFile : ''}
        </p>
        {medbench && (
          <fieldset className="row">
            <legend>{words.medbenchHelp}</legend>
            <label>
              {words.family}{' '}
              <select
                value={family}
                onChange={(event) =>
                  setFamily(taskFamilies.find((each) => each === event.target.value) ?? family)
                }
              >
                {taskFamilies.map((each) => (
                  <option key={each} value={each}>
                    {words.families[each]}
                  </option>
                ))}
              </select>
            </label>
            <label>
              {words.level}{' '}
              <select value={level} onChange={(event) => setLevel(event.target.value)}>
                {medbenchLevels.map((each) => (
                  <option key={each} value={each}>
                    {words.levels[each]}
                  </option>
                ))}
              </select>
            </label>
          </fieldset>
        )}
        <div>
          <button type="submit" className="primary" disabled={start.isPending}>
            {words.startImport}
          </button>
        </div>
      </form>
      {start.isPending && <output>{words.sending}</output>}
      {start.error && <Failure error={start.error} />}
      {start.data && (
        <JobProgress
          key={start.data.jobId}
          jobId={start.data.jobId}
          done={(job) => (
            <p>
              {words.importDone}{' '}
              {job.resultId && (
                <a
                  href={links.home(job.resultId)}
                  onClick={() => void client.invalidateQueries({ queryKey: ['curator'] })}
                >
                  {words.openStudy}
                </a>
              )}
            </p>
          )}
        />
      )}
    </>
  );
}
