import { randomIntegers } from '@concord/rubric/stats/random';
import { describe, expect, it } from 'vitest';
import { decodeFrame } from '../../../apps/annotator/src/features/image-viewer/decode/decode-frame.ts';
import { readHeader } from '../../../apps/annotator/src/features/image-viewer/decode/dicom-header.ts';
import { rendererWindow } from '../../../apps/annotator/src/features/image-viewer/geometry/window.ts';
import { toDisplayFrame } from '../../../apps/annotator/src/features/image-viewer/loader/display-frame.ts';

type Made = {
  signed: boolean;
  bitsAllocated: 8 | 16;
  bitsStored: number;
  dirty: boolean;
  slope: number;
  intercept: number;
  monochrome: 1 | 2;
  padded: boolean;
};
const rows = 4;
const columns = 5;

/** One element of explicit little endian; text is padded to even length. */
function element(group: number, tag: number, vr: string, value: Buffer): Buffer {
  const even = value.length % 2 === 0 ? value : Buffer.concat([value, Buffer.from(vr === 'UI' ? '\0' : ' ')]);
  const long = ['OB', 'OW', 'SQ', 'UN'].includes(vr);
  const head = Buffer.alloc(long ? 12 : 8);
  head.writeUInt16LE(group, 0);
  head.writeUInt16LE(tag, 2);
  head.write(vr, 4, 'latin1');
  if (long) head.writeUInt32LE(even.length, 8);
  else head.writeUInt16LE(even.length, 6);
  return Buffer.concat([head, even]);
}
const short = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value & 0xffff);
  return bytes;
};
const text = (value: string): Buffer => Buffer.from(value, 'latin1');

/** A picture of known values, the lowest and the highest of its bits among them, written out byte by byte. */
function make(made: Made, seed: number): { bytes: Uint8Array; values: number[]; padding: number } {
  const next = randomIntegers(seed, 0);
  const { signed, bitsStored, bitsAllocated } = made;
  const low = signed ? -(2 ** (bitsStored - 1)) : 0;
  const high = signed ? 2 ** (bitsStored - 1) - 1 : 2 ** bitsStored - 1;
  const padding = low;
  const values = Array.from({ length: rows * columns }, () => low + 1 + next(high - low));
  values[0] = high;
  values[1] = made.padded ? padding : low;
  values[2] = signed ? -1 : 1;
  const pixels = Buffer.alloc((rows * columns * bitsAllocated) / 8);
  values.forEach((value, at) => {
    const stored = value & (2 ** bitsStored - 1);
    // Overlay planes, or what an earlier value left there.
    const above = made.dirty ? next(2 ** (bitsAllocated - bitsStored)) << bitsStored : 0;
    if (bitsAllocated === 8) pixels.writeUInt8(stored | above, at);
    else pixels.writeUInt16LE((stored | above) & 0xffff, at * 2);
  });
  const vr = signed ? 'SS' : 'US';
  const dataSet = Buffer.concat([
    element(0x0028, 0x0002, 'US', short(1)),
    element(0x0028, 0x0004, 'CS', text(`MONOCHROME${made.monochrome}`)),
    element(0x0028, 0x0010, 'US', short(rows)),
    element(0x0028, 0x0011, 'US', short(columns)),
    element(0x0028, 0x0100, 'US', short(bitsAllocated)),
    element(0x0028, 0x0101, 'US', short(bitsStored)),
    element(0x0028, 0x0102, 'US', short(bitsStored - 1)),
    element(0x0028, 0x0103, 'US', short(signed ? 1 : 0)),
    // Wrong on purpose: nothing may be taken from them.
    element(0x0028, 0x0106, vr, short(7)),
    element(0x0028, 0x0107, vr, short(9)),
    ...(made.padded ? [element(0x0028, 0x0120, vr, short(padding))] : []),
    element(0x0028, 0x1052, 'DS', text(String(made.intercept))),
    element(0x0028, 0x1053, 'DS', text(String(made.slope))),
    element(0x7fe0, 0x0010, bitsAllocated === 8 ? 'OB' : 'OW', pixels),
  ]);
  const syntax = element(0x0002, 0x0010, 'UI', text('1.2.840.10008.1.2.1'));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(syntax.length);
  const meta = Buffer.concat([element(0x0002, 0x0000, 'UL', length), syntax]);
  const bytes = Buffer.concat([Buffer.alloc(128), text('DICM'), meta, dataSet]);
  return { bytes: new Uint8Array(bytes), values, padding };
}

const matrix: Made[] = [true, false].flatMap((signed) =>
  (
    [
      [8, 8],
      [16, 8],
      [16, 10],
      [16, 12],
      [16, 16],
    ] as const
  ).flatMap(([bitsAllocated, bitsStored]) =>
    [false, true].flatMap((dirty) =>
      (
        [
          [1, 0],
          [0.5, -1024],
          [-2, 100],
          [3.1415, 0.25],
        ] as const
      ).flatMap(([slope, intercept]) =>
        ([1, 2] as const).flatMap((monochrome) =>
          [false, true].map((padded) => ({
            signed,
            bitsAllocated,
            bitsStored,
            dirty,
            slope,
            intercept,
            monochrome,
            padded,
          })),
        ),
      ),
    ),
  ),
);

/** Grey of DICOM's LINEAR function (PS3.3 C.11.2.1.2.1), 0 to 255. */
function linear(x: number, center: number, width: number): number {
  if (x <= center - 0.5 - (width - 1) / 2) return 0;
  if (x > center - 0.5 + (width - 1) / 2) return 255;
  return ((x - (center - 0.5)) / (width - 1) + 0.5) * 255;
}

describe(`pictures of every kind (${matrix.length}: sign, bits, dirty bits, slope, intercept, MONOCHROME, padding)`, () => {
  it('have exactly the values that were written, dirty high bits or not', async () => {
    for (const [seed, made] of matrix.entries()) {
      const { bytes, values } = make(made, seed);
      const frame = await decodeFrame(readHeader(bytes), 0);
      if (frame.kind !== 'grey') throw new Error('a colour picture');
      expect([...frame.pixels], JSON.stringify(made)).toEqual(values);
      expect([frame.slope, frame.intercept, frame.invert]).toEqual([
        made.slope,
        made.intercept,
        made.monochrome === 1,
      ]);
    }
  });
  it('keep padding out of the levels of the automatic window, and ignore wrong smallest and largest values', async () => {
    for (const [seed, made] of matrix.entries()) {
      const { bytes, values, padding } = make(made, seed);
      const shown = toDisplayFrame(await decodeFrame(readHeader(bytes), 0));
      if (shown.kind !== 'grey') throw new Error('a colour picture');
      const used = values.filter((value) => !made.padded || value !== padding);
      const real = used.map((value) => value * made.slope + made.intercept);
      expect(shown.levels?.min, JSON.stringify(made)).toBeCloseTo(Math.min(...real), 9);
      expect(shown.levels?.max, JSON.stringify(made)).toBeCloseTo(Math.max(...real), 9);
    }
  });
  it('are painted within one grey level of DICOM’s LINEAR function, in every window', async () => {
    for (const [seed, made] of matrix.entries()) {
      const shown = toDisplayFrame(await decodeFrame(readHeader(make(made, seed).bytes), 0));
      if (shown.kind !== 'grey') throw new Error('a colour picture');
      const { pixels, slope, intercept } = shown;
      for (const window of [
        { center: 40, width: 80 },
        { center: -100.5, width: 1500 },
        { center: 128, width: 2 },
        { center: 0.5, width: 1 },
      ]) {
        const { windowCenter, windowWidth } = rendererWindow(window);
        for (const pixel of pixels) {
          const value = pixel * slope + intercept;
          // What cornerstone-core computes from the window that it is handed.
          const painted = Math.min(255, Math.max(0, ((value - windowCenter) / windowWidth + 0.5) * 255));
          const wanted = linear(value, window.center, window.width);
          // At the one value where a step of width 1 jumps, either side is right.
          if (window.width === 1 && value === window.center - 0.5) continue;
          expect(Math.abs(painted - wanted), JSON.stringify({ made, window, value })).toBeLessThanOrEqual(1);
        }
      }
    }
  });
});
