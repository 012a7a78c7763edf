import type { GreyLevels, GreyPixels, Padding } from '../geometry/grey-levels.ts';

/** What the page asks of the decoding worker. */
export interface DecodeRequest {
  readonly id: number;
  readonly url: string;
  readonly frame: number;
}

/** A frame ready for the screen; grey pixels have at most 16 bits. */
export type DisplayFrame =
  | {
      readonly kind: 'grey';
      readonly rows: number;
      readonly columns: number;
      readonly pixels: GreyPixels;
      readonly slope: number;
      readonly intercept: number;
      readonly invert: boolean;
      readonly min: number;
      readonly max: number;
      readonly levels: GreyLevels | null;
      /** Values as decoded, for measuring: wider than 16 bits only where the pixels for the screen are not them. */
      readonly exact: {
        readonly pixels: GreyPixels;
        readonly slope: number;
        readonly intercept: number;
        readonly padding: Padding | null;
      };
    }
  | {
      readonly kind: 'colour';
      readonly rows: number;
      readonly columns: number;
      readonly rgba: Uint8ClampedArray;
    };

export type DecodeReply =
  | { readonly id: number; readonly type: 'decoding' }
  | { readonly id: number; readonly type: 'done'; readonly frame: DisplayFrame }
  | { readonly id: number; readonly type: 'failed'; readonly message: string };
