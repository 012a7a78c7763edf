import { getAdjudicationQueue } from '@concord/rubric/contract/adjudicator/routes';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { AdjudicationQueue } from '../../features/adjudication/adjudication-queue.tsx';
import { useMessages } from '../../language/language.tsx';
import { sessionMessages } from '../../language/session.ts';
import { FailureNotice } from './failure-notice.tsx';
import type { Place } from './place.ts';
import { addressOf } from './place.ts';

type QueuePageProps = { studyId: string; user: string; go: (place: Place) => void };

/** Loads the adjudicator's queue of a study. */
export function QueuePage({ studyId, user, go }: QueuePageProps) {
  const shared = useMessages(sessionMessages);
  const { data, error, refetch } = useQuery({
    queryKey: [user, 'queue', studyId],
    queryFn: ({ signal }) => call(getAdjudicationQueue, { params: { studyId } }, { signal }),
    refetchOnMount: 'always',
  });
  if (error) return <FailureNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <p className="page muted">{shared.loading}</p>;
  return (
    <AdjudicationQueue
      queue={data}
      addressOf={(itemId) => addressOf({ page: 'adjudication', itemId })}
      onOpen={(itemId) => go({ page: 'adjudication', itemId })}
    />
  );
}
