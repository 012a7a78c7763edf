import type { Session } from '@concord/rubric/contract/session/routes';
import { useState } from 'react';
import { currentSession } from '../../api/session.ts';
import { useMessages } from '../../language/language.tsx';
import { sessionMessages } from '../../language/session.ts';
import { Dialog } from '../../theme/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';

type SignInAgainProps = {
  /** The account whose session has ended. */
  username: string;
  hasPassword: boolean;
  onSignedIn: (session: Session) => void;
};

/** Asks for the password in place; an account without one is told to open a new link and come back. */
export function SignInAgain({ username, hasPassword, onSignedIn }: SignInAgainProps) {
  const text = useMessages(sessionMessages);
  const [failure, setFailure] = useState<string | null>(null);

  async function look(): Promise<void> {
    setFailure(null);
    try {
      const session = await currentSession();
      if (session) onSignedIn(session);
      else setFailure(text.stillSignedOut);
    } catch {
      setFailure(text.unreachable);
    }
  }

  return (
    <Dialog title={text.again}>
      {hasPassword ? (
        <>
          <p>{text.againText}</p>
          <SignInForm username={username} onSignedIn={onSignedIn} />
        </>
      ) : (
        <>
          <p>{text.againByLink}</p>
          <p role="alert" className={failure ? 'problem' : 'visually-hidden'}>
            {failure}
          </p>
          <div className="actions">
            <button type="button" className="primary" onClick={() => void look()}>
              {text.againOpened}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}
