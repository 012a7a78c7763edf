import { randomFill } from './random.ts';

const steps = 2 ** 21;

/**
 * Seeded standard normal numbers (Box & Muller, Ann Math Stat 29 (1958) 610) from `randomFill`; none beyond ±5.5.
 * For simulation, not for tails.
 * @example randomNormal(1, 0)()
 */
export function randomNormal(seed: number, chunk: number): () => number {
  const fill = randomFill(seed, chunk);
  const draws = new Int32Array(512);
  const ready = new Float64Array(512);
  let at = ready.length;
  return () => {
    if (at === ready.length) {
      fill(draws, steps);
      for (let i = 0; i < draws.length; i += 2) {
        const radius = Math.sqrt(-2 * Math.log(((draws[i] as number) + 0.5) / steps));
        const angle = (2 * Math.PI * ((draws[i + 1] as number) + 0.5)) / steps;
        ready[i] = radius * Math.cos(angle);
        ready[i + 1] = radius * Math.sin(angle);
      }
      at = 0;
    }
    at += 1;
    return ready[at - 1] as number;
  };
}
