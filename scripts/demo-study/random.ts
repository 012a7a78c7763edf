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

/** Next state function of the 128-bit generator sfc32, as 32-bit unsigned integers. */
export function sfc32(key: string): () => number {
  let a = hashKey(key);
  let b = hashKey(`${key}|b`);
  let c = hashKey(`${key}|c`);
  let counter = 1;
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  for (let round = 0; round < 15; round += 1) next();
  return next;
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
