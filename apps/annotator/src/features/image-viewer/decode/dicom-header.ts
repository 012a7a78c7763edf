import type { DataSet, Element } from 'dicom-parser';
import { parseDicom } from 'dicom-parser';
import { inflateSync } from 'fflate';
import type { Padding } from '../geometry/grey-levels.ts';
import { ImageError } from './image-error.ts';

/** Attributes of an image that decide how its pixels are read. */
export interface DicomHeader {
  readonly dataSet: DataSet;
  readonly pixelData: Element;
  readonly transferSyntax: string;
  readonly rows: number;
  readonly columns: number;
  readonly frames: number;
  readonly samples: number;
  readonly photometric: string;
  readonly planar: boolean;
  readonly bitsAllocated: number;
  readonly bitsStored: number;
  readonly highBit: number;
  readonly signed: boolean;
  readonly padding: Padding | null;
}

/** DICOM deflates behind the file meta group; fflate stops at the final block, so the trailing pad byte is harmless. */
function inflateFile(bytes: Uint8Array, position: number): Uint8Array {
  const inflated = inflateSync(bytes.subarray(position));
  const whole = new Uint8Array(position + inflated.length);
  whole.set(bytes.subarray(0, position));
  whole.set(inflated, position);
  return whole;
}

function hasPreamble(bytes: Uint8Array): boolean {
  return bytes[128] === 0x44 && bytes[129] === 0x49 && bytes[130] === 0x43 && bytes[131] === 0x4d;
}

/** What the parser (bare strings, or an object with an `exception`) or the inflater threw, only to tell kinds apart. */
function parserText(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message;
  if (typeof thrown === 'object' && thrown !== null && 'exception' in thrown) return String(thrown.exception);
  return String(thrown);
}

function parse(bytes: Uint8Array): DataSet {
  const inflater = inflateFile as NonNullable<Parameters<typeof parseDicom>[1]>['inflater'];
  const base = inflater ? { inflater } : {};
  if (hasPreamble(bytes)) return parseDicom(bytes, base);
  // Old writers leave preamble and meta group out; then the data set is little endian, implicit more often than not.
  for (const syntax of ['1.2.840.10008.1.2', '1.2.840.10008.1.2.1']) {
    try {
      const dataSet = parseDicom(bytes, { ...base, TransferSyntaxUID: syntax });
      if (dataSet.elements['x7fe00010'] && dataSet.uint16('x00280010')) return dataSet;
    } catch {
      // The other syntax is tried, then the sentence below is given.
    }
  }
  throw new ImageError('This file is not a DICOM image (no DICM prefix).');
}

function readPadding(dataSet: DataSet, signed: boolean): Padding | null {
  const read = (tag: string): number | undefined =>
    dataSet.elements[tag]?.length ? (signed ? dataSet.int16(tag) : dataSet.uint16(tag)) : undefined;
  const value = read('x00280120');
  if (value === undefined) return null;
  const limit = read('x00280121') ?? value;
  return { from: Math.min(value, limit), to: Math.max(value, limit) };
}

/**
 * Read the header of a DICOM file.
 * @throws ImageError with a sentence for the reader if the file is no image or the header is not usable.
 */
export function readHeader(bytes: Uint8Array): DicomHeader {
  let dataSet: DataSet;
  try {
    dataSet = parse(bytes);
  } catch (thrown) {
    if (thrown instanceof ImageError) throw thrown;
    const text = parserText(thrown);
    throw new ImageError(
      /overrun|past the end|unexpected EOF/i.test(text)
        ? 'This DICOM file is cut short: it ends in the middle of its data.'
        : 'This DICOM file is damaged: its header cannot be read.',
    );
  }
  const pixelData = dataSet.elements['x7fe00010'];
  if (!pixelData || pixelData.length === 0)
    throw new ImageError('This DICOM file holds no picture (no Pixel Data).');
  const rows = dataSet.uint16('x00280010');
  const columns = dataSet.uint16('x00280011');
  if (!rows || !columns) throw new ImageError('The picture has no size (Rows or Columns is missing).');
  const bitsAllocated = dataSet.uint16('x00280100') ?? 16;
  const bitsStored = dataSet.uint16('x00280101') ?? bitsAllocated;
  const signed = dataSet.uint16('x00280103') === 1;
  return {
    dataSet,
    pixelData,
    transferSyntax: dataSet.string('x00020010')?.trim() ?? '1.2.840.10008.1.2',
    rows,
    columns,
    frames: Math.max(1, dataSet.intString('x00280008') ?? 1),
    samples: dataSet.uint16('x00280002') ?? 1,
    photometric: dataSet.string('x00280004')?.trim() ?? 'MONOCHROME2',
    planar: dataSet.uint16('x00280006') === 1,
    bitsAllocated,
    bitsStored: Math.min(Math.max(1, bitsStored), bitsAllocated),
    highBit: dataSet.uint16('x00280102') ?? bitsStored - 1,
    signed,
    padding: readPadding(dataSet, signed),
  };
}
