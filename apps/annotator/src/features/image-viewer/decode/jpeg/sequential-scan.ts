import { damagedJpeg } from './entropy-reader.ts';
import type { EntropyReader } from './entropy-reader.ts';
import { inverseTransform } from './inverse-transform.ts';
import type { JpegScan, ScanComponent } from './jpeg-scan.ts';

/** Place in the block, row by row, of the k-th coefficient of the zigzag (T.81 figure A.6). */
export const zigzag: Uint8Array = (() => {
  const order = new Uint8Array(64);
  let k = 0;
  for (let sum = 0; sum <= 14; sum++) {
    for (let i = 0; i <= sum; i++) {
      const row = sum % 2 === 0 ? sum - i : i;
      if (row < 8 && sum - row < 8) order[k++] = row * 8 + (sum - row);
    }
  }
  return order;
})();

/** Read the coefficients of one block, dequantised; returns the new DC prediction. */
function readBlock(reader: EntropyReader, part: ScanComponent, dc: number, block: Float64Array): number {
  block.fill(0);
  const size = reader.symbol(part.dc);
  if (size > 16) throw damagedJpeg();
  const level = dc + reader.signed(size);
  block[0] = level * (part.quantization[0] as number);
  for (let k = 1; k < 64; k++) {
    const code = reader.symbol(part.ac);
    const run = code >> 4;
    const bits = code & 15;
    if (bits === 0) {
      if (run !== 15) break;
      k += 15;
      continue;
    }
    k += run;
    if (k > 63) throw damagedJpeg();
    const place = zigzag[k] as number;
    block[place] = reader.signed(bits) * (part.quantization[place] as number);
  }
  return level;
}

/**
 * Decode a sequential Huffman scan (T.81 Annex F, 8 or 12 bits) into the planes of its components, which are not
 * subsampled.
 * @throws ImageError if the data are damaged or cut short.
 */
export function decodeSequentialScan(scan: JpegScan): void {
  const { reader, components, width, height, precision, restartInterval } = scan;
  const across = Math.ceil(width / 8);
  const blocks = across * Math.ceil(height / 8);
  const predictions = new Int32Array(components.length);
  const block = new Float64Array(64);
  const shift = 1 << (precision - 1);
  const top = (1 << precision) - 1;
  for (let b = 0; b < blocks; b++) {
    if (restartInterval > 0 && b > 0 && b % restartInterval === 0) {
      reader.restart();
      predictions.fill(0);
    }
    const left = (b % across) * 8;
    const upper = Math.floor(b / across) * 8;
    const columns = Math.min(8, width - left);
    const rows = Math.min(8, height - upper);
    for (const [i, part] of components.entries()) {
      predictions[i] = readBlock(reader, part, predictions[i] as number, block);
      inverseTransform(block, precision);
      for (let y = 0; y < rows; y++) {
        for (let x = 0; x < columns; x++) {
          const value = (block[y * 8 + x] as number) + shift;
          part.component.plane[(upper + y) * width + left + x] = Math.min(Math.max(value, 0), top);
        }
      }
    }
    reader.check();
  }
}
