import { ImageError } from './image-error.ts';

/** PackBits as in PS3.5 G.3.1, into `out` from `at` with a stride; stops when `count` bytes are written. */
function unpackSegment(
  segment: Uint8Array,
  out: Uint8Array,
  at: number,
  stride: number,
  count: number,
): void {
  let read = 0;
  let written = 0;
  while (written < count && read < segment.length) {
    const control = segment[read++] as number;
    if (control < 128) {
      for (let n = control + 1; n > 0 && written < count && read < segment.length; n--) {
        out[at + stride * written++] = segment[read++] as number;
      }
    } else if (control > 128) {
      const value = segment[read++] ?? 0;
      for (let n = 257 - control; n > 0 && written < count; n--) out[at + stride * written++] = value;
    }
  }
  if (written < count) {
    throw new ImageError(`The run-length data are cut short: ${written} of ${count} pixels are there.`);
  }
}

/**
 * Decode one RLE frame (PS3.5 annex G). Segments hold the bytes of each sample, most significant first; the result is
 * little endian with samples interleaved by pixel.
 * @throws ImageError if the frame is cut short or the segments do not match the header.
 */
export function decodeRle(
  frame: Uint8Array,
  pixels: number,
  samples: number,
  bytesPerSample: number,
): Uint8Array {
  if (frame.length < 64)
    throw new ImageError('The run-length data are cut short: the segment table is missing.');
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const segments = view.getUint32(0, true);
  if (segments !== samples * bytesPerSample) {
    throw new ImageError(
      `The run-length data have ${segments} segments; ${samples * bytesPerSample} were expected.`,
    );
  }
  const pixelBytes = samples * bytesPerSample;
  const out = new Uint8Array(pixels * pixelBytes);
  for (let s = 0; s < segments; s++) {
    const start = view.getUint32(4 + 4 * s, true);
    const end = s + 1 < segments ? view.getUint32(8 + 4 * s, true) : frame.length;
    const sample = Math.floor(s / bytesPerSample);
    const byte = bytesPerSample - 1 - (s % bytesPerSample);
    unpackSegment(frame.subarray(start, end), out, sample * bytesPerSample + byte, pixelBytes, pixels);
  }
  return out;
}
