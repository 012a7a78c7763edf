import { getAdjudicationItem, getAdjudicatorImage } from '@concord/rubric/contract/adjudicator/routes';
import type { Session } from '@concord/rubric/contract/session/routes';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { call, urlOf } from '../../api/client.ts';
import { AdjudicationScreen } from '../../features/adjudication/adjudication-screen.tsx';
import { CasePane } from '../../features/reading/case-pane.tsx';
import { DimensionRow } from '../../features/reading/dimension-row.tsx';
import { SignInAgain } from '../../features/session/sign-in-again.tsx';
import { useLanguage, useMessages } from '../../language/language.tsx';
import { readingMessages } from '../../language/reading.ts';
import { sessionMessages } from '../../language/session.ts';
import { FailureNotice } from './failure-notice.tsx';
import { ImageViewer } from './lazy-viewer.ts';
import type { Place } from './place.ts';

type AdjudicationPageProps = {
  itemId: string;
  session: Session;
  go: (place: Place) => void;
  onSession: (session: Session) => void;
};

/** Loads one disputed answer and puts the viewer, the case and the decision together. */
export function AdjudicationPage({ itemId, session, go, onSession }: AdjudicationPageProps) {
  const user = session.accountKey;
  const text = useMessages(readingMessages);
  const shared = useMessages(sessionMessages);
  const { language } = useLanguage();
  // The decision on screen is about these ratings: nothing may be fetched again under it.
  const { data, error, refetch } = useQuery({
    queryKey: [user, 'adjudication', itemId],
    queryFn: ({ signal }) => call(getAdjudicationItem, { params: { itemId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (error) return <FailureNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <p className="page muted">{shared.loading}</p>;
  const queue: Place = { page: 'queue', studyId: data.studyId };
  return (
    <AdjudicationScreen
      key={data.itemId + data.version + data.state}
      item={data}
      user={user}
      renderCase={() => <CasePane reading={data} />}
      renderViewer={() => (
        <Suspense fallback={<p className="notice">{text.loadingImages}</p>}>
          <ImageViewer
            series={data.case.series}
            imageUrl={(imageId) =>
              urlOf(getAdjudicatorImage, { params: { caseId: data.case.caseId, imageId } })
            }
            language={language}
            caseKey={data.case.caseId}
            onImagesBroken={() => undefined}
          />
        </Suspense>
      )}
      renderDimension={(dimension, answer, readOnly, onAnswer) => (
        <DimensionRow
          dimension={dimension}
          answer={answer}
          readOnly={readOnly}
          singleKeys={true}
          onAnswer={onAnswer}
        />
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
      onQueue={() => go(queue)}
      onSettled={(next) => go(next === null ? queue : { page: 'adjudication', itemId: next })}
      onReload={() => void refetch()}
    />
  );
}
