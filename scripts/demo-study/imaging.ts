import { makeNoiseFields } from './noise-field.ts';
import type { NoiseFields } from './noise-field.ts';
import { renderPhantom } from './phantom.ts';
import type { Grid, PhantomVolume } from './phantom.ts';
import type { PlacedLesion } from './place-lesions.ts';
import type { CasePlan } from './plan.ts';
import { gaussianTable, randomFor, sfc32Fill } from './random.ts';
import { relativeSignal } from './signal.ts';
import type { Disease, Lesion, Sequence, Tissue } from './tables.ts';

export type ImagingTables = { tissues: Record<string, Tissue>; sequences: Record<string, Sequence> };

/** One series of stored values, `grid.slices` slices of rows × columns each. */
export type Series = {
  key: string;
  sequence: Sequence;
  number: number;
  grid: Grid;
  sliceGap: number;
  pixels: Uint16Array;
  window: readonly [number, number];
};

let sharedFields: NoiseFields | undefined;
let sharedGaussian: Float32Array | undefined;

const fieldOfView = 214;

/** Axial stack in LPS, patient right on the left of the picture, from the skull base to the vertex. */
export function axialGrid(matrix: number, slices: number): Grid {
  const pixel = fieldOfView / matrix;
  const gap = slices > 1 ? 112 / (slices - 1) : 5;
  const half = (fieldOfView - pixel) / 2;
  return {
    columns: matrix,
    rows: matrix,
    slices,
    origin: [-half, -half, -42],
    across: [pixel, 0, 0],
    down: [0, pixel, 0],
    through: [0, 0, gap],
  };
}

/** Coronal stack through the temporal lobes, from front to back. */
export function coronalGrid(matrix: number, slices: number): Grid {
  const pixel = fieldOfView / matrix;
  const half = (fieldOfView - pixel) / 2;
  return {
    columns: matrix,
    rows: matrix,
    slices,
    origin: [-half, -40, 100],
    across: [pixel, 0, 0],
    down: [0, 0, -pixel],
    through: [0, 80 / (slices - 1), 0],
  };
}

const axialKeys = ['t1', 't2', 'flair', 'b0', 'b1000'] as const;

/** Keys of the series of a disease that come straight from the signal equations, in order. */
export const contrastKeys = (disease: Disease): string[] => [
  ...axialKeys,
  ...(disease.contrast ? ['t1c'] : []),
];

function place(lesions: readonly Lesion[], side: 'left' | 'right', tissueIndex: (name: string) => number) {
  const turn = side === 'left' ? 1 : -1;
  return lesions.flatMap(({ tissue, mirror, ...lesion }): PlacedLesion[] => {
    const one = { ...lesion, tissue: tissueIndex(tissue) };
    const at = (sign: number): [number, number, number] => [sign * lesion.at[0], lesion.at[1], lesion.at[2]];
    return mirror
      ? [
          { ...one, at: at(turn) },
          { ...one, at: at(-turn) },
        ]
      : [{ ...one, at: at(turn) }];
  });
}

/** Noise-free signals of a case on a grid, with masks of lesion and normal white matter. */
export function renderCase(
  tables: ImagingTables,
  disease: Disease,
  plan: CasePlan,
  seed: number,
  grid: Grid,
  keys: readonly string[],
): PhantomVolume & { tissueNames: string[] } {
  sharedFields ??= makeNoiseFields('head');
  const names = Object.keys(tables.tissues);
  const tissueIndex = (name: string): number => {
    const index = names.indexOf(name);
    if (index < 0) throw new Error(`tissues.json has no tissue ${name} (disease ${disease.id})`);
    return index;
  };
  const signals = new Float64Array(names.length * keys.length);
  names.forEach((name, row) =>
    keys.forEach((key, column) => {
      const tissue = tables.tissues[name];
      const sequence = tables.sequences[key];
      if (tissue && sequence)
        signals[row * keys.length + column] = sequence.gain * relativeSignal(tissue, sequence);
    }),
  );
  const random = randomFor(seed, plan.id, 'head');
  const ageLoss = Math.max(0, plan.age - 50) / 110;
  const spread = (middle: number, share: number): number => middle * (1 + random.normal(share));
  const volume = renderPhantom(
    {
      head: {
        width: Math.min(71, spread(66, 0.02)),
        length: Math.min(87, spread(83, 0.02)),
        height: Math.min(76, spread(73, 0.015)),
        atrophy: Math.min(1, Math.max(disease.atrophy, ageLoss) + random.uniform() * 0.1),
        hippocampalAtrophy: Math.max(disease.hippocampalAtrophy, ageLoss * 0.5),
      },
      fields: sharedFields,
      shift: [random.uniform() * 64, random.uniform() * 64, random.uniform() * 64],
      lesions: place(disease.lesions, plan.side, tissueIndex),
      massEffect: disease.massEffect,
      sinusThrombus: disease.sinusThrombus,
      tissue: tissueIndex,
      signals,
      contrasts: keys.length,
    },
    grid,
  );
  return { ...volume, tissueNames: names };
}

/** In-plane smoothing by a 3 × 3 kernel [w 1 w]/(1+2w), for the lower resolution of echo-planar images. */
function soften(volume: Float32Array, { columns, rows, slices }: Grid, weight: number): Float32Array {
  const total = 1 + 2 * weight;
  const across = new Float32Array(volume.length);
  const down = new Float32Array(volume.length);
  for (let index = 1; index < volume.length - 1; index += 1)
    across[index] =
      ((volume[index] as number) + weight * ((volume[index - 1] as number) + (volume[index + 1] as number))) /
      total;
  const plane = columns * rows;
  for (let index = columns; index < plane * slices - columns; index += 1)
    down[index] =
      ((across[index] as number) +
        weight * ((across[index - columns] as number) + (across[index + columns] as number))) /
      total;
  return down;
}

/** One row of noise, with a slight shading across as a coil gives it. */
function addNoise(
  source: Float32Array,
  pixels: Uint16Array,
  bits: Uint32Array,
  table: Float32Array,
  start: number,
  sd: number,
  shade: number,
): void {
  for (let column = 0; column < bits.length; column += 1) {
    const draw = bits[column] as number;
    const bias = 1 + (column - bits.length / 2) * shade;
    const real = (source[start + column] as number) * bias + sd * (table[draw & 0xffff] as number);
    const imaginary = sd * (table[draw >>> 16] as number);
    pixels[start + column] = Math.min(65_535, Math.sqrt(real * real + imaginary * imaginary) + 0.5);
  }
}

/** Magnitude of a complex signal with independent Gaussian noise in both channels (Rician), rounded to uint16. */
function acquire(volume: Float32Array, grid: Grid, sequence: Sequence, key: string): Uint16Array {
  sharedGaussian ??= gaussianTable();
  const table = sharedGaussian;
  const sd = sequence.noise;
  const source = sequence.blur > 0 ? soften(volume, grid, sequence.blur) : volume;
  const pixels = new Uint16Array(volume.length);
  const shade = 1 / (grid.columns * 9);
  const bits = new Uint32Array(grid.columns);
  const fill = sfc32Fill(key);
  for (let start = 0; start < pixels.length; start += grid.columns) {
    fill(bits);
    addNoise(source, pixels, bits, table, start, sd, shade);
  }
  return pixels;
}

/** ADC = −ln(S1000/S0)/1000 in 10⁻⁶ mm²/s from the noisy images; 0 where S0 is background. */
export function adcMap(b0: Uint16Array, b1000: Uint16Array, background: number): Uint16Array {
  const map = new Uint16Array(b0.length);
  for (let index = 0; index < map.length; index += 1) {
    const before = b0[index] as number;
    if (before < background) continue;
    const after = Math.max(1, b1000[index] as number);
    map[index] = Math.min(4000, Math.max(0, Math.round(-Math.log(after / before) * 1000)));
  }
  return map;
}

/** Every series of a case as stored values. Depends on nothing but the tables, the plan and the seed. */
export function makeSeries(tables: ImagingTables, disease: Disease, plan: CasePlan, seed: number): Series[] {
  const keys = contrastKeys(disease);
  const grid = axialGrid(plan.matrix, plan.slices);
  const sequenceOf = (key: string): Sequence => {
    const sequence = tables.sequences[key];
    if (!sequence) throw new Error(`sequences.json has no sequence ${key}`);
    return sequence;
  };
  const series: Series[] = [];
  const add = (key: string, sequence: Sequence, pixels: Uint16Array, on: Grid): void => {
    const sliceGap = Math.hypot(...on.through);
    series.push({
      key,
      sequence,
      number: series.length + 1,
      grid: on,
      sliceGap,
      pixels,
      window: sequence.window,
    });
  };
  const { signals } = renderCase(tables, disease, plan, seed, grid, keys);
  keys.forEach((key, index) => {
    const sequence = sequenceOf(key);
    const volume = signals[index];
    if (volume) add(key, sequence, acquire(volume, grid, sequence, `${seed}/${plan.id}/${key}`), grid);
    if (key === 'b1000') {
      const [b0, b1000] = [series.at(-2)?.pixels, series.at(-1)?.pixels];
      if (b0 && b1000)
        add(
          'adc',
          { ...sequence, window: [1100, 2200], description: 'ADC axial' },
          adcMap(b0, b1000, 150),
          grid,
        );
    }
  });
  if (disease.coronal) {
    const coronal = coronalGrid(plan.matrix, plan.slices);
    const sequence = sequenceOf('t1cor');
    const volume = renderCase(tables, disease, plan, seed, coronal, ['t1cor']).signals[0];
    if (volume)
      add('t1cor', sequence, acquire(volume, coronal, sequence, `${seed}/${plan.id}/t1cor`), coronal);
  }
  return series;
}
