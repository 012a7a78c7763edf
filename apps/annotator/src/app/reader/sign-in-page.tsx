import type { Session } from '@concord/rubric/contract/session/routes';
import { useEffect, useRef, useState } from 'react';
import { enterWithLink } from '../../api/session.ts';
import { SignInForm } from '../../features/session/sign-in-form.tsx';
import { useMessages } from '../../language/language.tsx';
import { sessionMessages } from '../../language/session.ts';

type SignInPageProps = { linkToken: string | null; onSignedIn: (session: Session) => void };

/** Signs in with name and password, or consumes a one-time link. */
export function SignInPage({ linkToken, onSignedIn }: SignInPageProps) {
  const text = useMessages(sessionMessages);
  const [link, setLink] = useState<'none' | 'working' | 'failed'>(linkToken === null ? 'none' : 'working');
  const consumed = useRef(false);

  useEffect(() => {
    // A link works once: a second effect run must not spend it again.
    if (linkToken === null || consumed.current) return;
    consumed.current = true;
    history.replaceState(null, '', '/');
    enterWithLink(linkToken).then(onSignedIn, () => setLink('failed'));
  }, [linkToken, onSignedIn]);

  return (
    <section className="page narrow">
      <h1>{text.signIn}</h1>
      <p className="muted">{text.intro}</p>
      {link === 'working' && <output>{text.linkWorking}</output>}
      {link === 'failed' && (
        <p role="alert" className="problem">
          {text.linkFailed}
        </p>
      )}
      {link !== 'working' && <SignInForm onSignedIn={onSignedIn} />}
    </section>
  );
}
