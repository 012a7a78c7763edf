import type { Orientation, Vector3 } from './vector.ts';
import { columnDirection, dot, negate, rowDirection, sliceNormal } from './vector.ts';

/** Letters at the four edges of the picture, e.g. `R`, `LP`. */
export interface EdgeLetters {
  readonly left: string;
  readonly right: string;
  readonly top: string;
  readonly bottom: string;
}

/** How stored pixels are turned for radiological display: first the flips, then the clockwise rotation. */
export interface DisplayOrientation {
  readonly rotation: 0 | 90;
  readonly hflip: boolean;
  readonly vflip: boolean;
  /** Null where the orientation of the patient is unknown. */
  readonly letters: EdgeLetters | null;
}

const unturned: DisplayOrientation = { rotation: 0, hflip: false, vflip: false, letters: null };

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

/** What the reader expects at screen right and screen bottom for the plane nearest to the slice. */
function radiologicalTarget(normal: Vector3): { right: Vector3; down: Vector3 } {
  const [x, y, z] = [Math.abs(normal[0]), Math.abs(normal[1]), Math.abs(normal[2])];
  if (z >= x && z >= y) return { right: [1, 0, 0], down: [0, 1, 0] };
  if (y >= x) return { right: [1, 0, 0], down: [0, 0, -1] };
  return { right: [0, 1, 0], down: [0, 0, -1] };
}

/**
 * Flips and quarter turn that bring a slice nearest to radiological display: patient right on screen left,
 * anterior up on axial slices, superior up on coronal and sagittal ones, anterior on screen left on sagittal ones.
 * Unknown orientation: as stored, without letters.
 */
export function displayOrientation(orientation: Orientation | null): DisplayOrientation {
  if (orientation === null) return unturned;
  const row = rowDirection(orientation);
  const column = columnDirection(orientation);
  const target = radiologicalTarget(sliceNormal(orientation));
  let best: DisplayOrientation = unturned;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const rotation of [0, 90] as const) {
    for (const hflip of [false, true]) {
      for (const vflip of [false, true]) {
        const alongRow = hflip ? negate(row) : row;
        const alongColumn = vflip ? negate(column) : column;
        // A clockwise quarter turn brings what pointed right to the bottom and what pointed down to the left.
        const right = rotation === 0 ? alongRow : negate(alongColumn);
        const down = rotation === 0 ? alongColumn : alongRow;
        const score = dot(right, target.right) + dot(down, target.down);
        if (score > bestScore + 1e-9) {
          bestScore = score;
          best = {
            rotation,
            hflip,
            vflip,
            letters: {
              left: directionLetters(negate(right)),
              right: directionLetters(right),
              top: directionLetters(negate(down)),
              bottom: directionLetters(down),
            },
          };
        }
      }
    }
  }
  return best;
}
