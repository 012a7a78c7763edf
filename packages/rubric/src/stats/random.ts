/**
 * A seeded generator of whole numbers, uniform on 0 … below − 1 (mulberry32, 32 bits; rejection, so without modulo bias).
 * Each chunk of a bootstrap takes its own stream, so that chunks may run anywhere in any order.
 * Not for secrets.
 * @param seed whole number; `chunk` 0, 1, 2, …
 * @example const draw = randomIntegers(1, 0); draw(6)
 */
export function randomIntegers(seed: number, chunk: number): (below: number) => number {
  const mix = (value: number): number => {
    let h = value | 0;
    h = Math.imul(h ^ (h >>> 16), 0x21f0aaad);
    h = Math.imul(h ^ (h >>> 15), 0x735a2d97);
    return h ^ (h >>> 15);
  };
  let state = mix(mix(seed) + Math.imul(chunk + 1, 0x9e3779b9));
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
  return (below) => {
    const limit = 0x100000000 - (0x100000000 % below);
    let value = next();
    while (value >= limit) value = next();
    return value % below;
  };
}
