import type { AssignmentView } from '@concord/rubric/contract/curator/assignments';
import { useMemo, useState } from 'react';
import { curationMessages } from '../../language/curation-messages.ts';
import { useMessages } from '../../language/language.tsx';
import { planningMessages } from '../../language/planning.ts';
import { AssignmentFile } from './assignment-file.tsx';
import { AssignmentTable } from './assignment-table.tsx';
import { DryRun } from './dry-run.tsx';
import { Failure } from './failure.tsx';
import { useAssignments } from './queries.ts';

type Cell = { raterId: string; caseId: string };

const keyOf = ({ raterId, caseId }: Cell): string => JSON.stringify([raterId, caseId]);
const counts = (state: AssignmentView['state']): boolean => state !== 'withdrawn' && state !== 'annulled';

/** Submitted of assigned readings of each rater on each case. */
function ReadingMatrix(props: {
  assignments: readonly AssignmentView[];
  chosen: Cell | null;
  onChoose: (cell: Cell) => void;
}) {
  const words = useMessages(planningMessages);
  const { raters, cases, cells } = useMemo(() => {
    const sorted = (values: readonly string[]): string[] =>
      [...new Set(values)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    const found = new Map<string, { done: number; of: number }>();
    for (const assignment of props.assignments) {
      const cell = found.get(keyOf(assignment)) ?? { done: 0, of: 0 };
      if (counts(assignment.state)) cell.of += 1;
      if (assignment.state === 'submitted') cell.done += 1;
      found.set(keyOf(assignment), cell);
    }
    return {
      raters: sorted(props.assignments.map(({ raterId }) => raterId)),
      cases: sorted(props.assignments.map(({ caseId }) => caseId)),
      cells: found,
    };
  }, [props.assignments]);
  return (
    <div className="table-scroll matrix" role="group" aria-label={words.matrix} tabIndex={0}>
      <table>
        <caption className="visually-hidden">{words.matrix}</caption>
        <thead>
          <tr>
            <th scope="col">{words.case}</th>
            {raters.map((raterId) => (
              <th key={raterId} scope="col">
                {raterId}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cases.map((caseId) => (
            <tr key={caseId}>
              <th scope="row">{caseId}</th>
              {raters.map((raterId) => {
                const cell = cells.get(keyOf({ raterId, caseId }));
                if (!cell) return <td key={raterId}>–</td>;
                const chosen = props.chosen?.raterId === raterId && props.chosen.caseId === caseId;
                const state = cell.done === cell.of ? 'done' : cell.done > 0 ? 'part' : 'none';
                return (
                  <td key={raterId}>
                    <button
                      type="button"
                      className={`cell ${state}`}
                      aria-pressed={chosen}
                      aria-label={words.cell(raterId, caseId, cell.done, cell.of)}
                      onClick={() => props.onChoose({ raterId, caseId })}
                    >
                      {cell.done}/{cell.of}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Who reads what and how far, as a matrix; the readings of a chosen cell with what can be done to each. */
export function ReadingPage({ studyId, locked }: { studyId: string; locked: boolean }) {
  const words = useMessages(planningMessages);
  const common = useMessages(curationMessages);
  const assignments = useAssignments(studyId);
  const [chosen, setChosen] = useState<Cell | null>(null);
  const all = assignments.data?.assignments;
  const raters = [...new Set(all?.map(({ raterId }) => raterId))];
  const rows = all?.filter(({ raterId, caseId }) => raterId === chosen?.raterId && caseId === chosen.caseId);
  return (
    <>
      <h2>{words.reading}</h2>
      <p className="muted">{words.readingIntro}</p>
      {assignments.error && <Failure error={assignments.error} retry={() => void assignments.refetch()} />}
      {assignments.isPending && <output>{common.loading}</output>}
      <AssignmentFile studyId={studyId} locked={locked} />
      {!locked && <DryRun studyId={studyId} />}
      {all && all.length === 0 && <div className="notice">{words.noReading}</div>}
      {all && all.length > 0 && (
        <>
          <p className="muted">{words.legend}</p>
          <ReadingMatrix assignments={all} chosen={chosen} onChoose={setChosen} />
        </>
      )}
      {chosen && all && rows && (
        <section aria-labelledby="cell-title" className="stack">
          <h3 id="cell-title">{words.cellTitle(chosen.raterId, chosen.caseId)}</h3>
          <AssignmentTable key={keyOf(chosen)} studyId={studyId} all={all} rows={rows} raters={raters} />
        </section>
      )}
    </>
  );
}
