import { roles } from '@concord/rubric/model/words';
import type { Role } from '@concord/rubric/model/words';
import { useId, useState } from 'react';
import { useMessages } from '../../language/language.tsx';
import { peopleMessages } from '../../language/people.ts';

export type InviteInput = { role: Role; username: string; displayName: string; pseudonym: string | null };

/** Who is invited, and as what. */
export function InviteForm(props: {
  /** Pseudonym of a rater that waits for an account; empty for somebody new. */
  pseudonym: string;
  busy: boolean;
  onInvite: (input: InviteInput) => void;
}) {
  const words = useMessages(peopleMessages);
  const helpId = useId();
  const [role, setRole] = useState<Role>('rater');
  const [username, setUsername] = useState('');
  const [displayName, setDisplayName] = useState('');
  const [pseudonym, setPseudonym] = useState(props.pseudonym);
  const [missing, setMissing] = useState(false);
  const complete = username.trim() !== '' && (role !== 'rater' || pseudonym.trim() !== '');
  return (
    <section aria-labelledby="invite">
      <h2 id="invite" tabIndex={-1}>
        {words.inviteTitle}
      </h2>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(!complete);
          if (complete && !props.busy)
            props.onInvite({
              role,
              username: username.trim(),
              displayName: displayName.trim(),
              pseudonym: role === 'rater' ? pseudonym.trim() : null,
            });
        }}
      >
        <div className="row">
          <label>
            {words.role}{' '}
            <select
              value={role}
              onChange={(event) => setRole(roles.find((each) => each === event.target.value) ?? 'rater')}
            >
              {roles.map((each) => (
                <option key={each} value={each}>
                  {words.roles[each]}
                </option>
              ))}
            </select>
          </label>
          {role === 'rater' && (
            <label>
              {words.pseudonym}{' '}
              <input value={pseudonym} onChange={(event) => setPseudonym(event.target.value)} />
            </label>
          )}
          <label>
            {words.username}{' '}
            <input
              value={username}
              autoComplete="off"
              onChange={(event) => setUsername(event.target.value)}
            />
          </label>
          <label>
            {words.displayName}{' '}
            <input
              value={displayName}
              autoComplete="off"
              aria-describedby={helpId}
              onChange={(event) => setDisplayName(event.target.value)}
            />
          </label>
          <button type="submit" disabled={props.busy}>
            {words.invite}
          </button>
        </div>
        <p id={helpId} className="muted">
          {words.displayNameHelp}
        </p>
        {missing && !complete && (
          <p role="alert" className="problem">
            {words.needed}
          </p>
        )}
      </form>
    </section>
  );
}
