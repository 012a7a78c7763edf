import { useEffect, useRef } from 'react';
import type { SavedView } from './saved-view.ts';
import { keepView } from './saved-view.ts';

/** Milliseconds without a change after which the view is written: scrolling and cine write nothing. */
const rest = 300;

/** Keeps the view of a case once it rests, when the viewer goes and when the page is left. */
export function useKeptView(caseKey: string, view: SavedView): void {
  const { layout, cells, marks } = view;
  const latest = useRef(view);
  useEffect(() => {
    latest.current = { layout, cells, marks };
    const timer = setTimeout(() => keepView(caseKey, { layout, cells, marks }), rest);
    return () => clearTimeout(timer);
  }, [caseKey, layout, cells, marks]);
  useEffect(() => {
    const write = (): void => keepView(caseKey, latest.current);
    window.addEventListener('pagehide', write);
    return () => {
      window.removeEventListener('pagehide', write);
      write();
    };
  }, [caseKey]);
}
