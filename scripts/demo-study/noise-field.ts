import { sfc32 } from './random.ts';

const size = 64;
const mask = size - 1;

/** Separable periodic Gaussian smoothing of a cubic lattice, in place of a Fourier filter. */
function smooth(lattice: Float32Array, sigma: number): Float32Array {
  const reach = Math.ceil(3 * sigma);
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, index) =>
    Math.exp(-0.5 * ((index - reach) / sigma) ** 2),
  );
  const total = kernel.reduce((sum, value) => sum + value, 0);
  let from = lattice;
  for (const stride of [1, size, size * size]) {
    const to = new Float32Array(lattice.length);
    for (let index = 0; index < to.length; index += 1) {
      const along = Math.floor(index / stride) & mask;
      const base = index - along * stride;
      let sum = 0;
      for (let tap = -reach; tap <= reach; tap += 1)
        sum += (kernel[tap + reach] ?? 0) * (from[base + ((along + tap) & mask) * stride] ?? 0);
      to[index] = sum / total;
    }
    from = to;
  }
  return from;
}

function standardise(lattice: Float32Array): Float32Array {
  const mean = lattice.reduce((sum, value) => sum + value, 0) / lattice.length;
  const variance = lattice.reduce((sum, value) => sum + (value - mean) ** 2, 0) / lattice.length;
  return lattice.map((value) => (value - mean) / Math.sqrt(variance));
}

/** Two periodic random lattices with mean 0 and SD 1: one of a single length (folds), one smooth. */
export type NoiseFields = { folds: Float32Array; smooth: Float32Array };

export function makeNoiseFields(key: string): NoiseFields {
  const next = sfc32(key);
  const white = Float32Array.from({ length: size ** 3 }, () => next() / 2147483648 - 1);
  const fine = smooth(white, 2);
  const coarse = smooth(white, 3.4);
  return {
    folds: standardise(fine.map((value, index) => value - (coarse[index] ?? 0))),
    smooth: standardise(smooth(white, 2.6)),
  };
}

/** Trilinear, periodic look-up; coordinates in lattice cells. */
export function sampleField(field: Float32Array, x: number, y: number, z: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const z0 = Math.floor(z);
  const fx = x - x0;
  const fy = y - y0;
  const fz = z - z0;
  const xa = x0 & mask;
  const xb = (x0 + 1) & mask;
  const ya = (y0 & mask) * size;
  const yb = ((y0 + 1) & mask) * size;
  const za = (z0 & mask) * size * size;
  const zb = ((z0 + 1) & mask) * size * size;
  const lower = blend(field, xa, xb, ya + za, yb + za, fx, fy);
  const upper = blend(field, xa, xb, ya + zb, yb + zb, fx, fy);
  return lower + fz * (upper - lower);
}

function blend(
  field: Float32Array,
  xa: number,
  xb: number,
  near: number,
  far: number,
  fx: number,
  fy: number,
): number {
  const a = field[near + xa] as number;
  const b = field[far + xa] as number;
  const front = a + fx * ((field[near + xb] as number) - a);
  const back = b + fx * ((field[far + xb] as number) - b);
  return front + fy * (back - front);
}
