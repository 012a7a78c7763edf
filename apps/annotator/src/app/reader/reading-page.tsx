import { getRaterImage, getReading } from '@concord/rubric/contract/rater/routes';
import type { Session } from '@concord/rubric/contract/session/routes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { call, urlOf } from '../../api/client.ts';
import { viewerKeys } from '../../features/image-viewer/viewer-keys.ts';
import { ReadingScreen } from '../../features/reading/reading-screen.tsx';
import { SignInAgain } from '../../features/session/sign-in-again.tsx';
import { useLanguage, useMessages } from '../../language/language.tsx';
import { readingMessages } from '../../language/reading.ts';
import { sessionMessages } from '../../language/session.ts';
import { FailureNotice } from './failure-notice.tsx';
import { ImageViewer } from './lazy-viewer.ts';
import type { Place } from './place.ts';

type ReadingPageProps = {
  itemId: string;
  session: Session;
  go: (place: Place) => void;
  onSession: (session: Session) => void;
};

/** Loads one item and puts the viewer, the sign-in and the reading screen together. */
export function ReadingPage({ itemId, session, go, onSession }: ReadingPageProps) {
  const user = session.accountKey;
  const text = useMessages(readingMessages);
  const shared = useMessages(sessionMessages);
  const { language } = useLanguage();
  const queries = useQueryClient();
  // The form holds the rater's own text: nothing may be fetched again under it.
  const { data, error, refetch } = useQuery({
    queryKey: [user, 'item', itemId],
    queryFn: ({ signal }) => call(getReading, { params: { itemId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const forget = (): void => {
    void queries.invalidateQueries({ queryKey: [user, 'list'] });
  };
  const again = (): void => void queries.invalidateQueries({ queryKey: [user, 'item', itemId] });
  if (error) return <FailureNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <p className="page muted">{shared.loading}</p>;
  const list: Place = { page: 'list', studyId: data.studyId };
  return (
    <ReadingScreen
      key={`${itemId} ${data.state} ${data.submittedAt} ${data.openRound}`}
      reading={data}
      user={user}
      imageKeys={viewerKeys.map((line) => ({ keys: line.keys.join(' '), meaning: line[language] }))}
      renderViewer={(onImagesBroken, onShown, { onPlace, target }) => (
        <Suspense fallback={<p className="notice">{text.loadingImages}</p>}>
          <ImageViewer
            series={data.case.series}
            imageUrl={(imageId) => urlOf(getRaterImage, { params: { caseId: data.case.caseId, imageId } })}
            language={language}
            caseKey={data.case.caseId}
            onImagesBroken={onImagesBroken}
            onShown={onShown}
            onPlace={onPlace}
            target={target}
          />
        </Suspense>
      )}
      renderSignIn={(onSignedIn) => (
        <SignInAgain
          username={session.username}
          hasPassword={session.hasPassword}
          onSignedIn={(next) => {
            onSession(next);
            onSignedIn();
          }}
        />
      )}
      onList={() => {
        forget();
        go(list);
      }}
      onItem={(next) => go({ page: 'item', itemId: next })}
      onCorrected={again}
      onSubmitted={(next) => {
        forget();
        // Feedback on a training answer comes before the next one.
        if (data.training) return again();
        go(next === null ? list : { page: 'item', itemId: next });
      }}
      onPaused={() => {
        forget();
        go(list);
      }}
    />
  );
}
