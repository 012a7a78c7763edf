import { recordTime } from '@concord/rubric/contract/rater/routes';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { activeTime } from './active-time.ts';

const inputs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const;
const key = 'concord.active-seconds.1';

/** Active seconds since this tab was opened or the last break, over all items. */
function addToSitting(seconds: number): number {
  try {
    const total = Number(sessionStorage.getItem(key) ?? 0) + seconds;
    sessionStorage.setItem(key, String(total));
    return total;
  } catch {
    return 0;
  }
}

/**
 * Counts and records the active time of the item on screen while it can still be scored. `onShown` takes the series in the
 * viewports. A break is due after so many active minutes (0: never), until `rested`.
 */
export function useActiveTime(
  itemId: string,
  open: boolean,
  breakAfterMinutes: number,
): {
  onShown: (seriesIds: readonly string[]) => void;
  breakDue: boolean;
  rested: () => void;
} {
  const shown = useRef<readonly string[]>([]);
  const [breakDue, setBreakDue] = useState(false);
  useEffect(() => {
    if (!open) return undefined;
    const time = activeTime(crypto.randomUUID());
    let lastInput = Date.now();
    const used = (): void => {
      lastInput = Date.now();
    };
    const send = (): void => {
      const body = time.take();
      // Time that could not be sent goes with the next count of this visit.
      if (body) call(recordTime, { params: { itemId }, body }).catch(() => undefined);
    };
    const left = (): void => {
      if (document.visibilityState === 'hidden') send();
    };
    const timer = window.setInterval(() => {
      const before = time.seconds();
      const due = time.tick(
        {
          visible: document.visibilityState === 'visible',
          focused: document.hasFocus(),
          secondsSinceInput: (Date.now() - lastInput) / 1000,
        },
        shown.current,
      );
      if (due) send();
      const sitting = addToSitting(time.seconds() - before);
      if (breakAfterMinutes > 0 && sitting >= breakAfterMinutes * 60) setBreakDue(true);
    }, 1000);
    for (const name of inputs) window.addEventListener(name, used, { passive: true, capture: true });
    document.addEventListener('visibilitychange', left);
    return () => {
      window.clearInterval(timer);
      for (const name of inputs) window.removeEventListener(name, used, { capture: true });
      document.removeEventListener('visibilitychange', left);
      send();
    };
  }, [itemId, open, breakAfterMinutes]);
  return {
    onShown: useCallback((seriesIds) => {
      shown.current = seriesIds;
    }, []),
    breakDue,
    rested: useCallback(() => {
      try {
        sessionStorage.removeItem(key);
      } catch {
        // Nothing was kept.
      }
      setBreakDue(false);
    }, []),
  };
}
