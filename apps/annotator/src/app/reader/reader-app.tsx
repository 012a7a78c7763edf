import type { Session } from '@concord/rubric/contract/session/routes';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { currentSession, leave } from '../../api/session.ts';
import { unsentItems } from '../../features/reading/unsent-store.ts';
import { ChoosePassword } from '../../features/session/choose-password.tsx';
import { Studies } from '../../features/work-list/studies.tsx';
import { useMessages } from '../../language/language.tsx';
import { sessionMessages } from '../../language/session.ts';
import { AdjudicationPage } from './adjudication-page.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { usePlace } from './place.ts';
import { QueuePage } from './queue-page.tsx';
import { ReadingPage } from './reading-page.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { SignOutDialog } from './sign-out-dialog.tsx';
import { TopBar } from './top-bar.tsx';
import { WorkListPage } from './work-list-page.tsx';

/** True when the account reads in no study but curates one or may import one, so that its home is the bench. */
const belongsToBench = ({ isAdmin, memberships }: Session): boolean =>
  (isAdmin || memberships.some(({ role }) => role === 'curator')) &&
  memberships.every(({ role }) => role === 'curator');

/** The reading room: session, place, and the screen that belongs to both. */
export function ReaderApp() {
  const shared = useMessages(sessionMessages);
  const queries = useQueryClient();
  const [place, go] = usePlace();
  const [session, setSession] = useState<Session | null | undefined>(undefined);
  const [failure, setFailure] = useState<Error | null>(null);
  /** How many answers hold unsent work, while the reader is asked whether to sign out all the same. */
  const [leaving, setLeaving] = useState<number | null>(null);

  const look = useCallback(() => {
    // A one-time link may have signed in while this was under way; it wins.
    const found = (next: Session | null): void => setSession((now) => now ?? next);
    currentSession().then(found, (error: unknown) =>
      setFailure(error instanceof Error ? error : new Error(String(error))),
    );
  }, []);
  useEffect(look, [look]);

  const enter = useCallback(
    (next: Session) => {
      queries.clear();
      setSession(next);
    },
    [queries],
  );

  // From the entry a signed-in account goes straight to where its work is.
  useEffect(() => {
    if (!session || !['entry', 'link', 'studies'].includes(place.page)) return;
    if (belongsToBench(session)) return location.replace('/bench');
    const [only, more] = session.memberships;
    if (place.page === 'entry' && only && only.role !== 'curator' && !more)
      go({ page: only.role === 'rater' ? 'list' : 'queue', studyId: only.studyId }, 'replace');
    else if (place.page !== 'studies' && (place.page !== 'link' || place.token === ''))
      go({ page: 'studies' }, 'replace');
  }, [session, place, go]);

  async function signOut(): Promise<void> {
    setLeaving(null);
    try {
      await leave();
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    queries.clear();
    setSession(null);
    go({ page: 'entry' });
  }

  const user = session?.accountKey ?? '';
  const wantsLink = place.page === 'link';

  function screen() {
    if (failure)
      return (
        <FailureNotice
          error={failure}
          onRetry={() => {
            setFailure(null);
            look();
          }}
        />
      );
    if (wantsLink || session === null)
      return (
        <SignInPage
          linkToken={wantsLink ? place.token : null}
          onSignedIn={(next) => {
            enter(next);
            if (place.page === 'link') go({ page: 'entry' }, 'replace');
          }}
        />
      );
    if (!session) return <p className="page muted">{shared.loading}</p>;
    if (place.page === 'item')
      return (
        // Another account that signs in in place starts afresh: what is on screen is not its work.
        <ReadingPage
          key={`${user} ${place.itemId}`}
          itemId={place.itemId}
          session={session}
          go={go}
          onSession={setSession}
        />
      );
    if (place.page === 'adjudication')
      return (
        <AdjudicationPage
          key={`${user} ${place.itemId}`}
          itemId={place.itemId}
          session={session}
          go={go}
          onSession={setSession}
        />
      );
    return (
      <>
        {place.page === 'queue' ? (
          <QueuePage studyId={place.studyId} user={user} go={go} />
        ) : place.page === 'list' ? (
          <WorkListPage studyId={place.studyId} user={user} go={go} />
        ) : (
          <Studies
            memberships={session.memberships}
            onOpen={(studyId, role) => go({ page: role === 'rater' ? 'list' : 'queue', studyId })}
          />
        )}
        <div className="page">
          <ChoosePassword session={session} onChosen={setSession} />
        </div>
      </>
    );
  }

  return (
    <div className="app" data-page={place.page === 'adjudication' ? 'item' : place.page}>
      <TopBar
        session={session ?? null}
        synthetic={session?.memberships.some((membership) => membership.synthetic) ?? false}
        onHome={() => go({ page: 'studies' })}
        onSignOut={() => {
          // Asked now: what is kept changes without this component drawing again.
          const unsent = unsentItems(localStorage, user).length;
          if (unsent > 0) setLeaving(unsent);
          else void signOut();
        }}
      />
      <main id="main" tabIndex={-1}>
        {screen()}
      </main>
      {leaving !== null && (
        <SignOutDialog count={leaving} onStay={() => setLeaving(null)} onLeave={() => void signOut()} />
      )}
    </div>
  );
}
