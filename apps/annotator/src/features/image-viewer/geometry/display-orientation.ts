import type { Orientation, Vector3 } from './vector.ts';
import type { ScreenTurn } from './screen-turn.ts';
import { turned } from './screen-turn.ts';
import { add, columnDirection, dot, negate, rowDirection, scaled, sliceNormal } from './vector.ts';

/** Letters at the four edges of the picture, e.g. `R`, `LP`. */
export interface EdgeLetters {
  readonly left: string;
  readonly right: string;
  readonly top: string;
  readonly bottom: string;
}

/** Unturned: as the pixels are stored. */
const unturned: ScreenTurn = { rotation: 0, hflip: false, vflip: false };

/** Components below this (about 24°) are not named: a slightly tilted axial slice reads `R`, not `RS`. */
const SECOND_LETTER_FROM = 0.4;

/**
 * Name of a direction in the patient: the main axis first, a second letter where the direction is clearly oblique.
 * LPS: +x is the patient's left, +y posterior, +z superior.
 */
export function directionLetters(direction: Vector3): string {
  const axes = [
    { letter: direction[0] > 0 ? 'L' : 'R', size: Math.abs(direction[0]) },
    { letter: direction[1] > 0 ? 'P' : 'A', size: Math.abs(direction[1]) },
    { letter: direction[2] > 0 ? 'S' : 'I', size: Math.abs(direction[2]) },
  ].sort((a, b) => b.size - a.size);
  return axes
    .filter(
      (axis, rank) => axis.size > 1e-3 && (rank === 0 || (rank === 1 && axis.size >= SECOND_LETTER_FROM)),
    )
    .map((axis) => axis.letter)
    .join('');
}

/** Where screen right and screen down point in the patient. */
function screenDirections(orientation: Orientation, turn: ScreenTurn): { right: Vector3; down: Vector3 } {
  const row = turned({ x: 1, y: 0 }, turn);
  const column = turned({ x: 0, y: 1 }, turn);
  const along = (x: number, y: number): Vector3 =>
    add(scaled(rowDirection(orientation), x), scaled(columnDirection(orientation), y));
  return { right: along(row.x, column.x), down: along(row.y, column.y) };
}

/** What the reader expects at screen right and screen bottom for the plane nearest to the slice. */
function radiologicalTarget(normal: Vector3): { right: Vector3; down: Vector3 } {
  const [x, y, z] = [Math.abs(normal[0]), Math.abs(normal[1]), Math.abs(normal[2])];
  if (z >= x && z >= y) return { right: [1, 0, 0], down: [0, 1, 0] };
  if (y >= x) return { right: [1, 0, 0], down: [0, 0, -1] };
  return { right: [0, 1, 0], down: [0, 0, -1] };
}

/**
 * Letters at the edges of a picture of that orientation, turned that way. Null where the orientation of the patient
 * is unknown.
 */
export function edgeLetters(orientation: Orientation | null, turn: ScreenTurn): EdgeLetters | null {
  if (orientation === null) return null;
  const { right, down } = screenDirections(orientation, turn);
  return {
    left: directionLetters(negate(right)),
    right: directionLetters(right),
    top: directionLetters(negate(down)),
    bottom: directionLetters(down),
  };
}

/**
 * Flips and quarter turn that bring a slice nearest to radiological display: patient right on screen left,
 * anterior up on axial slices, superior up on coronal and sagittal ones, anterior on screen left on sagittal ones.
 * Unknown orientation: as stored.
 */
export function displayOrientation(orientation: Orientation | null): ScreenTurn {
  if (orientation === null) return unturned;
  const target = radiologicalTarget(sliceNormal(orientation));
  let best = unturned;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const rotation of [0, 90] as const) {
    for (const hflip of [false, true]) {
      for (const vflip of [false, true]) {
        const turn = { rotation, hflip, vflip };
        const { right, down } = screenDirections(orientation, turn);
        const score = dot(right, target.right) + dot(down, target.down);
        if (score > bestScore + 1e-9) {
          bestScore = score;
          best = turn;
        }
      }
    }
  }
  return best;
}
