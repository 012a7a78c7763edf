import { inflateSync } from 'fflate';
import type { GreyPixels, Padding } from '../geometry/grey-levels.ts';
import { colourToRgba, paletteToRgba } from './colour.ts';
import type { DicomHeader } from './dicom-header.ts';
import { frameBytes } from './frame-bytes.ts';
import { ImageError } from './image-error.ts';
import { decodeJpeg, jpegPrecision } from './jpeg/decode-jpeg.ts';
import { maskAndExtend, nativeValues, rawWords } from './native-values.ts';
import { decodeRle } from './rle.ts';
import { applyModalityLut, frameRescale } from './rescale.ts';
import { decodeWithCodec, hasWasmCodec } from './wasm-codec.ts';

/** One frame with exact stored values (grey) or display colours. */
export type DecodedFrame =
  | {
      readonly kind: 'grey';
      readonly rows: number;
      readonly columns: number;
      readonly pixels: GreyPixels;
      /** Values as they lie in the file; others than `pixels` only where a modality LUT was applied. */
      readonly stored: GreyPixels;
      readonly slope: number;
      readonly intercept: number;
      readonly padding: Padding | null;
      /** MONOCHROME1: low values are bright. */
      readonly invert: boolean;
    }
  | {
      readonly kind: 'colour';
      readonly rows: number;
      readonly columns: number;
      readonly rgba: Uint8ClampedArray;
    };

interface Samples {
  /** Sample values; grey ones are masked to Bits Stored and carry the header's sign. */
  readonly values: GreyPixels;
  readonly planar: boolean;
  /** A codec has already turned YBR into RGB. */
  readonly rgb: boolean;
}

const uncompressed = new Set([
  '1.2.840.10008.1.2',
  '1.2.840.10008.1.2.1',
  '1.2.840.10008.1.2.1.99',
  '1.2.840.10008.1.2.2',
]);

const jpegExtended = '1.2.840.10008.1.2.4.51';
const jpegLossless: ReadonlySet<string> = new Set(['1.2.840.10008.1.2.4.57', '1.2.840.10008.1.2.4.70']);

function checkSize(
  header: DicomHeader,
  decoded: { readonly width: number; readonly height: number; readonly samples: number },
): void {
  const { rows, columns, samples } = header;
  if (decoded.width === 0 || decoded.height === 0) {
    throw new ImageError('The compressed data of this picture are damaged and could not be decoded.');
  }
  if (decoded.width !== columns || decoded.height !== rows || decoded.samples !== samples) {
    throw new ImageError(
      `The compressed picture is ${decoded.width} × ${decoded.height} with ${decoded.samples} samples; ` +
        `the header says ${columns} × ${rows} with ${samples}.`,
    );
  }
}

function jpegSamples(header: DicomHeader, frame: Uint8Array): Samples {
  const decoded = decodeJpeg(frame);
  checkSize(header, decoded);
  if (header.samples > 1) {
    const values = decoded.precision <= 8 ? Uint8Array.from(decoded.values) : decoded.values;
    return { values, planar: false, rgb: false };
  }
  const bitsAllocated = decoded.precision <= 8 ? 8 : 16;
  const bitsStored = Math.min(header.bitsStored, bitsAllocated);
  const layout = { signed: header.signed, bitsAllocated, bitsStored, highBit: bitsStored - 1 };
  return { values: maskAndExtend(decoded.values, layout), planar: false, rgb: false };
}

async function compressedSamples(header: DicomHeader, frame: Uint8Array): Promise<Samples> {
  const { transferSyntax, samples } = header;
  const decoded = await decodeWithCodec(transferSyntax, frame);
  checkSize(header, decoded);
  const raw = rawWords(decoded.bytes, decoded.bits, false);
  if (samples > 1) return { values: raw, planar: decoded.planar, rgb: true };
  // The codestream's own sign may differ from the header's: the header counts (PS3.5 8.2).
  const layout = { ...header, bitsAllocated: decoded.bits, highBit: header.bitsStored - 1 };
  return { values: maskAndExtend(raw, layout), planar: false, rgb: false };
}

async function readSamples(header: DicomHeader, frame: number): Promise<Samples> {
  const { transferSyntax, rows, columns, samples, bitsAllocated } = header;
  const bytes = frameBytes(header, frame);
  const count = rows * columns * (header.photometric === 'YBR_FULL_422' ? 2 : samples);
  const native = (data: Uint8Array, planar: boolean, bigEndian: boolean): Samples => ({
    values: nativeValues(data, { ...header, signed: header.signed && samples === 1, bigEndian }, count),
    planar,
    rgb: false,
  });
  if (uncompressed.has(transferSyntax) && !header.pixelData.fragments) {
    return native(bytes, header.planar, transferSyntax === '1.2.840.10008.1.2.2');
  }
  if (transferSyntax === '1.2.840.10008.1.2.5') {
    const plain = decodeRle(bytes, rows * columns, samples, bitsAllocated >> 3);
    return native(plain, false, false);
  }
  if (transferSyntax === '1.2.840.10008.1.2.8.1') return native(inflateSync(bytes), header.planar, false);
  // Extended JPEG of 8 bits is what the baseline codec reads, colour included.
  const own = transferSyntax === jpegExtended && jpegPrecision(bytes) !== 8;
  if (own || jpegLossless.has(transferSyntax)) return jpegSamples(header, bytes);
  if (!hasWasmCodec(transferSyntax)) {
    throw new ImageError(
      `This picture is compressed in a way that is not supported (transfer syntax ${transferSyntax}).`,
    );
  }
  return compressedSamples(header, bytes);
}

/**
 * Decode frame `frame` (0-based) of a DICOM file.
 * @throws ImageError with one sentence for the reader.
 */
export async function decodeFrame(header: DicomHeader, frame: number): Promise<DecodedFrame> {
  const { rows, columns, samples, photometric } = header;
  const read = await readSamples(header, frame);
  if (samples === 3) {
    const bits = read.values.BYTES_PER_ELEMENT === 1 ? 8 : header.bitsStored;
    const rgba = colourToRgba(read.values, rows * columns, photometric, read.planar, bits, read.rgb);
    return { kind: 'colour', rows, columns, rgba };
  }
  if (samples !== 1) throw new ImageError(`Pictures with ${samples} samples per pixel are not supported.`);
  if (photometric === 'PALETTE COLOR') {
    return { kind: 'colour', rows, columns, rgba: paletteToRgba(read.values, header.dataSet) };
  }
  const lut = applyModalityLut(header, read.values);
  const rescale = lut ? { slope: 1, intercept: 0 } : frameRescale(header, frame);
  return {
    kind: 'grey',
    rows,
    columns,
    pixels: lut ?? read.values,
    stored: read.values,
    ...rescale,
    padding: lut ? null : header.padding,
    invert: photometric === 'MONOCHROME1',
  };
}
