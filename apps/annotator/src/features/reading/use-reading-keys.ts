import { useEffect, useRef } from 'react';
import { isTyping } from '../../theme/typing.ts';

export type ReadingCommand =
  | 'sheet'
  | 'next-open'
  | 'submit'
  | 'evidence'
  | 'go-case'
  | 'go-images'
  | 'go-answer'
  | 'go-scores';

const goTo: Readonly<Record<string, ReadingCommand>> = {
  c: 'go-case',
  i: 'go-images',
  a: 'go-answer',
  s: 'go-scores',
};

/** Keys of the reading screen as a whole. Dead while typing, composing, or in a dialog; Ctrl+Enter works in fields too. */
export function useReadingKeys(singleKeys: boolean, run: (command: ReadingCommand) => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    let going = false;
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
      if (event.target instanceof Element && event.target.closest('dialog')) return;
      const give = (command: ReadingCommand): void => {
        event.preventDefault();
        event.stopPropagation();
        latest.current(command);
      };
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return give('submit');
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      if (!singleKeys) return;
      const target = going ? goTo[event.key] : undefined;
      going = event.key === 'g' && !going;
      if (target) return give(target);
      if (event.key === '?') return give('sheet');
      if (event.key === 'n') return give('next-open');
      if (event.key === 'k') return give('evidence');
      if (going) event.preventDefault();
    };
    // Captured, so that the second key of `g i` does not reach the pane that has focus.
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, [singleKeys]);
}
