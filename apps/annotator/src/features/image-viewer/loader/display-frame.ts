import type { DecodedFrame } from '../decode/decode-frame.ts';
import { greyLevels } from '../geometry/grey-levels.ts';
import type { DisplayFrame } from './decode-protocol.ts';

/** Prepare a decoded frame for the renderer, whose lookup table spans min..max: wider than 16 bits is requantised. */
export function toDisplayFrame(frame: DecodedFrame): DisplayFrame {
  if (frame.kind === 'colour') return frame;
  const { rows, columns, invert } = frame;
  const levels = greyLevels(frame.pixels, frame.slope, frame.intercept, frame.padding);
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of frame.pixels) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const { pixels: values, padding } = frame;
  const exact = { pixels: values, slope: frame.slope, intercept: frame.intercept, padding };
  let { pixels, slope, intercept } = frame;
  if (pixels.BYTES_PER_ELEMENT > 2) {
    const step = Math.max((max - min) / 65_535, Number.MIN_VALUE);
    const narrow = max - min <= 65_535 ? 1 : step;
    const scaled = new Uint16Array(pixels.length);
    for (let i = 0; i < pixels.length; i++) scaled[i] = Math.round(((pixels[i] as number) - min) / narrow);
    pixels = scaled;
    intercept += min * slope;
    slope *= narrow;
    max = Math.round((max - min) / narrow);
    min = 0;
  }
  return { kind: 'grey', rows, columns, pixels, slope, intercept, invert, min, max, levels, exact };
}
