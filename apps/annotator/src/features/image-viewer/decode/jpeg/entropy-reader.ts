import { ImageError } from '../image-error.ts';

/** Decoding table of one Huffman code: the next 16 bits give `length << 8 | symbol`; 0 where no code begins so. */
export type HuffmanTable = Uint16Array;

/** Sentence for every fault inside the compressed data. */
export function damagedJpeg(): ImageError {
  return new ImageError('The JPEG data of this picture are damaged and could not be decoded.');
}

/**
 * Table of a code given as ITU-T T.81 C.2 does: `counts[i]` codes of length i + 1, then their symbols in order.
 * @throws ImageError if the counts make no prefix code.
 */
export function huffmanTable(counts: ArrayLike<number>, symbols: ArrayLike<number>): HuffmanTable {
  const table = new Uint16Array(65_536);
  let from = 0;
  let next = 0;
  for (let length = 1; length <= 16; length++) {
    const span = 1 << (16 - length);
    for (let i = 0; i < (counts[length - 1] ?? 0); i++) {
      if (from + span > 65_536) throw damagedJpeg();
      table.fill((length << 8) | (symbols[next++] ?? 0), from, from + span);
      from += span;
    }
  }
  return table;
}

/** Reads bits of one entropy-coded segment: drops stuffed zeros, stops at markers. */
export class EntropyReader {
  private readonly bytes: Uint8Array;
  /** Next byte to take; stays on the 0xFF of a marker. */
  private at: number;
  private bits = 0;
  private held = 0;
  /** Zero bits supplied past the end of the segment, which must not be consumed. */
  private padded = 0;

  constructor(bytes: Uint8Array, from: number) {
    this.bytes = bytes;
    this.at = from;
  }

  private fill(): void {
    while (this.held <= 24) {
      const byte = this.bytes[this.at];
      const stuffed = byte === 0xff && this.bytes[this.at + 1] === 0;
      if (byte === undefined || (byte === 0xff && !stuffed)) {
        this.bits <<= 8;
        this.padded += 8;
      } else {
        this.bits = (this.bits << 8) | byte;
        this.at += stuffed ? 2 : 1;
      }
      this.held += 8;
    }
  }

  /** The next symbol of a Huffman code. @throws ImageError if no code matches. */
  symbol(table: HuffmanTable): number {
    if (this.held < 16) this.fill();
    const entry = table[(this.bits >>> (this.held - 16)) & 0xffff] as number;
    if (entry === 0) throw damagedJpeg();
    this.held -= entry >> 8;
    return entry & 0xff;
  }

  /** A signed value of `size` (0 to 16) further bits (T.81 F.2.2.1: RECEIVE and EXTEND). */
  signed(size: number): number {
    if (size === 0) return 0;
    if (this.held < size) this.fill();
    this.held -= size;
    const value = (this.bits >>> this.held) & ((1 << size) - 1);
    return value < 1 << (size - 1) ? value - (1 << size) + 1 : value;
  }

  /** Call now and then. @throws ImageError once bits past the end of the segment were consumed. */
  check(): void {
    if (this.held < this.padded) {
      throw new ImageError('The JPEG data of this picture are cut short.');
    }
  }

  /** Index of the marker (its 0xFF) that ends the segment; the length of the bytes if there is none. */
  end(): number {
    let at = this.at;
    while (at < this.bytes.length && !(this.bytes[at] === 0xff && this.bytes[at + 1] !== 0)) at++;
    while (this.bytes[at + 1] === 0xff) at++;
    return at;
  }

  /** Go on behind the restart marker that ends this segment. @throws ImageError if another marker stands there. */
  restart(): void {
    this.check();
    const at = this.end();
    const marker = this.bytes[at + 1] ?? 0;
    if (marker < 0xd0 || marker > 0xd7) throw damagedJpeg();
    this.at = at + 2;
    this.bits = 0;
    this.held = 0;
    this.padded = 0;
  }
}
