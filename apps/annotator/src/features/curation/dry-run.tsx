import { useMessages } from '../../language/language.tsx';
import { planningMessages } from '../../language/planning.ts';
import { Failure } from './failure.tsx';
import { usePlannedAssignment } from './queries.ts';
import { SortableTable } from './sortable-table.tsx';

/** What an assignment would give to each rater, asked for by a button; nothing is written. */
export function DryRun({ studyId }: { studyId: string }) {
  const words = useMessages(planningMessages);
  const plan = usePlannedAssignment(studyId);
  const { data } = plan;
  return (
    <section className="stack" aria-label={words.dryRun}>
      <div className="row">
        <button type="button" disabled={plan.isFetching} onClick={() => void plan.refetch()}>
          {words.dryRun}
        </button>
      </div>
      {plan.error && <Failure error={plan.error} />}
      <div role="status">{data && <p>{words.dryRunText(data.assigned, data.repeats, data.heldBack)}</p>}</div>
      {data && (
        <SortableTable
          caption={words.dryRun}
          rows={data.perRater}
          rowKey={(row) => row.raterId}
          empty={words.noReading}
          columns={[
            { key: 'rater', title: words.rater, by: (row) => row.raterId },
            { key: 'added', title: words.dryRunColumns.added, by: (row) => row.added },
            { key: 'repeats', title: words.dryRunColumns.repeats, by: (row) => row.repeats },
            { key: 'total', title: words.dryRunColumns.total, by: (row) => row.total },
          ]}
        />
      )}
    </section>
  );
}
