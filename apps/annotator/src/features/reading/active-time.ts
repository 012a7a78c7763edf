import type { ReadingTime } from '@concord/rubric/contract/rater/routes';

/** Without a key or a pointer for so long the reader is taken as away. */
export const idleAfterSeconds = 60;
const sendEverySeconds = 30;

type Signs = { visible: boolean; focused: boolean; secondsSinceInput: number };

/**
 * Counts the seconds in which an item was really read: page visible and focused, and used within the last minute. Call
 * `tick` once a second; it says when there is something to send. The count of a visit only grows, so that it can be sent
 * again without counting twice.
 */
export function activeTime(visit: string) {
  const bySeries = new Map<string, number>();
  let seconds = 0;
  let sent = 0;
  const reading = (): ReadingTime => ({
    visit,
    activeSeconds: seconds,
    series: [...bySeries].map(([seriesId, activeSeconds]) => ({ seriesId, activeSeconds })),
  });
  return {
    tick: ({ visible, focused, secondsSinceInput }: Signs, shown: readonly string[]): boolean => {
      if (!visible || !focused || secondsSinceInput >= idleAfterSeconds) return false;
      seconds += 1;
      for (const seriesId of new Set(shown)) bySeries.set(seriesId, (bySeries.get(seriesId) ?? 0) + 1);
      return seconds - sent >= sendEverySeconds;
    },
    seconds: (): number => seconds,
    /** What is to be sent now, or null where nothing is new. */
    take: (): ReadingTime | null => {
      if (seconds === sent) return null;
      sent = seconds;
      return reading();
    },
  };
}
