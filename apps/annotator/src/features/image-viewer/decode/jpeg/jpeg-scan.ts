import type { EntropyReader, HuffmanTable } from './entropy-reader.ts';

/** One component (T.81 B.2.2) with its samples, row after row, filled as scans are decoded. */
export interface JpegComponent {
  readonly id: number;
  readonly quantization: number;
  readonly plane: Uint16Array;
}

/** A component in a scan with its tables. Lossless scans use `dc` only. */
export interface ScanComponent {
  readonly component: JpegComponent;
  readonly dc: HuffmanTable;
  readonly ac: HuffmanTable;
  /** 64 divisors in natural (row by row) order. */
  readonly quantization: Uint16Array;
}

/** All that a scan is decoded with. */
export interface JpegScan {
  readonly reader: EntropyReader;
  readonly components: readonly ScanComponent[];
  readonly width: number;
  readonly height: number;
  /** Bits a sample, 8 to 16. */
  readonly precision: number;
  /** Predictor 1 to 7 of a lossless scan. */
  readonly predictor: number;
  readonly pointTransform: number;
  /** MCUs between restart markers, 0 for none. */
  readonly restartInterval: number;
}
