import { describe, expect, it } from 'vitest';
import { decodeJpeg } from '../../../apps/annotator/src/features/image-viewer/decode/jpeg/decode-jpeg.ts';

/** How the hand-made pictures below are written. */
interface Made {
  readonly width: number;
  readonly height: number;
  readonly precision: number;
  readonly predictor: number;
  readonly pointTransform?: number;
  /** Samples between restart markers. */
  readonly restart?: number;
  /** Differences from the prediction, worked out by hand; 'size16' is the difference 32768. */
  readonly differences: readonly (number | 'size16')[];
}

/** Bits of T.81 tables H.2 and F.1: a 5-bit code for the size (the code equals the size), then the size's bits. */
function bitsOf(difference: number | 'size16'): string {
  if (difference === 'size16') return '10000';
  const size = difference === 0 ? 0 : Math.abs(difference).toString(2).length;
  const code = size.toString(2).padStart(5, '0');
  if (size === 0) return code;
  const value = difference > 0 ? difference : difference + 2 ** size - 1;
  return code + value.toString(2).padStart(size, '0');
}

function segmentBytes(differences: readonly (number | 'size16')[]): number[] {
  const bits = differences.map(bitsOf).join('');
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1');
  return (padded.match(/.{8}/g) ?? []).flatMap((byte) => {
    const value = Number.parseInt(byte, 2);
    return value === 0xff ? [0xff, 0] : [value];
  });
}

function jpeg(made: Made): Uint8Array {
  const { width, height, precision, predictor, pointTransform = 0, restart = 0, differences } = made;
  const step = restart || differences.length;
  const data: number[] = [];
  for (let from = 0; from < differences.length; from += step) {
    if (from > 0) data.push(0xff, 0xd0 + ((from / step - 1) % 8));
    data.push(...segmentBytes(differences.slice(from, from + step)));
  }
  const sizes = Array.from({ length: 17 }, (_, size) => size);
  const segments: number[][] = [
    [0xff, 0xd8],
    [0xff, 0xc4, 0, 36, 0, 0, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...sizes],
    [0xff, 0xc3, 0, 11, precision, 0, height, 0, width, 1, 1, 0x11, 0],
    restart ? [0xff, 0xdd, 0, 4, 0, restart] : [],
    [0xff, 0xda, 0, 8, 1, 1, 0, predictor, 0, pointTransform],
    data,
    [0xff, 0xd9],
  ];
  return Uint8Array.from(segments.flat());
}

/** The 12-bit picture 100 110 105 / 98 120 4095: its first line and column do not depend on the predictor. */
const start = [100 - 2048, 10, -5, -2];
const samples = [100, 110, 105, 98, 120, 4095];

describe('lossless JPEG (process 14)', () => {
  it.each([
    [1, 'left', 22, 3975],
    [2, 'above', 10, 3990],
    [3, 'above left', 20, 3985],
    [4, 'left + above - above left', 12, 3980],
    [5, 'left + half of (above - above left)', 17, 3978],
    [6, 'above + half of (left - above left)', 11, 3985],
    [7, 'mean of left and above', 16, 3983],
  ])(
    'predictor %i (%s) gives back the picture worked out by hand, last pixel included',
    (predictor, _, a, b) => {
      const made = { width: 3, height: 2, precision: 12, predictor, differences: [...start, a, b] };
      expect([...decodeJpeg(jpeg(made)).values]).toEqual(samples);
    },
  );

  it('multiplies by the point transform: 100 and 101 shifted by 2 bits are 400 and 404', () => {
    const differences = [100 - 512, 1];
    const made = { width: 2, height: 1, precision: 12, predictor: 1, pointTransform: 2, differences };
    expect([...decodeJpeg(jpeg(made)).values]).toEqual([400, 404]);
  });

  it('predicts the line after a restart marker as it predicts the first line', () => {
    const differences = [10 - 2048, 2, 7 - 2048, 2];
    const made = { width: 2, height: 2, precision: 12, predictor: 7, restart: 2, differences };
    expect([...decodeJpeg(jpeg(made)).values]).toEqual([10, 12, 7, 9]);
  });

  it('reaches both ends of 16 bits, where differences are taken modulo 65536', () => {
    const made: Made = { width: 2, height: 1, precision: 16, predictor: 1, differences: ['size16', -1] };
    expect([...decodeJpeg(jpeg(made)).values]).toEqual([0, 65_535]);
  });

  it('reads 8-bit pictures: 128 + 5 and 4 less', () => {
    const made = { width: 2, height: 1, precision: 8, predictor: 1, differences: [5, -4] };
    const picture = decodeJpeg(jpeg(made));
    expect([picture.precision, ...picture.values]).toEqual([8, 133, 129]);
  });

  it('says that a picture is cut short instead of filling it up', () => {
    const made = { width: 3, height: 2, precision: 12, predictor: 1, differences: start };
    expect(() => decodeJpeg(jpeg(made))).toThrow('The JPEG data of this picture are cut short.');
  });

  it('says that progressive JPEG is not supported', () => {
    const progressive = Uint8Array.from([
      0xff, 0xd8, 0xff, 0xc2, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0, 0xff, 0xd9,
    ]);
    expect(() => decodeJpeg(progressive)).toThrow(/progressive.*not supported/);
  });
});
