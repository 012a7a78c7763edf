import { ImageError } from '../image-error.ts';
import type { HuffmanTable } from './entropy-reader.ts';
import { damagedJpeg, EntropyReader, huffmanTable } from './entropy-reader.ts';
import type { JpegComponent, JpegScan } from './jpeg-scan.ts';
import { decodeLosslessScan } from './lossless-scan.ts';
import { decodeSequentialScan, zigzag } from './sequential-scan.ts';

/** A decoded JPEG: samples pixel after pixel, unsigned, `precision` (8 to 16) bits each. */
export interface JpegPicture {
  readonly width: number;
  readonly height: number;
  readonly samples: number;
  readonly precision: number;
  readonly values: Uint16Array;
}

interface Frame {
  readonly lossless: boolean;
  readonly precision: number;
  readonly width: number;
  readonly height: number;
  readonly components: readonly JpegComponent[];
}

interface Tables {
  readonly dc: Map<number, HuffmanTable>;
  readonly ac: Map<number, HuffmanTable>;
  readonly quantization: Map<number, Uint16Array>;
  restartInterval: number;
}

/** Pixels above which a frame is refused before memory is taken; the largest mammograms have about 30 million. */
const MOST_PIXELS = 1 << 28;

function word(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

function readHuffmanTables(segment: Uint8Array, tables: Tables): void {
  for (let at = 0; at + 17 <= segment.length; ) {
    const place = segment[at] as number;
    const counts = segment.subarray(at + 1, at + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const table = huffmanTable(counts, segment.subarray(at + 17, at + 17 + total));
    (place >> 4 === 0 ? tables.dc : tables.ac).set(place & 15, table);
    at += 17 + total;
  }
}

function readQuantization(segment: Uint8Array, tables: Tables): void {
  for (let at = 0; at < segment.length; ) {
    const place = segment[at] as number;
    const bytes = place >> 4 === 0 ? 1 : 2;
    const table = new Uint16Array(64);
    for (let k = 0; k < 64; k++) {
      const from = at + 1 + k * bytes;
      table[zigzag[k] as number] = bytes === 1 ? (segment[from] ?? 0) : word(segment, from);
    }
    tables.quantization.set(place & 15, table);
    at += 1 + 64 * bytes;
  }
}

function readFrame(segment: Uint8Array, lossless: boolean): Frame {
  const precision = segment[0] ?? 0;
  const height = word(segment, 1);
  const width = word(segment, 3);
  const count = segment[5] ?? 0;
  if (precision < 2 || precision > 16 || width === 0 || height === 0) throw damagedJpeg();
  if (count < 1 || count > 4 || width * height > MOST_PIXELS) throw damagedJpeg();
  const components = Array.from({ length: count }, (_, i) => {
    const at = 6 + i * 3;
    if (count > 1 && segment[at + 1] !== 0x11) {
      throw new ImageError('JPEG pictures of this kind with reduced colour resolution are not supported.');
    }
    return {
      id: segment[at] ?? 0,
      quantization: segment[at + 2] ?? 0,
      plane: new Uint16Array(width * height),
    };
  });
  return { lossless, precision, width, height, components };
}

/** Decode the scan whose header is `segment`; returns where the next marker stands. */
function readScan(
  bytes: Uint8Array,
  segment: Uint8Array,
  from: number,
  frame: Frame,
  tables: Tables,
): number {
  const count = segment[0] ?? 0;
  const components = Array.from({ length: count }, (_, i) => {
    const id = segment[1 + i * 2];
    const places = segment[2 + i * 2] ?? 0;
    const component = frame.components.find((one) => one.id === id);
    const dc = tables.dc.get(places >> 4);
    const ac = frame.lossless ? dc : tables.ac.get(places & 15);
    const quantization = frame.lossless
      ? new Uint16Array(64)
      : tables.quantization.get(component?.quantization ?? -1);
    if (!component || !dc || !ac || !quantization) throw damagedJpeg();
    return { component, dc, ac, quantization };
  });
  const last = 1 + count * 2;
  const reader = new EntropyReader(bytes, from);
  const scan: JpegScan = {
    reader,
    components,
    width: frame.width,
    height: frame.height,
    precision: frame.precision,
    predictor: segment[last] ?? 0,
    pointTransform: (segment[last + 2] ?? 0) & 15,
    restartInterval: tables.restartInterval,
  };
  if (frame.lossless) decodeLosslessScan(scan);
  else decodeSequentialScan(scan);
  return reader.end();
}

function interleave(frame: Frame): Uint16Array {
  const [only] = frame.components;
  if (only && frame.components.length === 1) return only.plane;
  const samples = frame.components.length;
  const out = new Uint16Array(frame.width * frame.height * samples);
  for (const [c, { plane }] of frame.components.entries()) {
    for (let p = 0; p < plane.length; p++) out[p * samples + c] = plane[p] as number;
  }
  return out;
}

/** Bits a sample of a JPEG as its frame header says; null where none is found. */
export function jpegPrecision(bytes: Uint8Array): number | null {
  for (let at = 2; at + 4 < bytes.length && bytes[at] === 0xff; at += 2 + word(bytes, at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xc3) return bytes[at + 4] ?? null;
  }
  return null;
}

/**
 * Decode a Huffman-coded JPEG (ITU-T T.81): lossless (process 14, SOF3) with 2 to 16 bits, or sequential
 * (SOF0, SOF1) with 8 or 12 bits and without subsampling.
 * @throws ImageError with a sentence for the reader if the kind is another one or the data are damaged.
 */
export function decodeJpeg(bytes: Uint8Array): JpegPicture {
  if (word(bytes, 0) !== 0xffd8) throw damagedJpeg();
  const tables: Tables = { dc: new Map(), ac: new Map(), quantization: new Map(), restartInterval: 0 };
  let frame: Frame | null = null;
  let scanned = 0;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) throw damagedJpeg();
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xd9) break;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const next = at + 2 + Math.max(2, word(bytes, at + 2));
    const segment = bytes.subarray(at + 4, next);
    at = next;
    if (marker === 0xc4) readHuffmanTables(segment, tables);
    else if (marker === 0xdb) readQuantization(segment, tables);
    else if (marker === 0xdd) tables.restartInterval = word(segment, 0);
    else if (marker === 0xc0 || marker === 0xc1 || marker === 0xc3) {
      if (frame) throw damagedJpeg();
      frame = readFrame(segment, marker === 0xc3);
    } else if (marker >= 0xc2 && marker <= 0xcf && marker !== 0xc8 && marker !== 0xcc) {
      throw new ImageError(
        'JPEG pictures of this kind (progressive, hierarchical or arithmetic) are not supported.',
      );
    } else if (marker === 0xda) {
      if (!frame) throw damagedJpeg();
      at = readScan(bytes, segment, at, frame, tables);
      scanned += segment[0] ?? 0;
    }
  }
  if (!frame || scanned < frame.components.length) throw damagedJpeg();
  const { width, height, precision, components } = frame;
  return { width, height, samples: components.length, precision, values: interleave(frame) };
}
