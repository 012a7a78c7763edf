import { ImageError } from '../image-error.ts';
import { damagedJpeg } from './entropy-reader.ts';
import type { JpegScan } from './jpeg-scan.ts';

/** Prediction from the samples to the left, above, and above left (T.81 table H.1). */
function predict(predictor: number, left: number, above: number, corner: number): number {
  switch (predictor) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return corner;
    case 4:
      return left + above - corner;
    case 5:
      return left + ((above - corner) >> 1);
    case 6:
      return above + ((left - corner) >> 1);
    default:
      return (left + above) >> 1;
  }
}

/**
 * Decode a lossless Huffman scan (T.81 Annex H, process 14) into the planes of its components, which all have
 * the full size. After a restart the line is predicted like the first one.
 * @throws ImageError if the data are damaged, cut short or use an unknown predictor.
 */
export function decodeLosslessScan(scan: JpegScan): void {
  const { reader, components, width, height, predictor, pointTransform, restartInterval } = scan;
  if (predictor < 1 || predictor > 7 || pointTransform >= scan.precision) throw damagedJpeg();
  if (restartInterval % width !== 0) {
    throw new ImageError('The JPEG data of this picture restart inside a line, which is not supported.');
  }
  const restartLines = restartInterval / width;
  const origin = 1 << (scan.precision - pointTransform - 1);
  for (let y = 0; y < height; y++) {
    const restarted = restartLines > 0 && y > 0 && y % restartLines === 0;
    if (restarted) reader.restart();
    const first = y === 0 || restarted;
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      for (const { component, dc } of components) {
        const { plane } = component;
        let guess: number;
        if (x === 0) guess = first ? origin : (plane[at - width] as number);
        else if (first) guess = plane[at - 1] as number;
        else {
          const above = at - width;
          guess = predict(
            predictor,
            plane[at - 1] as number,
            plane[above] as number,
            plane[above - 1] as number,
          );
        }
        const size = reader.symbol(dc);
        if (size > 16) throw damagedJpeg();
        // Size 16 stands for 32768 alone, without further bits; sums are taken modulo 65536.
        plane[at] = guess + (size === 16 ? 32_768 : reader.signed(size));
      }
    }
    reader.check();
  }
  if (pointTransform === 0) return;
  for (const { component } of components) {
    const { plane } = component;
    for (let i = 0; i < plane.length; i++) plane[i] = (plane[i] as number) << pointTransform;
  }
}
