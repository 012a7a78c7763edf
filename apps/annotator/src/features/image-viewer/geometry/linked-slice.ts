import type { ViewerSeries } from '@concord/rubric/model/imaging';
import type { Orientation, Vector3 } from './vector.ts';
import { dot, sliceNormal } from './vector.ts';

/** Planes tilted against each other by less than this still scroll together (e.g. AC-PC against scanner axial). */
export const LINK_TOLERANCE_DEGREES = 20;

/** Whether two slices lie in nearly the same plane, whichever way their normals point. */
export function nearParallel(
  a: Orientation,
  b: Orientation,
  toleranceDegrees: number = LINK_TOLERANCE_DEGREES,
): boolean {
  const cosine = Math.abs(dot(sliceNormal(a), sliceNormal(b)));
  return cosine >= Math.cos((toleranceDegrees * Math.PI) / 180);
}

/** Centre of slice `index` in patient millimetres, or null where geometry is unknown. */
export function sliceCentre(series: ViewerSeries, index: number): Vector3 | null {
  const position = series.images[index]?.position;
  const { orientation, pixelSpacing } = series;
  if (!position || !orientation) return null;
  const [rowSpacing, columnSpacing] = pixelSpacing ?? [1, 1];
  const alongRow = ((series.columns - 1) / 2) * columnSpacing;
  const alongColumn = ((series.rows - 1) / 2) * rowSpacing;
  return [
    position[0] + orientation[0] * alongRow + orientation[3] * alongColumn,
    position[1] + orientation[1] * alongRow + orientation[4] * alongColumn,
    position[2] + orientation[2] * alongRow + orientation[5] * alongColumn,
  ];
}

/**
 * Index of the slice of `series` whose plane passes nearest to `point` (patient mm), measured along the series normal.
 * Null where the series has no geometry. The lower index wins a tie.
 */
export function nearestSlice(series: ViewerSeries, point: Vector3): number | null {
  if (!series.orientation) return null;
  const normal = sliceNormal(series.orientation);
  const wanted = dot(point, normal);
  let best: number | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  series.images.forEach((image, index) => {
    if (!image.position) return;
    const distance = Math.abs(dot(image.position, normal) - wanted);
    if (distance < bestDistance - 1e-6) {
      bestDistance = distance;
      best = index;
    }
  });
  return best;
}

/**
 * Slice of `target` that lies at the place of slice `index` of `source`. Null where the two must not be linked:
 * other or unknown frame of reference, other plane, or no geometry.
 */
export function linkedSlice(source: ViewerSeries, index: number, target: ViewerSeries): number | null {
  if (source.frameOfReference === null || source.frameOfReference !== target.frameOfReference) return null;
  if (!source.orientation || !target.orientation) return null;
  if (!nearParallel(source.orientation, target.orientation)) return null;
  const centre = sliceCentre(source, index);
  return centre === null ? null : nearestSlice(target, centre);
}

/**
 * Slice of `target` at about the same share of its stack, for nearly parallel series whose coordinates cannot be compared
 * (other or unknown frame of reference). The reader must be told that it is approximate. Null for other planes.
 */
export function approximateSlice(source: ViewerSeries, index: number, target: ViewerSeries): number | null {
  if (source.frameOfReference !== null && source.frameOfReference === target.frameOfReference) return null;
  if (!source.orientation || !target.orientation) return null;
  if (!nearParallel(source.orientation, target.orientation)) return null;
  const last = source.images.length - 1;
  if (last < 1 || target.images.length === 0) return null;
  const opposed = dot(sliceNormal(source.orientation), sliceNormal(target.orientation)) < 0;
  const share = opposed ? 1 - index / last : index / last;
  return Math.round(share * (target.images.length - 1));
}
