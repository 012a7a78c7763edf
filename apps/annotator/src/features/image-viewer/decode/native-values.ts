import type { GreyPixels } from '../geometry/grey-levels.ts';
import { ImageError } from './image-error.ts';

/** How stored values lie in bytes. */
export interface ValueLayout {
  readonly bitsAllocated: number;
  readonly bitsStored: number;
  readonly highBit: number;
  readonly signed: boolean;
  readonly bigEndian: boolean;
}

function unpackBits(bytes: Uint8Array, count: number): Uint8Array {
  const out = new Uint8Array(count);
  for (let i = 0; i < count; i++) out[i] = ((bytes[i >> 3] as number) >> (i & 7)) & 1;
  return out;
}

/**
 * Keep Bits Stored of raw unsigned values and extend the sign by them: the bits above may hold overlays or dirt,
 * and a codec may have read the sign otherwise than the header says.
 */
export function maskAndExtend(raw: ArrayLike<number>, layout: Omit<ValueLayout, 'bigEndian'>): GreyPixels {
  const { bitsStored, highBit, signed, bitsAllocated } = layout;
  const drop = Math.min(Math.max(0, highBit + 1 - bitsStored), bitsAllocated - bitsStored);
  const left = 32 - bitsStored;
  const count = raw.length;
  if (signed) {
    const out =
      bitsStored <= 8
        ? new Int8Array(count)
        : bitsStored <= 16
          ? new Int16Array(count)
          : new Int32Array(count);
    for (let i = 0; i < count; i++) out[i] = (((raw[i] as number) >>> drop) << left) >> left;
    return out;
  }
  const out =
    bitsStored <= 8
      ? new Uint8Array(count)
      : bitsStored <= 16
        ? new Uint16Array(count)
        : new Uint32Array(count);
  for (let i = 0; i < count; i++) out[i] = (((raw[i] as number) >>> drop) << left) >>> left;
  return out;
}

/**
 * Whether a file of signed 16-bit words uses all 16 bits though its header stores fewer. Such a writer extends
 * the sign of negative values into the bits above yet also writes positive values that need the sign bit; cutting
 * those to Bits Stored would turn the brightest pixels dark. Bits above that hold anything else (overlays) say no.
 */
function usesWholeWords(raw: ArrayLike<number>, layout: Omit<ValueLayout, 'bigEndian'>): boolean {
  const { bitsAllocated, bitsStored, highBit, signed } = layout;
  if (!signed || bitsAllocated !== 16 || bitsStored >= 16 || highBit !== bitsStored - 1) return false;
  const ones = 0xffff >> bitsStored;
  let negative = false;
  let beyond = false;
  for (let i = 0; i < raw.length; i++) {
    const above = (raw[i] as number) >> bitsStored;
    const sign = ((raw[i] as number) >> highBit) & 1;
    if (above === ones && sign === 1) negative = true;
    else if (above === 0) beyond ||= sign === 1;
    else return false;
  }
  return negative && beyond;
}

/** Raw unsigned words of 8, 16 or 32 bits, whatever the alignment of the bytes. */
export function rawWords(
  bytes: Uint8Array,
  bits: number,
  bigEndian: boolean,
): Uint8Array | Uint16Array | Uint32Array {
  if (bits === 8) return bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bits === 16) {
    const out = new Uint16Array(bytes.byteLength >> 1);
    for (let i = 0; i < out.length; i++) out[i] = view.getUint16(i * 2, !bigEndian);
    return out;
  }
  if (bits === 32) {
    const out = new Uint32Array(bytes.byteLength >> 2);
    for (let i = 0; i < out.length; i++) out[i] = view.getUint32(i * 4, !bigEndian);
    return out;
  }
  throw new ImageError(`Pictures with ${bits} bits allocated are not supported.`);
}

/** Stored values of uncompressed grey or colour samples. @throws ImageError for unsupported Bits Allocated. */
export function nativeValues(bytes: Uint8Array, layout: ValueLayout, count: number): GreyPixels {
  if (layout.bitsAllocated === 1) return unpackBits(bytes, count);
  const raw = rawWords(bytes, layout.bitsAllocated, layout.bigEndian);
  return maskAndExtend(
    raw,
    usesWholeWords(raw, layout) ? { ...layout, bitsStored: 16, highBit: 15 } : layout,
  );
}
