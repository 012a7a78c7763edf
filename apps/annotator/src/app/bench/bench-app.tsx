import type { Session } from '@concord/rubric/contract/session/routes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { currentSession, enterWithLink, leave } from '../../api/session.ts';
import { Failure } from '../../features/curation/failure.tsx';
import { ImportPage } from '../../features/curation/import-page.tsx';
import { links } from '../../features/curation/links.ts';
import { StudiesPage } from '../../features/curation/studies-page.tsx';
import { ChoosePassword } from '../../features/session/choose-password.tsx';
import { SignInForm } from '../../features/session/sign-in-form.tsx';
import { curationMessages } from '../../language/curation-messages.ts';
import { LanguageSwitch } from '../../language/language-switch.tsx';
import { useMessages } from '../../language/language.tsx';
import { benchRoute } from './bench-route.ts';
import { PageBoundary } from './page-boundary.tsx';
import { StudyPages } from './study-pages.tsx';
import { useLinkClicks, usePathname } from './use-location.ts';

/** A one-time sign-in link is `/link#TOKEN`: behind the hash, where no log sees it; used once and taken away. */
async function startSession(): Promise<Session | null> {
  if (location.pathname !== '/link' || location.hash.length < 2) return currentSession();
  const token = location.hash.slice(1);
  history.replaceState(null, '', links.studies);
  dispatchEvent(new PopStateEvent('popstate'));
  try {
    return await enterWithLink(decodeURIComponent(token));
  } catch {
    // A used link is no loss where the session it made is still there.
    return currentSession();
  }
}

const sessionKey = ['session'] as const;

function Pages() {
  const words = useMessages(curationMessages);
  const pathname = usePathname();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    // A new page is announced by moving the focus to its start; the first one is announced by the browser.
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (location.hash === '') main.current?.focus();
  }, [pathname]);
  const route = benchRoute(pathname);
  return (
    <main id="main" ref={main} tabIndex={-1}>
      <PageBoundary key={pathname} message={words.sectionBroke}>
        {route.page === 'studies' && <StudiesPage />}
        {route.page === 'import' && <ImportPage />}
        {route.page === 'unknown' && (
          <div className="notice">
            <p>{words.notFoundPage}</p>
            <a href={links.studies}>{words.studies}</a>
          </div>
        )}
        {'studyId' in route && <StudyPages route={route} />}
      </PageBoundary>
    </main>
  );
}

/** The curator's bench: frame, sign-in, pages. */
export function BenchApp() {
  const words = useMessages(curationMessages);
  const client = useQueryClient();
  useLinkClicks();
  const session = useQuery({
    queryKey: sessionKey,
    queryFn: startSession,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const curates = session.data?.memberships.some((membership) => membership.role === 'curator') ?? false;
  const allowed = session.data && (curates || session.data.isAdmin);
  return (
    <>
      <a className="skip" href="#main">
        {words.skip}
      </a>
      <header className="bench-head">
        <a className="brand" href={links.studies}>
          {words.appName}
        </a>
        <span className="research">{words.researchUse}</span>
        <LanguageSwitch />
        {session.data && (
          <>
            <span>{session.data.displayName}</span>
            <button
              type="button"
              onClick={() =>
                void leave().then(() => {
                  client.clear();
                  client.setQueryData(sessionKey, null);
                })
              }
            >
              {words.signOut}
            </button>
          </>
        )}
      </header>
      {session.data && allowed ? (
        <>
          <Pages />
          <footer className="bench-foot">
            <ChoosePassword
              session={session.data}
              onChosen={(next) => client.setQueryData(sessionKey, next)}
            />
          </footer>
        </>
      ) : (
        <main id="main" tabIndex={-1}>
          {session.isPending && <output>{words.loading}</output>}
          {session.error && <Failure error={session.error} retry={() => void session.refetch()} />}
          {session.data && <p className="notice">{words.notCurator}</p>}
          {session.data === null && (
            <>
              <h1>{words.signIn}</h1>
              <p>{words.signInFirst}</p>
              <SignInForm onSignedIn={(next) => client.setQueryData(sessionKey, next)} />
            </>
          )}
        </main>
      )}
    </>
  );
}
