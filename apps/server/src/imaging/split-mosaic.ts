import { type DicomFile, decimalsOf, textOf, unsignedOf } from './dicom-file.ts';
import { matrixOf } from './image-facts.ts';

/** A Siemens mosaic as the slices that it holds: rows × columns of one, in mm (LPS), pixels slice after slice. */
export type Mosaic = {
  rows: number;
  columns: number;
  positions: [number, number, number][];
  pixels: Uint8Array;
};

export type MosaicRead = { mosaic: Mosaic } | { whole: string } | null;

const uncompressed = new Set(['1.2.840.10008.1.2', '1.2.840.10008.1.2.1', '1.2.840.10008.1.2.2']);

/** True for a picture that is many slices side by side. */
const isMosaic = (file: DicomFile): boolean =>
  textOf(file, file.elements, '00080008')?.split('\\').includes('MOSAIC') === true &&
  (decimalsOf(file, file.elements, '00280008')?.[0] ?? 1) === 1;

/**
 * Cuts a Siemens mosaic into its slices, or says why it stays whole; null for any other picture. Count from 0019,100A,
 * direction from the slice normal of the CSA header. The position in the header is that of a slice as large as the
 * mosaic around the same centre, so the first one starts half the difference further in.
 */
export function splitMosaic(file: DicomFile): MosaicRead {
  if (!isMosaic(file)) return null;
  const count = unsignedOf(file, file.elements, '0019100a');
  // A mosaic that was split before carries no private attributes any more.
  if (!count || count < 2)
    return { whole: 'This mosaic does not state how many slices it holds: it is shown whole.' };
  if (!uncompressed.has(file.transferSyntax))
    return { whole: 'This mosaic is compressed: it is shown whole.' };
  const matrix = matrixOf(file);
  const across = Math.ceil(Math.sqrt(count));
  const bytesPerPixel = (unsignedOf(file, file.elements, '00280100') ?? 16) / 8;
  const position = decimalsOf(file, file.elements, '00200032');
  const orientation = decimalsOf(file, file.elements, '00200037');
  const spacing = decimalsOf(file, file.elements, '00280030');
  const gap =
    decimalsOf(file, file.elements, '00180088')?.[0] ?? decimalsOf(file, file.elements, '00180050')?.[0];
  const pixelData = file.elements.get('7fe00010');
  if (!matrix || !pixelData || matrix.rows % across !== 0 || matrix.columns % across !== 0)
    return { whole: `This mosaic cannot be cut into ${count} slices: it is shown whole.` };
  if (position?.length !== 3 || orientation?.length !== 6 || spacing?.length !== 2 || !gap)
    return { whole: 'This mosaic does not state its geometry: it is shown whole.' };
  const rows = matrix.rows / across;
  const columns = matrix.columns / across;
  const source = file.body.subarray(
    pixelData.dataOffset,
    pixelData.dataOffset + matrix.rows * matrix.columns * bytesPerPixel,
  );
  if (source.length < matrix.rows * matrix.columns * bytesPerPixel)
    return { whole: 'This mosaic is cut short: it is shown whole.' };

  const [rowX = 0, rowY = 0, rowZ = 0, columnX = 0, columnY = 0, columnZ = 0] = orientation;
  const [rowSpacing = 1, columnSpacing = 1] = spacing;
  const inX = ((matrix.columns - columns) / 2) * columnSpacing;
  const inY = ((matrix.rows - rows) / 2) * rowSpacing;
  const normal = csaNormal(file) ?? [
    rowY * columnZ - rowZ * columnY,
    rowZ * columnX - rowX * columnZ,
    rowX * columnY - rowY * columnX,
  ];
  const first = [
    (position[0] ?? 0) + inX * rowX + inY * columnX,
    (position[1] ?? 0) + inX * rowY + inY * columnY,
    (position[2] ?? 0) + inX * rowZ + inY * columnZ,
  ];
  const positions = Array.from({ length: count }, (_, slice) =>
    first.map((part, axis) => part + slice * gap * (normal[axis] ?? 0)),
  ) as [number, number, number][];

  const line = columns * bytesPerPixel;
  const pixels = new Uint8Array(count * rows * line);
  for (let slice = 0; slice < count; slice += 1) {
    const left = (slice % across) * line;
    const top = Math.floor(slice / across) * rows;
    for (let row = 0; row < rows; row += 1) {
      const from = (top + row) * matrix.columns * bytesPerPixel + left;
      pixels.set(source.subarray(from, from + line), (slice * rows + row) * line);
    }
  }
  return { mosaic: { rows, columns, positions, pixels } };
}

/** SliceNormalVector of the Siemens CSA header (0029,1010), in which slices follow each other; null where it is not. */
function csaNormal(file: DicomFile): [number, number, number] | null {
  const element = file.elements.get('00291010');
  if (!element) return null;
  const bytes = Buffer.from(file.body.subarray(element.dataOffset, element.dataOffset + element.length));
  // Entry: name (64 bytes), count, type (4 characters), data type, items, mark; then items of 16 bytes and a text.
  const name = Buffer.alloc(18);
  name.write('SliceNormalVector', 'latin1');
  const start = bytes.indexOf(name);
  if (start < 0) return null;
  const parts: number[] = [];
  for (let at = start + 84; at + 16 <= bytes.length && parts.length < 3; ) {
    const length = bytes.readUInt32LE(at);
    const text = bytes.subarray(at + 16, at + 16 + length).toString('latin1');
    parts.push(Number.parseFloat(text));
    at += 16 + Math.ceil(length / 4) * 4;
  }
  const [x, y, z] = parts;
  if (x === undefined || y === undefined || z === undefined) return null;
  return Math.abs(Math.hypot(x, y, z) - 1) < 0.01 ? [x, y, z] : null;
}
