/** Stored or display values of one frame. */
export type GreyPixels =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;

/** Levels of one frame after the modality transform, padding left out. */
export interface GreyLevels {
  readonly min: number;
  readonly max: number;
  /** 1st, 50th and 99.5th percentile. */
  readonly p1: number;
  readonly p50: number;
  readonly p995: number;
}

/** Stored values that are padding and not image: one value or an inclusive range. */
export interface Padding {
  readonly from: number;
  readonly to: number;
}

/** Enough values for a stable 99.5th percentile; more only costs time. */
const SAMPLE_TARGET = 65_536;

/** Nearest-rank percentile of sorted values: the smallest value with at least `share` of the values at or below it. */
export function nearestRank(sorted: ArrayLike<number>, share: number): number {
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[Math.min(rank, sorted.length) - 1] ?? 0;
}

/**
 * Robust grey levels of a frame. Percentiles come from an even sample of at most about 65,000 values.
 * Null where nothing but padding (or no finite value) is there.
 */
export function greyLevels(
  pixels: GreyPixels,
  slope: number,
  intercept: number,
  padding: Padding | null,
): GreyLevels | null {
  const step = Math.max(1, Math.floor(pixels.length / SAMPLE_TARGET));
  const sample: number[] = [];
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < pixels.length; i++) {
    const value = pixels[i] as number;
    if (padding !== null && value >= padding.from && value <= padding.to) continue;
    if (!Number.isFinite(value)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
    if (i % step === 0) sample.push(value);
  }
  if (min > max) return null;
  if (sample.length === 0) sample.push(min, max);
  const sorted = Float64Array.from(sample).sort();
  const real = (stored: number): number => stored * slope + intercept;
  const levels = [
    min,
    nearestRank(sorted, 0.01),
    nearestRank(sorted, 0.5),
    nearestRank(sorted, 0.995),
    max,
  ].map(real) as [number, number, number, number, number];
  // A negative slope turns the order round.
  if (slope < 0) levels.reverse();
  return { min: levels[0], p1: levels[1], p50: levels[2], p995: levels[3], max: levels[4] };
}

/** Levels of several frames taken together, so that one window serves the whole series. */
export function combineLevels(levels: readonly GreyLevels[]): GreyLevels | null {
  // Frames of one value (empty slices at the end of a volume) say nothing about contrast.
  const informative = levels.filter((l) => l.max > l.min);
  const used = informative.length > 0 ? informative : levels;
  const first = used[0];
  if (!first) return null;
  return used.reduce(
    (all, l) => ({
      min: Math.min(all.min, l.min),
      max: Math.max(all.max, l.max),
      p1: Math.min(all.p1, l.p1),
      p50: Math.max(all.p50, l.p50),
      p995: Math.max(all.p995, l.p995),
    }),
    first,
  );
}
