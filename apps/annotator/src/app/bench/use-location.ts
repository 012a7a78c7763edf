import { useEffect, useSyncExternalStore } from 'react';

const moved = 'bench-moved';

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener);
  addEventListener(moved, listener);
  return () => {
    removeEventListener('popstate', listener);
    removeEventListener(moved, listener);
  };
}

/** Path of the page, kept in step with the history. */
export const usePathname = (): string => useSyncExternalStore(subscribe, () => location.pathname);

/** Takes plain clicks on links to other bench pages into the history, so that pages use ordinary links. */
export function useLinkClicks(): void {
  useEffect(() => {
    const follow = (event: MouseEvent): void => {
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      const target = link?.getAttribute('target') ?? null;
      const href = link?.getAttribute('href') ?? '';
      if (target !== null || !/^\/bench(?:[/#?]|$)/u.test(href)) return;
      event.preventDefault();
      history.pushState(null, '', href);
      scrollTo(0, 0);
      dispatchEvent(new Event(moved));
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, []);
}
