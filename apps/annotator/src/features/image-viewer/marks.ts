import type { ViewerSeries } from '@concord/rubric/model/imaging';
import type { GreyFrame, MarkKind } from './geometry/measure.ts';
import {
  angleOf,
  lengthOf,
  markKinds,
  pointsOf,
  regionStatistics,
  validSpacing,
} from './geometry/measure.ts';
import type { PlanePoint } from './geometry/screen-turn.ts';

/** One measurement on one slice; places in the image, with the corner of the first pixel at (0, 0). */
export interface Mark {
  readonly kind: MarkKind;
  readonly seriesId: string;
  /** 0-based slice. */
  readonly slice: number;
  readonly points: readonly PlanePoint[];
}

const finite = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** Whether a value read back from storage is a whole mark. */
export function isMark(value: unknown): value is Mark {
  const mark = value as Partial<Mark> | null;
  const kind = markKinds.find((each) => each === mark?.kind);
  return (
    kind !== undefined &&
    typeof mark?.seriesId === 'string' &&
    finite(mark.slice) &&
    Array.isArray(mark.points) &&
    mark.points.length === pointsOf[kind] &&
    mark.points.every((point: Partial<PlanePoint> | null) => finite(point?.x) && finite(point.y))
  );
}

const figures = (value: number): string => {
  const size = Math.abs(value);
  if (size !== 0 && size < 0.01) return value.toExponential(1);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
};

/**
 * What a mark says, line by line: millimetres only with valid spacing, else pixels in so many words. `points` may be fewer
 * than the mark needs while it is drawn; then there is nothing to say yet.
 */
export function markText(
  { kind, points }: Pick<Mark, 'kind' | 'points'>,
  { pixelSpacing }: Pick<ViewerSeries, 'pixelSpacing'>,
  frame: GreyFrame | null,
  zh: boolean,
): string[] {
  const [first, second, third] = points;
  if (!first || !second) return [];
  const scaled = validSpacing(pixelSpacing);
  const pixels = zh ? '像素（无毫米）' : 'px (no millimetres)';
  if (kind === 'length')
    return [`${lengthOf(first, second, pixelSpacing).toFixed(1)} ${scaled ? 'mm' : pixels}`];
  if (kind === 'angle') {
    if (!third) return [];
    const angle = angleOf([first, second, third], pixelSpacing);
    if (angle === null) return [];
    return [`${angle.toFixed(1)}°${scaled ? '' : zh ? '（按像素）' : ' (in pixels)'}`];
  }
  // Without grey values the shape still has its area.
  const none = { rows: 0, columns: 0, pixels: new Uint8Array(), slope: 1, intercept: 0, padding: null };
  const found = regionStatistics(frame ?? none, kind, [first, second], pixelSpacing);
  const area = scaled
    ? `${figures(found.area)} mm²`
    : `${figures(found.area)} ${zh ? '像素²（无毫米）' : 'px² (no millimetres)'}`;
  if (!frame) return [area];
  const mean =
    found.mean === null
      ? zh
        ? '无像素'
        : 'no pixel'
      : `${zh ? '均值' : 'mean'} ${figures(found.mean)}${found.sd === null ? '' : ` SD ${figures(found.sd)}`}`;
  const padded =
    found.padded > 0 ? (zh ? `，${found.padded} 个填充像素未计` : `, ${found.padded} padding left out`) : '';
  return [`${mean}  n ${found.n}${padded}`, area];
}
