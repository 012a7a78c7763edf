import type { DataSet } from 'dicom-parser';
import { ImageError } from './image-error.ts';

function ybrToRgb(y: number, cb: number, cr: number, out: Uint8ClampedArray, at: number): void {
  out[at] = y + 1.402 * (cr - 128);
  out[at + 1] = y - 0.344136 * (cb - 128) - 0.714136 * (cr - 128);
  out[at + 2] = y + 1.772 * (cb - 128);
  out[at + 3] = 255;
}

/**
 * RGBA of a colour frame. `values` are samples of `bitsStored` bits, 3 a pixel (2 for uncompressed YBR_FULL_422).
 * `decoded` says that a codec has already turned YBR into RGB.
 * @throws ImageError for colour models that are not supported.
 */
export function colourToRgba(
  values: ArrayLike<number>,
  pixels: number,
  photometric: string,
  planar: boolean,
  bitsStored: number,
  decoded: boolean,
): Uint8ClampedArray {
  const out = new Uint8ClampedArray(pixels * 4);
  const shift = Math.max(0, bitsStored - 8);
  const at = (i: number): number => (values[i] as number) >> shift;
  if (photometric === 'YBR_FULL_422' && !decoded) {
    for (let p = 0; p < pixels; p += 2) {
      const i = p * 2;
      ybrToRgb(at(i), at(i + 2), at(i + 3), out, p * 4);
      if (p + 1 < pixels) ybrToRgb(at(i + 1), at(i + 2), at(i + 3), out, p * 4 + 4);
    }
    return out;
  }
  const isYbr = photometric === 'YBR_FULL' && !decoded;
  if (!isYbr && !decoded && photometric !== 'RGB') {
    throw new ImageError(`Colour pictures of type ${photometric} are not supported.`);
  }
  for (let p = 0; p < pixels; p++) {
    const a = at(planar ? p : p * 3);
    const b = at(planar ? p + pixels : p * 3 + 1);
    const c = at(planar ? p + 2 * pixels : p * 3 + 2);
    if (isYbr) {
      ybrToRgb(a, b, c, out, p * 4);
    } else {
      out[p * 4] = a;
      out[p * 4 + 1] = b;
      out[p * 4 + 2] = c;
      out[p * 4 + 3] = 255;
    }
  }
  return out;
}

/** RGBA of a PALETTE COLOR frame. @throws ImageError if a palette is missing. */
export function paletteToRgba(values: ArrayLike<number>, dataSet: DataSet): Uint8ClampedArray {
  const out = new Uint8ClampedArray(values.length * 4).fill(255);
  for (let channel = 0; channel < 3; channel++) {
    const descriptor = `x0028110${channel + 1}`;
    const data = dataSet.elements[`x0028120${channel + 1}`];
    if (!data) throw new ImageError('The palette of this colour picture is missing.');
    const entries = dataSet.uint16(descriptor, 0) || 65_536;
    const first = dataSet.uint16(descriptor, 1) ?? 0;
    const wide = data.length >= entries * 2;
    for (let p = 0; p < values.length; p++) {
      const index = Math.min(Math.max((values[p] as number) - first, 0), entries - 1);
      out[p * 4 + channel] = wide
        ? (dataSet.uint16(data.tag, index) ?? 0) >> 8
        : (dataSet.byteArray[data.dataOffset + index] ?? 0);
    }
  }
  return out;
}
