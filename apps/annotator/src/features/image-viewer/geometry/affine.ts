import type { PlanePoint } from './screen-turn.ts';

/** Maps image pixels to the canvas: x' = a·x + c·y + e, y' = b·x + d·y + f. The corner of the first pixel is (0, 0), its centre (0.5, 0.5). */
export interface Affine {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/** The map that sends the corner (0, 0), (1, 0) and (0, 1) of the image to those places. */
export function affineThrough(origin: PlanePoint, right: PlanePoint, down: PlanePoint): Affine {
  return {
    a: right.x - origin.x,
    b: right.y - origin.y,
    c: down.x - origin.x,
    d: down.y - origin.y,
    e: origin.x,
    f: origin.y,
  };
}

/** A place in the image as it lies on the canvas. */
export function toCanvas({ a, b, c, d, e, f }: Affine, { x, y }: PlanePoint): PlanePoint {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** A place on the canvas as it lies in the image; null where the map has no inverse. */
export function toPixel({ a, b, c, d, e, f }: Affine, { x, y }: PlanePoint): PlanePoint | null {
  const determinant = a * d - b * c;
  if (Math.abs(determinant) < 1e-12) return null;
  const [right, down] = [x - e, y - f];
  return { x: (d * right - c * down) / determinant, y: (a * down - b * right) / determinant };
}
