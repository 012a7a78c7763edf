import { passwordLength, type Session } from '@concord/rubric/contract/session/routes';
import { useId, useState } from 'react';
import { isProblem, ProblemError } from '../../api/problem-error.ts';
import { takePassword } from '../../api/session.ts';
import { useLanguage, useMessages } from '../../language/language.tsx';
import { problemText } from '../../language/problem-text.ts';
import { sessionMessages } from '../../language/session.ts';

type ChoosePasswordProps = { session: Session; onChosen: (session: Session) => void };

/** For an account that came by a one-time link: a password of its own, so that it can come back. */
export function ChoosePassword({ session, onChosen }: ChoosePasswordProps) {
  const text = useMessages(sessionMessages);
  const { language } = useLanguage();
  const hintId = useId();
  const [phase, setPhase] = useState<'closed' | 'open' | 'saving' | 'saved'>('closed');
  const [failure, setFailure] = useState<string | null>(null);

  async function save(form: HTMLFormElement): Promise<void> {
    const password = String(new FormData(form).get('password'));
    if (password.length < passwordLength.min)
      return setFailure(text.tooShort(passwordLength.min, password.length));
    setPhase('saving');
    setFailure(null);
    try {
      const next = await takePassword(password);
      setPhase('saved');
      onChosen(next);
    } catch (error) {
      setPhase('open');
      if (isProblem(error, 'too-many-requests')) setFailure(text.tooMany);
      else
        setFailure(error instanceof ProblemError ? problemText(error.problem, language) : text.unreachable);
    }
  }

  if (phase === 'saved') return <output className="notice">{text.passwordSaved(session.username)}</output>;
  if (session.hasPassword) return null;
  return (
    <section className="notice choose-password">
      <p>{text.chooseText}</p>
      {phase === 'closed' ? (
        <button type="button" onClick={() => setPhase('open')}>
          {text.choose}
        </button>
      ) : (
        <form
          className="sign-in"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (phase === 'open') void save(event.currentTarget);
          }}
        >
          <input type="hidden" name="username" autoComplete="username" value={session.username} readOnly />
          <label>
            {text.newPassword}
            <input
              name="password"
              type="password"
              autoComplete="new-password"
              aria-describedby={hintId}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form opens on request, where its field is what comes next
              autoFocus
              required
              maxLength={passwordLength.max}
            />
          </label>
          <p id={hintId} className="muted">
            {text.newPasswordHint(passwordLength.min)}
          </p>
          <p role="alert" className={failure ? 'problem' : 'visually-hidden'}>
            {failure}
          </p>
          <div className="actions">
            <button type="submit" className="primary" aria-disabled={phase === 'saving'}>
              {phase === 'saving' ? text.savingPassword : text.savePassword}
            </button>
            <button type="button" onClick={() => setPhase('closed')}>
              {text.later}
            </button>
          </div>
        </form>
      )}
    </section>
  );
}
