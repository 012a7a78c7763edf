import type { StudyHome } from '@concord/rubric/contract/curator/study';
import { scoreStatuses } from '@concord/rubric/model/words';
import { useState } from 'react';
import { auditActions } from '../../language/audit-actions.ts';
import { curationMessages } from '../../language/curation-messages.ts';
import { useLanguage, useMessages } from '../../language/language.tsx';
import { dayAndTime } from '../../language/time.ts';
import { Decisions } from './decisions.tsx';
import { Failure } from './failure.tsx';
import { GraderScoresImport } from './grader-scores-import.tsx';
import { links } from './links.ts';
import { LockDialog } from './lock-dialog.tsx';
import { nextStep, openReadings } from './next-step.ts';
import { useAssign } from './queries.ts';
import { SortableTable } from './sortable-table.tsx';

function Next({ home }: { home: StudyHome }) {
  const words = useMessages(curationMessages);
  const [locking, setLocking] = useState(false);
  const assign = useAssign(home.studyId);
  const next = nextStep(home);
  const link = (href: string, text: string) => (
    <a className="button primary" href={href}>
      {text}
    </a>
  );
  const sentence = 'count' in next ? words.next[next.step](next.count) : words.next[next.step];
  return (
    <section aria-labelledby="next" className="next">
      <h2 id="next">{words.nextTitle}</h2>
      <p>{sentence}</p>
      <div className="row">
        {next.step === 'import' && link(links.importBundle, words.do.import)}
        {next.step === 'findings' && link('#decisions', words.do.findings)}
        {next.step === 'flags' && link('#decisions', words.do.flags)}
        {(next.step === 'raters' || next.step === 'invite') &&
          link(links.people(home.studyId), words.do.invite)}
        {next.step === 'assign' && (
          <button
            type="button"
            className="primary"
            disabled={assign.isPending}
            onClick={() => assign.mutate()}
          >
            {words.do.assign}
          </button>
        )}
        {next.step === 'lock' && (
          <button type="button" className="primary" onClick={() => setLocking(true)}>
            {words.do.lock}
          </button>
        )}
        {next.step === 'wait' && (
          <button type="button" onClick={() => setLocking(true)}>
            {words.do.lockEarly}
          </button>
        )}
        {next.step === 'scores' && link('#scores', words.do.scores)}
        {(next.step === 'report' || next.step === 'rerun' || next.step === 'read') &&
          link(links.calibration(home.studyId), words.do.report)}
        {next.step === 'export' && link(links.calibration(home.studyId), words.do.export)}
      </div>
      <div role="status">
        {assign.data && (
          <p>{words.assigned(assign.data.assigned, assign.data.raters, assign.data.heldBack)}</p>
        )}
      </div>
      {assign.error && <Failure error={assign.error} />}
      {locking && (
        <LockDialog studyId={home.studyId} open={openReadings(home)} onClose={() => setLocking(false)} />
      )}
    </section>
  );
}

function Stands({ home }: { home: StudyHome }) {
  const words = useMessages(curationMessages);
  const { cases, testCases, tasks, responses, images, ratings } = home.counts;
  return (
    <section aria-labelledby="stands">
      <h2 id="stands">{words.standsTitle}</h2>
      <p className="muted">{words.counts(cases, testCases, tasks, responses, images, ratings)}</p>
      <SortableTable
        caption={words.standsTitle}
        rows={home.raters}
        rowKey={(row) => row.raterId}
        empty={words.noRaters}
        columns={[
          { key: 'rater', title: words.rater, by: (row) => row.raterId },
          { key: 'specialty', title: words.specialty, by: (row) => row.specialty },
          { key: 'years', title: words.years, by: (row) => row.years },
          {
            key: 'submitted',
            title: words.submittedOf,
            by: (row) => row.submitted,
            show: (row) => (
              <span className="progress-cell">
                <progress
                  max={Math.max(1, row.assigned)}
                  value={row.submitted}
                  aria-label={`${words.submittedOf}: ${row.raterId}`}
                />{' '}
                {words.progress(row.submitted, row.assigned)}
              </span>
            ),
          },
          { key: 'drafts', title: words.drafts, by: (row) => row.drafts },
          {
            key: 'repeats',
            title: words.repeats,
            by: (row) => row.repeatsSubmitted,
            show: (row) => words.progress(row.repeatsSubmitted, row.repeatsAssigned),
          },
          {
            key: 'training',
            title: words.training,
            by: (row) => row.trainingSubmitted,
            show: (row) => words.progress(row.trainingSubmitted, row.trainingAssigned),
          },
        ]}
      />
    </section>
  );
}

const marks = { pass: '✓', fail: '✕', inconclusive: '?' } as const;

function Verdicts({ home }: { home: StudyHome }) {
  const words = useMessages(curationMessages);
  const latest = home.reports[0];
  const locked = home.lockedAt !== null;
  const verdictOf = (graderId: string): string => {
    const found = latest?.verdicts.find((verdict) => verdict.graderId === graderId);
    if (!found) return words.notInReport;
    const word =
      found.approximate && found.verdict === 'pass'
        ? words.passApproximate
        : words.verdictWords[found.verdict];
    return `${marks[found.verdict]} ${word}`;
  };
  return (
    <section aria-labelledby="verdicts" id="scores" tabIndex={-1}>
      <h2 id="verdicts">{words.verdictsTitle}</h2>
      {!locked && <p>{words.verdictsBeforeLock}</p>}
      {locked && !latest && <p>{words.noVerdicts}</p>}
      {locked && (
        <SortableTable
          caption={words.verdictsTitle}
          rows={home.graders}
          rowKey={(row) => row.graderId}
          empty={words.noGraders}
          columns={[
            {
              key: 'grader',
              title: words.grader,
              by: (row) => row.title,
              show: (row) => <a href={links.calibration(home.studyId)}>{row.title}</a>,
            },
            { key: 'model', title: words.model, by: (row) => row.model },
            { key: 'verdict', title: words.verdict, by: (row) => verdictOf(row.graderId) },
            {
              key: 'lines',
              title: words.linesByStatus,
              by: (row) =>
                scoreStatuses
                  .filter((status) => row.lines[status])
                  .map((status) => `${words.statuses[status]} ${row.lines[status]}`)
                  .join(', '),
            },
          ]}
        />
      )}
      <h3>{words.scoresTitle}</h3>
      <GraderScoresImport studyId={home.studyId} locked={locked} />
    </section>
  );
}

function Changed({ home }: { home: StudyHome }) {
  const words = useMessages(curationMessages);
  const { language } = useLanguage();
  const actions = useMessages(auditActions);
  return (
    <section aria-labelledby="changed">
      <h2 id="changed">{words.changedTitle}</h2>
      <SortableTable
        caption={words.changedTitle}
        rows={home.history.map((row, index) => ({ ...row, index }))}
        rowKey={(row) => String(row.index)}
        empty={words.noHistory}
        columns={[
          { key: 'at', title: words.when, by: (row) => row.at, show: (row) => dayAndTime(row.at, language) },
          { key: 'actor', title: words.who, by: (row) => row.actor },
          { key: 'action', title: words.action, by: (row) => actions[row.action] ?? row.action },
          { key: 'subject', title: words.subject, by: (row) => row.subject },
        ]}
      />
    </section>
  );
}

/** A study's home: what is next, where the reading stands, decisions, verdicts, history. */
export function StudyHomePage({ home }: { home: StudyHome }) {
  return (
    <>
      <Next home={home} />
      <Stands home={home} />
      <Decisions home={home} />
      <Verdicts home={home} />
      <Changed home={home} />
    </>
  );
}
