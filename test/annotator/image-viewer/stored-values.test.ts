import { describe, expect, it } from 'vitest';
import { nativeValues } from '../../../apps/annotator/src/features/image-viewer/decode/native-values.ts';

const layout = { bitsAllocated: 16, bitsStored: 12, highBit: 11, signed: true, bigEndian: false };
const words = (...values: number[]): Uint8Array => new Uint8Array(Uint16Array.from(values).buffer);

describe('signed 12-bit values in 16-bit words', () => {
  it('reads FFF as -1 where the bits above are zero throughout', () => {
    expect([...nativeValues(words(0x0fff, 0x0001), layout, 2)]).toEqual([-1, 1]);
  });

  it('reads FFFF as -1 and 7FF as 2047 where the sign is extended throughout', () => {
    expect([...nativeValues(words(0xffff, 0x07ff), layout, 2)]).toEqual([-1, 2047]);
  });

  it('keeps 4095 bright where the same picture extends the sign of -2048, so that white does not turn dark', () => {
    expect([...nativeValues(words(0xf800, 0x0fff), layout, 2)]).toEqual([-2048, 4095]);
  });

  it('ignores an overlay in the bits above', () => {
    expect([...nativeValues(words(0x1fff, 0xf800), layout, 2)]).toEqual([-1, -2048]);
  });
});
