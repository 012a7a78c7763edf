/** A seeded source of random numbers; the same key always gives the same sequence. */
export type Random = {
  /** Uniform on [0, 1). */
  uniform: () => number;
  /** Normal with mean 0 and standard deviation `sd`. */
  normal: (sd?: number) => number;
  /** Integer from 0 to `bound - 1`. */
  below: (bound: number) => number;
  pick: <T>(items: readonly T[]) => T;
  shuffle: <T>(items: readonly T[]) => T[];
};

/** FNV-1a over UTF-16 units: turns a readable key into 32 bits. */
export function hashKey(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** The 128-bit generator sfc32: fills arrays with its next 32-bit unsigned integers. */
export function sfc32Fill(key: string): (target: Uint32Array) => void {
  const state = Int32Array.of(hashKey(key), hashKey(`${key}|b`), hashKey(`${key}|c`), 1);
  const fill = (target: Uint32Array): void => advance(state, target);
  fill(new Uint32Array(15));
  return fill;
}

/** Steps a state of four words (a, b, c, counter) once for each number of `target`. */
function advance(state: Int32Array, target: Uint32Array): void {
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let counter = state[3] as number;
  for (let index = 0; index < target.length; index += 1) {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    target[index] = sum;
  }
  state[0] = a;
  state[1] = b;
  state[2] = c;
  state[3] = counter;
}

/** The same generator one number at a time. */
export function sfc32(key: string): () => number {
  const fill = sfc32Fill(key);
  const one = new Uint32Array(1);
  return () => {
    fill(one);
    return one[0] as number;
  };
}

/** A generator that depends on nothing but the seed and the names. */
export function randomFor(seed: number, ...names: readonly (string | number)[]): Random {
  const next = sfc32([seed, ...names].join('/'));
  const uniform = (): number => next() / 4294967296;
  const below = (bound: number): number => Math.floor(uniform() * bound);
  const normal = (sd = 1): number => {
    const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
    return sd * radius * Math.cos(2 * Math.PI * uniform());
  };
  const pick = <T>(items: readonly T[]): T => {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error('pick from an empty list');
    return item;
  };
  const shuffle = <T>(items: readonly T[]): T[] => {
    const keyed = items.map((item) => ({ item, key: uniform() }));
    return keyed.toSorted((left, right) => left.key - right.key).map(({ item }) => item);
  };
  return { uniform, normal, below, pick, shuffle };
}

/** 65,536 normal quantiles in one table: a Gaussian draw for image noise costs one look-up. */
export function gaussianTable(): Float32Array {
  const random = randomFor(1, 'gaussian-table');
  return Float32Array.from({ length: 65_536 }, () => random.normal());
}
