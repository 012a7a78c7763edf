/** Lengths that a reader measures by, in millimetres. */
const lengths = [200, 100, 50, 20, 10, 5, 2, 1] as const;

export interface ScaleBar {
  /** Millimetres in the patient. */
  readonly length: number;
  /** CSS pixels on the screen. */
  readonly pixels: number;
}

/**
 * The longest round length that takes at most a third of the viewport; null where millimetres are not known.
 * @param spacing [row, column] spacing in millimetres, or null
 * @param scale CSS pixels for the shorter side of an image pixel
 * @param room width of the viewport in CSS pixels
 */
export function scaleBar(
  spacing: readonly [number, number] | null,
  scale: number,
  room: number,
): ScaleBar | null {
  if (spacing === null || !spacing.every((side) => Number.isFinite(side) && side > 0) || !(scale > 0))
    return null;
  const perMillimetre = scale / Math.min(...spacing);
  const length = lengths.find((each) => each * perMillimetre <= room / 3);
  return length === undefined ? null : { length, pixels: length * perMillimetre };
}
