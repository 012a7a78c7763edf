/** A point or direction in a plane: x to the right, y down. */
export interface PlanePoint {
  readonly x: number;
  readonly y: number;
}

export type Quarter = 0 | 90 | 180 | 270;

/** How stored pixels are turned on the screen: first the flips, then the clockwise rotation in degrees. */
export interface ScreenTurn {
  readonly rotation: Quarter;
  readonly hflip: boolean;
  readonly vflip: boolean;
}

const quarter = (degrees: number): Quarter => (((degrees % 360) + 360) % 360) as Quarter;

/** A direction of the stored pixels as it points on the screen. */
export function turned({ x, y }: PlanePoint, { rotation, hflip, vflip }: ScreenTurn): PlanePoint {
  const across = hflip ? -x : x;
  const down = vflip ? -y : y;
  if (rotation === 90) return { x: -down, y: across };
  if (rotation === 180) return { x: -across, y: -down };
  if (rotation === 270) return { x: down, y: -across };
  return { x: across, y: down };
}

/** What the reader adds to radiological display: mirrored left to right, then turned clockwise by quarters. */
export interface ReaderTurn {
  readonly mirrored: boolean;
  readonly rotation: Quarter;
}

/** The reader's turn after a further clockwise quarter. */
export const quarterTurn = ({ mirrored, rotation }: ReaderTurn): ReaderTurn => ({
  mirrored,
  rotation: quarter(rotation + 90),
});

/** The reader's turn after swapping what is left and right on the screen: a mirror reverses the rotation before it. */
export const flipAcross = ({ mirrored, rotation }: ReaderTurn): ReaderTurn => ({
  mirrored: !mirrored,
  rotation: quarter(-rotation),
});

/** The reader's turn after swapping what is at the top and at the bottom of the screen. */
export const flipDown = ({ mirrored, rotation }: ReaderTurn): ReaderTurn => ({
  mirrored: !mirrored,
  rotation: quarter(180 - rotation),
});

/** Radiological display and then the reader's turn, as one. */
export function composeTurn(display: ScreenTurn, { mirrored, rotation }: ReaderTurn): ScreenTurn {
  // A mirror of the screen passes through the display's rotation by reversing it.
  const before = mirrored ? -display.rotation : display.rotation;
  return {
    rotation: quarter(before + rotation),
    hflip: display.hflip !== mirrored,
    vflip: display.vflip,
  };
}
