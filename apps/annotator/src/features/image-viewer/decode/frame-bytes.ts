import {
  createJPEGBasicOffsetTable,
  readEncapsulatedImageFrame,
  readEncapsulatedPixelDataFromFragments,
} from 'dicom-parser';
import type { DicomHeader } from './dicom-header.ts';
import { ImageError } from './image-error.ts';

/** Bytes of one frame of uncompressed pixel data. YBR_FULL_422 keeps 2 samples a pixel. */
function nativeFrame(header: DicomHeader, frame: number): Uint8Array {
  const { dataSet, pixelData, rows, columns, bitsAllocated } = header;
  const samples = header.photometric === 'YBR_FULL_422' ? 2 : header.samples;
  const bits = rows * columns * samples * bitsAllocated;
  const start = pixelData.dataOffset + Math.floor((frame * bits) / 8);
  const length = Math.ceil(bits / 8);
  const there = Math.min(dataSet.byteArray.length, pixelData.dataOffset + pixelData.length) - start;
  if (there < length) {
    throw new ImageError(
      `The picture is cut short: ${Math.max(0, there)} of ${length} bytes of frame ${frame + 1} are there.`,
    );
  }
  return dataSet.byteArray.subarray(start, start + length);
}

function encapsulatedFrame(header: DicomHeader, frame: number): Uint8Array {
  const { dataSet, pixelData, frames } = header;
  const fragments = pixelData.fragments ?? [];
  if (fragments.length === 0) throw new ImageError('The picture holds no compressed data.');
  if (pixelData.basicOffsetTable && pixelData.basicOffsetTable.length > frame) {
    return readEncapsulatedImageFrame(dataSet, pixelData, frame);
  }
  if (frames === 1) return readEncapsulatedPixelDataFromFragments(dataSet, pixelData, 0, fragments.length);
  if (fragments.length === frames)
    return readEncapsulatedPixelDataFromFragments(dataSet, pixelData, frame, 1);
  const table = createJPEGBasicOffsetTable(dataSet, pixelData);
  return readEncapsulatedImageFrame(dataSet, pixelData, frame, table);
}

/**
 * The bytes of frame `frame` (0-based) as they lie in the file, compressed or not.
 * @throws ImageError if the frame is not there or cut short.
 */
export function frameBytes(header: DicomHeader, frame: number): Uint8Array {
  if (frame < 0 || frame >= header.frames) {
    throw new ImageError(`The file has ${header.frames} frames; frame ${frame + 1} was asked for.`);
  }
  // Pixel data of undefined length is encapsulated; so is what dicom-parser found fragments in.
  return header.pixelData.fragments ? encapsulatedFrame(header, frame) : nativeFrame(header, frame);
}
