import { getWorkList } from '@concord/rubric/contract/rater/routes';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { unsentItems } from '../../features/reading/unsent-store.ts';
import { WorkList } from '../../features/work-list/work-list.tsx';
import { useMessages } from '../../language/language.tsx';
import { sessionMessages } from '../../language/session.ts';
import { FailureNotice } from './failure-notice.tsx';
import type { Place } from './place.ts';
import { addressOf } from './place.ts';

type WorkListPageProps = { studyId: string; user: string; go: (place: Place) => void };

/** Loads the rater's list of a study. */
export function WorkListPage({ studyId, user, go }: WorkListPageProps) {
  const shared = useMessages(sessionMessages);
  const { data, error, refetch } = useQuery({
    queryKey: [user, 'list', studyId],
    queryFn: ({ signal }) => call(getWorkList, { params: { studyId } }, { signal }),
    refetchOnMount: 'always',
  });
  if (error) return <FailureNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <p className="page muted">{shared.loading}</p>;
  return (
    <WorkList
      list={data}
      unsent={unsentItems(localStorage, user)}
      addressOf={(itemId) => addressOf({ page: 'item', itemId })}
      onOpen={(itemId) => go({ page: 'item', itemId })}
    />
  );
}
