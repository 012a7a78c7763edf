import type { AssignmentChange, AssignmentView } from '@concord/rubric/contract/curator/assignments';
import { useState } from 'react';
import { useLanguage, useMessages } from '../../language/language.tsx';
import { planningMessages } from '../../language/planning.ts';
import { dayAndTime } from '../../language/time.ts';
import { Failure } from './failure.tsx';
import { links } from './links.ts';
import { useChangeAssignment } from './queries.ts';
import { SortableTable } from './sortable-table.tsx';

type Action = AssignmentChange['action'];

/** What can be done to a reading in its state. */
const actionsOf: Record<AssignmentView['state'], readonly Action[]> = {
  unread: ['withdraw', 'reassign'],
  draft: ['withdraw', 'reassign'],
  submitted: ['reopen', 'annul'],
  annulled: ['reopen'],
  withdrawn: [],
};

/** Asks for the reason, and for the new rater where the reading goes to another. */
function ChangeForm(props: {
  studyId: string;
  assignment: AssignmentView;
  action: Action;
  raters: readonly string[];
  onDone: () => void;
}) {
  const words = useMessages(planningMessages);
  const { action, assignment } = props;
  const others = props.raters.filter((raterId) => raterId !== assignment.raterId);
  const [reason, setReason] = useState('');
  const [toRaterId, setRater] = useState(others[0] ?? '');
  const [missing, setMissing] = useState(false);
  const change = useChangeAssignment(props.studyId);
  return (
    <form
      className="notice stack"
      onSubmit={(event) => {
        event.preventDefault();
        const text = reason.trim();
        setMissing(text === '');
        if (text === '' || change.isPending) return;
        const body: AssignmentChange =
          action === 'reassign' ? { action, toRaterId, reason: text } : { action, reason: text };
        change.mutate({ assignmentId: assignment.assignmentId, body }, { onSuccess: props.onDone });
      }}
    >
      <strong>
        {words.actions[action]}: {assignment.raterId}, {assignment.responseId}
      </strong>
      {action === 'reassign' && (
        <label className="field">
          {words.toRater}
          <select value={toRaterId} onChange={(event) => setRater(event.target.value)}>
            {others.map((raterId) => (
              <option key={raterId}>{raterId}</option>
            ))}
          </select>
        </label>
      )}
      <label className="stack">
        {words.reason}
        <textarea
          rows={2}
          maxLength={2000}
          value={reason}
          aria-invalid={missing}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      {missing && reason.trim() === '' && (
        <p role="alert" className="problem">
          {words.reasonNeeded}
        </p>
      )}
      {change.error && <Failure error={change.error} />}
      <div className="row">
        <button type="submit" className="primary" disabled={change.isPending}>
          {words.confirm}
        </button>
        <button type="button" onClick={props.onDone}>
          {words.cancel}
        </button>
      </div>
    </form>
  );
}

/** A quarter of the median active time of all submitted readings, or null under ten of them. */
function quickBelow(all: readonly AssignmentView[]): number | null {
  const times = all
    .flatMap(({ state, activeSeconds }) =>
      state === 'submitted' && activeSeconds !== null ? [activeSeconds] : [],
    )
    .sort((a, b) => a - b);
  return times.length < 10 ? null : (times[Math.floor(times.length / 2)] ?? 0) / 4;
}

/** Readings with their state and time, and what the curator may do to each. */
export function AssignmentTable(props: {
  studyId: string;
  all: readonly AssignmentView[];
  rows: readonly AssignmentView[];
  raters: readonly string[];
}) {
  const words = useMessages(planningMessages);
  const { language } = useLanguage();
  const [asked, ask] = useState<{ assignment: AssignmentView; action: Action } | null>(null);
  const quick = quickBelow(props.all);
  const time = ({ state, activeSeconds }: AssignmentView) => {
    if (activeSeconds === null) return '–';
    const minutes = (activeSeconds / 60).toFixed(1);
    const isQuick = state === 'submitted' && quick !== null && activeSeconds < quick;
    return isQuick ? (
      <>
        {minutes}{' '}
        <span className="tag" title={words.tooFastHelp}>
          {words.tooFast}
        </span>
      </>
    ) : (
      minutes
    );
  };
  return (
    <>
      <SortableTable
        caption={words.reading}
        rows={props.rows}
        rowKey={(row) => row.assignmentId}
        empty={words.noReading}
        columns={[
          {
            key: 'response',
            title: words.response,
            by: (row) => row.responseId,
            show: (row) => (
              <a href={links.caseOf(props.studyId, row.caseId, row.responseId)}>{row.responseId}</a>
            ),
          },
          { key: 'kind', title: words.kind, by: (row) => words.kinds[row.kind] },
          { key: 'position', title: words.position, by: (row) => row.position },
          { key: 'state', title: words.state, by: (row) => words.states[row.state] },
          {
            key: 'at',
            title: words.since,
            by: (row) => row.at ?? '',
            show: (row) => (row.at === null ? '–' : dayAndTime(row.at, language)),
          },
          { key: 'time', title: words.minutes, by: (row) => row.activeSeconds ?? -1, show: time },
          {
            key: 'series',
            title: words.seriesOpened,
            by: (row) => (row.activeSeconds === null ? '–' : `${row.seriesOpened}/${row.seriesCount}`),
          },
          {
            key: 'action',
            title: words.action,
            by: () => '',
            show: (row) => (
              <span className="row">
                {actionsOf[row.state].map((action) => (
                  <button
                    key={action}
                    type="button"
                    aria-label={`${words.actions[action]}: ${row.responseId}`}
                    onClick={() => ask({ assignment: row, action })}
                  >
                    {words.actions[action]}
                  </button>
                ))}
              </span>
            ),
          },
        ]}
      />
      {asked && (
        <ChangeForm
          key={`${asked.assignment.assignmentId} ${asked.action}`}
          {...asked}
          studyId={props.studyId}
          raters={props.raters}
          onDone={() => ask(null)}
        />
      )}
    </>
  );
}
