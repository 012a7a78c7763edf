import { useCallback, useEffect, useState } from 'react';

/** Where the reader is; the address bar says the same. */
export type Place =
  | { page: 'entry' }
  | { page: 'link'; token: string }
  | { page: 'studies' }
  | { page: 'list'; studyId: string }
  | { page: 'item'; itemId: string }
  | { page: 'queue'; studyId: string }
  | { page: 'adjudication'; itemId: string };

/** Reads an address; what is not known leads to the studies. */
export function placeOf({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): Place {
  if (pathname === '/link') return { page: 'link', token: decodeURIComponent(hash.slice(1)) };
  if (!pathname.startsWith('/read')) return { page: 'entry' };
  const query = new URLSearchParams(search);
  const itemId = query.get('item');
  if (itemId) return { page: 'item', itemId };
  const disputed = query.get('adjudicate');
  if (disputed) return { page: 'adjudication', itemId: disputed };
  const queue = query.get('queue');
  if (queue) return { page: 'queue', studyId: queue };
  const studyId = query.get('study');
  return studyId ? { page: 'list', studyId } : { page: 'studies' };
}

/** Address of a place; ids are opaque and say nothing. */
export function addressOf(place: Place): string {
  if (place.page === 'item') return `/read?${new URLSearchParams({ item: place.itemId })}`;
  if (place.page === 'list') return `/read?${new URLSearchParams({ study: place.studyId })}`;
  if (place.page === 'adjudication') return `/read?${new URLSearchParams({ adjudicate: place.itemId })}`;
  if (place.page === 'queue') return `/read?${new URLSearchParams({ queue: place.studyId })}`;
  return place.page === 'studies' ? '/read' : '/';
}

/** The place on screen, and the way to another one; Back and Forward work. */
export function usePlace(): [Place, (place: Place, how?: 'push' | 'replace') => void] {
  const [place, setPlace] = useState(() => placeOf(location));
  useEffect(() => {
    const follow = (): void => setPlace(placeOf(location));
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  const go = useCallback((next: Place, how: 'push' | 'replace' = 'push') => {
    history[how === 'push' ? 'pushState' : 'replaceState'](null, '', addressOf(next));
    setPlace(next);
  }, []);
  return [place, go];
}
