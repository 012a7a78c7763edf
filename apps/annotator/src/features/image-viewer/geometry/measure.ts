import type { GreyPixels, Padding } from './grey-levels.ts';
import type { PlanePoint } from './screen-turn.ts';

export const markKinds = ['length', 'angle', 'rectangle', 'ellipse'] as const;
export type MarkKind = (typeof markKinds)[number];

/** Points that a mark needs: the ends, the arms with the vertex between them, or two opposite corners. */
export const pointsOf: Readonly<Record<MarkKind, number>> = { length: 2, angle: 3, rectangle: 2, ellipse: 2 };

/** [row, column] spacing in millimetres, or null. */
type Spacing = readonly [number, number] | null;

/** Whether lengths may be given in millimetres. */
export const validSpacing = (spacing: Spacing): spacing is readonly [number, number] =>
  spacing !== null && spacing.every((side) => Number.isFinite(side) && side > 0);

const difference = (from: PlanePoint, to: PlanePoint, spacing: Spacing): PlanePoint => {
  const [rowSpacing, columnSpacing] = validSpacing(spacing) ? spacing : [1, 1];
  return { x: (to.x - from.x) * columnSpacing, y: (to.y - from.y) * rowSpacing };
};

/** Distance of two places in millimetres, or in pixels without valid spacing. */
export function lengthOf(from: PlanePoint, to: PlanePoint, spacing: Spacing): number {
  const { x, y } = difference(from, to, spacing);
  return Math.hypot(x, y);
}

/** Angle at `vertex` in degrees, 0 to 180, or null where an arm has no length. */
export function angleOf(
  [first, vertex, last]: readonly [PlanePoint, PlanePoint, PlanePoint],
  spacing: Spacing,
): number | null {
  const one = difference(vertex, first, spacing);
  const other = difference(vertex, last, spacing);
  const lengths = Math.hypot(one.x, one.y) * Math.hypot(other.x, other.y);
  if (lengths === 0) return null;
  const cosine = (one.x * other.x + one.y * other.y) / lengths;
  return (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI;
}

/** Grey values of one frame: value = stored · slope + intercept. */
export interface GreyFrame {
  readonly rows: number;
  readonly columns: number;
  readonly pixels: GreyPixels;
  readonly slope: number;
  readonly intercept: number;
  readonly padding: Padding | null;
}

/** Value at a place of the image, or null outside it or on padding. */
export function valueAt(frame: GreyFrame, { x, y }: PlanePoint): number | null {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  if (column < 0 || row < 0 || column >= frame.columns || row >= frame.rows) return null;
  const stored = frame.pixels[row * frame.columns + column] as number;
  const { padding } = frame;
  if (padding !== null && stored >= padding.from && stored <= padding.to) return null;
  return stored * frame.slope + frame.intercept;
}

/** `n` pixels with their centre in the region and no padding; `sd` (n − 1) is null for fewer than two. */
export interface RegionStatistics {
  readonly n: number;
  readonly mean: number | null;
  readonly sd: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** Square millimetres of the drawn shape, or square pixels without valid spacing. */
  readonly area: number;
  /** Pixels in the region left out as padding. */
  readonly padded: number;
}

/** Statistics of the pixels inside the rectangle or ellipse between two opposite corners. Corners outside are cut off. */
export function regionStatistics(
  frame: GreyFrame,
  kind: 'rectangle' | 'ellipse',
  [one, other]: readonly [PlanePoint, PlanePoint],
  spacing: Spacing,
): RegionStatistics {
  const [left, right] = [Math.min(one.x, other.x), Math.max(one.x, other.x)];
  const [top, bottom] = [Math.min(one.y, other.y), Math.max(one.y, other.y)];
  const centre = { x: (left + right) / 2, y: (top + bottom) / 2 };
  const radius = { x: (right - left) / 2, y: (bottom - top) / 2 };
  const inside = (x: number, y: number): boolean =>
    kind === 'rectangle' || ((x - centre.x) / radius.x) ** 2 + ((y - centre.y) / radius.y) ** 2 <= 1;
  let [n, mean, squares, padded] = [0, 0, 0, 0];
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let row = Math.max(0, Math.ceil(top - 0.5)); row < frame.rows && row + 0.5 <= bottom; row += 1)
    for (
      let column = Math.max(0, Math.ceil(left - 0.5));
      column < frame.columns && column + 0.5 <= right;
      column += 1
    ) {
      if (!inside(column + 0.5, row + 0.5)) continue;
      const value = valueAt(frame, { x: column, y: row });
      if (value === null) {
        padded += 1;
        continue;
      }
      // Welford, so that large values with a small spread keep their digits.
      n += 1;
      const step = value - mean;
      mean += step / n;
      squares += step * (value - mean);
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
  const { x: width, y: height } = difference({ x: left, y: top }, { x: right, y: bottom }, spacing);
  return {
    n,
    mean: n > 0 ? mean : null,
    sd: n > 1 ? Math.sqrt(squares / (n - 1)) : null,
    min: n > 0 ? min : null,
    max: n > 0 ? max : null,
    area: width * height * (kind === 'ellipse' ? Math.PI / 4 : 1),
    padded,
  };
}
