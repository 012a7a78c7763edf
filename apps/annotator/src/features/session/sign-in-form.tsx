import type { Session } from '@concord/rubric/contract/session/routes';
import { useState } from 'react';
import { isProblem, ProblemError } from '../../api/problem-error.ts';
import { enterWithPassword } from '../../api/session.ts';
import { useMessages } from '../../language/language.tsx';
import { sessionMessages } from '../../language/session.ts';

type SignInFormProps = {
  /** Filled in where the account is known. */
  username?: string;
  onSignedIn: (session: Session) => void;
};

/** Name and password, as password managers expect them; what goes wrong is announced. */
export function SignInForm({ username, onSignedIn }: SignInFormProps) {
  const text = useMessages(sessionMessages);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function enter(form: HTMLFormElement): Promise<void> {
    const data = new FormData(form);
    setBusy(true);
    setFailure(null);
    try {
      onSignedIn(await enterWithPassword(String(data.get('username')), String(data.get('password'))));
    } catch (error) {
      if (isProblem(error, 'too-many-requests')) setFailure(text.tooMany);
      else if (error instanceof ProblemError && error.problem.status < 500) setFailure(text.failed);
      else setFailure(text.unreachable);
      form.querySelector<HTMLInputElement>('input[name=password]')?.focus();
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      className="sign-in"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void enter(event.currentTarget);
      }}
    >
      <label>
        {text.username}
        <input
          name="username"
          type="text"
          autoComplete="username"
          defaultValue={username}
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={200}
        />
      </label>
      <label>
        {text.password}
        <input
          name="password"
          type="password"
          autoComplete="current-password"
          data-first-focus={username !== undefined || undefined}
          required
          maxLength={1000}
        />
      </label>
      <p role="alert" className={failure ? 'problem' : 'visually-hidden'}>
        {failure}
      </p>
      <button type="submit" className="primary" aria-disabled={busy}>
        {busy ? text.signingIn : text.signIn}
      </button>
    </form>
  );
}
