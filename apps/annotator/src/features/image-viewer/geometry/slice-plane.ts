import type { ViewerSeries } from '@concord/rubric/model/imaging';
import type { PlanePoint } from './screen-turn.ts';
import type { Orientation, Vector3 } from './vector.ts';
import { add, columnDirection, dot, negate, rowDirection, scaled, sliceNormal } from './vector.ts';

/** Where a slice lies in the patient; lengths in millimetres. */
export interface SlicePlane {
  /** Centre of the first pixel. */
  readonly position: Vector3;
  readonly orientation: Orientation;
  /** Row spacing, then column spacing. */
  readonly spacing: readonly [number, number];
  readonly rows: number;
  readonly columns: number;
}

/** The plane of slice `index`, or null where position, orientation or spacing is unknown. */
export function slicePlane(series: ViewerSeries, index: number): SlicePlane | null {
  const position = series.images[index]?.position;
  const { orientation, pixelSpacing, rows, columns } = series;
  if (!position || !orientation || !pixelSpacing) return null;
  return { position, orientation, spacing: pixelSpacing, rows, columns };
}

/** Patient coordinates of a place in the image (corner of the first pixel at 0, 0). */
export function toPatient({ position, orientation, spacing }: SlicePlane, { x, y }: PlanePoint): Vector3 {
  const along = add(position, scaled(rowDirection(orientation), (x - 0.5) * spacing[1]));
  return add(along, scaled(columnDirection(orientation), (y - 0.5) * spacing[0]));
}

/** The place in the image that lies under a point of the patient, seen along the slice normal. */
export function fromPatient({ position, orientation, spacing }: SlicePlane, point: Vector3): PlanePoint {
  const from = add(point, negate(position));
  return {
    x: dot(from, rowDirection(orientation)) / spacing[1] + 0.5,
    y: dot(from, columnDirection(orientation)) / spacing[0] + 0.5,
  };
}

/** Millimetres from a slice to a point of the patient, negative behind the slice. */
export function distanceTo({ position, orientation }: SlicePlane, point: Vector3): number {
  return dot(add(point, negate(position)), sliceNormal(orientation));
}

/**
 * Where `other` cuts the picture of `plane`, as two places in the image of `plane`; null where the planes are nearly
 * parallel or the pictures do not meet.
 */
export function referenceLine(
  plane: SlicePlane,
  other: SlicePlane,
): readonly [PlanePoint, PlanePoint] | null {
  const parallel = Math.abs(dot(sliceNormal(plane.orientation), sliceNormal(other.orientation)));
  if (parallel > 0.98) return null;
  // The border of the other picture, and where each of its sides passes through this plane.
  const corners = [
    { x: 0, y: 0 },
    { x: other.columns, y: 0 },
    { x: other.columns, y: other.rows },
    { x: 0, y: other.rows },
  ].map((corner) => toPatient(other, corner));
  const cuts: PlanePoint[] = [];
  corners.forEach((from, at) => {
    const to = corners[(at + 1) % corners.length] ?? from;
    const [before, after] = [distanceTo(plane, from), distanceTo(plane, to)];
    if (before * after > 0 || before === after) return;
    const share = before / (before - after);
    cuts.push(fromPatient(plane, add(from, scaled(add(to, negate(from)), share))));
  });
  const [first] = cuts;
  const last = cuts.find((cut) => first && Math.hypot(cut.x - first.x, cut.y - first.y) > 1e-6);
  return first && last ? [first, last] : null;
}
