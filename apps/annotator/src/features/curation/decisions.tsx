import type { MaskFinding, StudyHome } from '@concord/rubric/contract/curator/study';
import { useState } from 'react';
import { curationMessages } from '../../language/curation-messages.ts';
import { useLanguage, useMessages } from '../../language/language.tsx';
import { dayAndTime } from '../../language/time.ts';
import { Failure } from './failure.tsx';
import { links } from './links.ts';
import { useDecideFinding, useFindings, useResolveFlag } from './queries.ts';

function FindingRow({ studyId, finding }: { studyId: string; finding: MaskFinding }) {
  const words = useMessages(curationMessages);
  const [reason, setReason] = useState('');
  const decide = useDecideFinding(studyId);
  const { context, start, end } = finding;
  return (
    <tr>
      <td className="mono">{finding.where}</td>
      <td>{words.findingKind[finding.kind]}</td>
      <td>
        {context.slice(0, start)}
        <mark>{context.slice(start, end)}</mark>
        {context.slice(end)}
      </td>
      <td>
        {finding.decision === 'open' ? (
          <div className="row" role="group" aria-label={`${words.decision}: ${finding.where}`}>
            <input
              type="text"
              aria-label={`${words.reason}: ${finding.where}`}
              placeholder={words.reason}
              maxLength={2000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
            {(['mask', 'keep', 'hide'] as const).map((decision) => (
              <button
                key={decision}
                type="button"
                disabled={decide.isPending}
                onClick={() => decide.mutate({ findingId: finding.findingId, decision, reason })}
              >
                {words[decision]}
              </button>
            ))}
            {decide.error && <Failure error={decide.error} />}
          </div>
        ) : (
          words.decisions[finding.decision]
        )}
      </td>
    </tr>
  );
}

function FindingsTable(props: { studyId: string; findings: readonly MaskFinding[] }) {
  const words = useMessages(curationMessages);
  return (
    <div className="table-scroll" role="group" aria-label={words.findingsTitle} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.where}</th>
            <th scope="col">{words.what}</th>
            <th scope="col">{words.text}</th>
            <th scope="col">{words.decision}</th>
          </tr>
        </thead>
        <tbody>
          {props.findings.map((finding) => (
            <FindingRow key={finding.findingId} studyId={props.studyId} finding={finding} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function FlagItem({ studyId, flag }: { studyId: string; flag: StudyHome['openFlags'][number] }) {
  const words = useMessages(curationMessages);
  const { language } = useLanguage();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const resolve = useResolveFlag(studyId);
  return (
    <li>
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(reason.trim() === '');
          if (reason.trim() !== '') resolve.mutate({ flagId: flag.flagId, reason: reason.trim() });
        }}
      >
        <strong>{words.flagKind[flag.kind]}</strong>
        <a href={links.caseOf(studyId, flag.caseId)}>{flag.caseId}</a>
        <span>{flag.note}</span>
        <span className="muted">{dayAndTime(flag.at, language)}</span>
        <input
          type="text"
          aria-label={`${words.reason}: ${flag.caseId}`}
          placeholder={words.reason}
          aria-invalid={missing}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <button type="submit" disabled={resolve.isPending}>
          {words.resolve}
        </button>
        {missing && reason.trim() === '' && <span role="alert">{words.reasonNeeded}</span>}
        {resolve.error && <Failure error={resolve.error} />}
      </form>
    </li>
  );
}

/** Masking findings and readers' flags that wait for the curator. */
export function Decisions({ home }: { home: StudyHome }) {
  const words = useMessages(curationMessages);
  const findings = useFindings(home.studyId);
  const open = findings.data?.findings.filter((finding) => finding.decision === 'open') ?? [];
  const decided = findings.data?.findings.filter((finding) => finding.decision !== 'open') ?? [];
  const flags = home.openFlags.filter((flag) => flag.resolvedAt === null);
  return (
    <section aria-labelledby="decide" id="decisions" tabIndex={-1}>
      <h2 id="decide">{words.decideTitle}</h2>
      {findings.error && <Failure error={findings.error} retry={() => void findings.refetch()} />}
      {findings.data && open.length === 0 && flags.length === 0 && (
        <p className="muted">{words.nothingToDecide}</p>
      )}
      {open.length > 0 && (
        <>
          <h3>
            {words.findingsTitle} ({open.length})
          </h3>
          <p className="muted">{words.decideHelp}</p>
          <FindingsTable studyId={home.studyId} findings={open} />
        </>
      )}
      {flags.length > 0 && (
        <>
          <h3>
            {words.flagsTitle} ({flags.length})
          </h3>
          <ul className="plain">
            {flags.map((flag) => (
              <FlagItem key={flag.flagId} studyId={home.studyId} flag={flag} />
            ))}
          </ul>
        </>
      )}
      {decided.length > 0 && (
        <details>
          <summary>{words.showDecided(decided.length)}</summary>
          <FindingsTable studyId={home.studyId} findings={decided} />
        </details>
      )}
    </section>
  );
}
