import type { Pair } from './data.ts';
import type { UndefinedReason } from './estimate.ts';

/** Two-pass central sums: x is the consensus, y the grader. */
export type Moments = {
  n: number;
  meanX: number;
  meanY: number;
  sumXX: number;
  sumYY: number;
  sumXY: number;
  constantX: boolean;
  constantY: boolean;
};

// Values whose range is below this are one value; a correlation this near to 1 is 1.
const tiny = 1e-12;

const range = (values: readonly number[]): number => {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return high - low;
};

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export const columns = (pairs: readonly Pair[]): { x: number[]; y: number[] } => ({
  x: pairs.map((pair) => pair.consensus),
  y: pairs.map((pair) => pair.grader),
});

/** Central sums of two columns of one length, at least 1. */
export function moments(x: readonly number[], y: readonly number[]): Moments {
  const n = x.length;
  const meanX = mean(x);
  const meanY = mean(y);
  let sumXX = 0;
  let sumYY = 0;
  let sumXY = 0;
  for (let i = 0; i < n; i += 1) {
    const dx = (x[i] as number) - meanX;
    const dy = (y[i] as number) - meanY;
    sumXX += dx * dx;
    sumYY += dy * dy;
    sumXY += dx * dy;
  }
  return { n, meanX, meanY, sumXX, sumYY, sumXY, constantX: range(x) < tiny, constantY: range(y) < tiny };
}

/** A correlation within 1e-12 of ±1 is ±1. */
export const snapToOne = (r: number): number => (1 - Math.abs(r) < tiny ? Math.sign(r) : r);

/** Product-moment correlation of two columns, or why there is none. Zero variance is judged by the range. */
export function correlate(x: readonly number[], y: readonly number[]): number | UndefinedReason {
  if (x.length === 0) return 'no-data';
  if (x.length < 2) return 'too-few-items';
  const m = moments(x, y);
  if (m.constantX || m.constantY) return 'no-variation';
  return snapToOne(m.sumXY / Math.sqrt(m.sumXX * m.sumYY));
}
