import { getAssignmentsCsv } from '@concord/rubric/contract/curator/routes';
import { urlOf } from '../../api/client.ts';
import { useMessages } from '../../language/language.tsx';
import { planningMessages } from '../../language/planning.ts';
import { Failure } from './failure.tsx';
import { useImportAssignments } from './queries.ts';

/** The assignments as a table to take away, and a table of rater and answer to bring. */
export function AssignmentFile({ studyId, locked }: { studyId: string; locked: boolean }) {
  const words = useMessages(planningMessages).file;
  const bring = useImportAssignments(studyId);
  return (
    <div className="stack">
      <div className="row">
        <a className="button" href={urlOf(getAssignmentsCsv, { params: { studyId } })} download>
          {words.download}
        </a>
        {!locked && (
          <label>
            {words.bring}{' '}
            <input
              type="file"
              accept=".csv,text/csv"
              disabled={bring.isPending}
              onChange={(event) => {
                const [file] = event.target.files ?? [];
                event.target.value = '';
                if (file) void file.text().then((text) => bring.mutate(text));
              }}
            />
          </label>
        )}
      </div>
      <div role="status">{bring.data && <p>{words.done(bring.data.added, bring.data.unchanged)}</p>}</div>
      {bring.error && <Failure error={bring.error} />}
    </div>
  );
}
