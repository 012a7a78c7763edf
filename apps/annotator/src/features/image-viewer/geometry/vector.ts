/** A point or direction in patient coordinates (LPS), millimetres or unit length. */
export type Vector3 = readonly [number, number, number];

/** Row direction cosines then column direction cosines, as in ImageOrientationPatient. */
export type Orientation = readonly [number, number, number, number, number, number];

/** Scalar product. */
export function dot(a: Vector3, b: Vector3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Sum of two vectors. */
export function add(a: Vector3, b: Vector3): Vector3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

/** The vector times a number. */
export function scaled(v: Vector3, by: number): Vector3 {
  return [v[0] * by, v[1] * by, v[2] * by];
}

/** The vector turned round. */
export function negate(v: Vector3): Vector3 {
  return [-v[0], -v[1], -v[2]];
}

/** Direction in which columns are numbered (screen right when nothing is turned). */
export function rowDirection(orientation: Orientation): Vector3 {
  return [orientation[0], orientation[1], orientation[2]];
}

/** Direction in which rows are numbered (screen down when nothing is turned). */
export function columnDirection(orientation: Orientation): Vector3 {
  return [orientation[3], orientation[4], orientation[5]];
}

/** Slice normal: row direction × column direction, unit length for orthonormal cosines. */
export function sliceNormal(orientation: Orientation): Vector3 {
  const [a, b, c, d, e, f] = orientation;
  return [b * f - c * e, c * d - a * f, a * e - b * d];
}
