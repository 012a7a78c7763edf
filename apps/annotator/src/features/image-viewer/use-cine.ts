import { useEffect, useState } from 'react';

/** Slices a second that cine can run at. */
export const cineRates = [5, 10, 20] as const;

/** Plays slices at a steady rate; `step` is called for each. */
export function useCine(step: () => void) {
  const [playing, setPlaying] = useState(false);
  const [rate, setRate] = useState<number>(10);
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(step, 1000 / rate);
    return () => clearInterval(timer);
  }, [playing, rate, step]);
  const change = (by: 1 | -1): void =>
    setRate((now) => cineRates[cineRates.findIndex((each) => each === now) + by] ?? now);
  return { playing, rate, toggle: () => setPlaying((on) => !on), change };
}
