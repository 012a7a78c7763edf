/**
 * A seeded generator that fills an array with whole numbers, uniform on 0 … below − 1, `below` at most 2²¹ (mulberry32, 32
 * bits; rejection, so without bias).
 * Each chunk of a bootstrap takes its own stream, so that chunks may run anywhere in any order.
 * Not for secrets.
 * @param seed whole number; `chunk` 0, 1, 2, …
 * @example randomFill(1, 0)(new Int32Array(100), 6)
 */
export function randomFill(seed: number, chunk: number): (target: Int32Array, below: number) => void {
  const mix = (value: number): number => {
    let h = value | 0;
    h = Math.imul(h ^ (h >>> 16), 0x21f0aaad);
    h = Math.imul(h ^ (h >>> 15), 0x735a2d97);
    return h ^ (h >>> 15);
  };
  let state = mix(mix(seed) + Math.imul(chunk + 1, 0x9e3779b9));
  const fill = (target: Int32Array, below: number): void => {
    // Lemire's bounded numbers: the high word of random · below; low words under the threshold are drawn again.
    const threshold = 0x100000000 % below;
    let own = state;
    for (let i = 0; i < target.length; ) {
      own = (own + 0x6d2b79f5) | 0;
      let t = Math.imul(own ^ (own >>> 15), own | 1);
      t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
      const product = ((t ^ (t >>> 14)) >>> 0) * below;
      const high = Math.floor(product * 2 ** -32);
      if (product - high * 0x100000000 >= threshold) {
        target[i] = high;
        i += 1;
      }
    }
    state = own;
  };
  return fill;
}

/**
 * The same generator, one number at a time.
 * @example const draw = randomIntegers(1, 0); draw(6)
 */
export function randomIntegers(seed: number, chunk: number): (below: number) => number {
  const fill = randomFill(seed, chunk);
  const one = new Int32Array(1);
  return (below) => {
    fill(one, below);
    return one[0] as number;
  };
}
