/** Mulberry32: a small seeded generator with uniform output in [0, 1). */
export function seededUniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The items in a drawn order; the input stays as it is. */
export function shuffled<Item>(items: readonly Item[], uniform: () => number): Item[] {
  const out = [...items];
  for (let last = out.length - 1; last > 0; last -= 1) {
    const other = Math.floor(uniform() * (last + 1));
    [out[last], out[other]] = [out[other] as Item, out[last] as Item];
  }
  return out;
}
