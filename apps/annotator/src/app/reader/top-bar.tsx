import type { Session } from '@concord/rubric/contract/session/routes';
import { useMessages } from '../../language/language.tsx';
import { LanguageSwitch } from '../../language/language-switch.tsx';
import { sessionMessages } from '../../language/session.ts';

type TopBarProps = { session: Session | null; synthetic: boolean; onHome: () => void; onSignOut: () => void };

/** The one line above everything: what this is, what it is not for, language, account. */
export function TopBar({ session, synthetic, onHome, onSignOut }: TopBarProps) {
  const text = useMessages(sessionMessages);
  return (
    <header className="top-bar">
      <a className="skip" href="#main">
        {text.skip}
      </a>
      {session ? (
        <button type="button" className="quiet brand" onClick={onHome}>
          Concord
        </button>
      ) : (
        <span className="brand">Concord</span>
      )}
      <span className="label">{text.research}</span>
      {synthetic && <span className="label synthetic">{text.synthetic}</span>}
      <span className="spring" />
      <LanguageSwitch />
      {session && (
        <>
          <span className="muted">{session.displayName}</span>
          <button type="button" className="quiet" onClick={onSignOut}>
            {text.signOut}
          </button>
        </>
      )}
    </header>
  );
}
