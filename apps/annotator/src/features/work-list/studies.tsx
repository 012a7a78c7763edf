import type { Session } from '@concord/rubric/contract/session/routes';
import { useMessages } from '../../language/language.tsx';
import { sessionMessages } from '../../language/session.ts';
import { workListMessages } from '../../language/work-list.ts';

type StudiesProps = {
  memberships: Session['memberships'];
  onOpen: (studyId: string, role: 'rater' | 'adjudicator') => void;
};

/** The studies of the account, each with the way into it. */
export function Studies({ memberships, onOpen }: StudiesProps) {
  const text = useMessages(workListMessages);
  const shared = useMessages(sessionMessages);
  return (
    <section className="page">
      <h1>{text.studies}</h1>
      {memberships.length === 0 && <p className="notice">{text.noStudies}</p>}
      <ul className="studies">
        {memberships.map(({ studyId, studyTitle, synthetic, role }) => (
          <li key={`${studyId} ${role}`}>
            <h2>{studyTitle}</h2>
            <p className="muted">
              {text.role[role]}
              {synthetic && ` · ${shared.synthetic}`}
            </p>
            {role !== 'curator' && (
              <button type="button" className="primary" onClick={() => onOpen(studyId, role)}>
                {role === 'rater' ? text.openList : text.openQueue}
              </button>
            )}
            {role === 'curator' && (
              <a className="button" href="/bench">
                {text.openBench}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
