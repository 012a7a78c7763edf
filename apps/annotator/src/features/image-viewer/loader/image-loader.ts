import type { Image } from 'cornerstone-core';
import * as cornerstone from 'cornerstone-core';
import { errorSentence, ImageError } from '../decode/image-error.ts';
import type { GreyLevels } from '../geometry/grey-levels.ts';
import type { GreyFrame } from '../geometry/measure.ts';
import { decodeInWorker } from './decode-pool.ts';
import type { DisplayFrame } from './decode-protocol.ts';
import { fetchPicture } from './fetch-picture.ts';

/** An image of the renderer with its robust levels (null for colour and rasters). */
export type ViewerPicture = Image & {
  readonly levels: GreyLevels | null;
  /** Grey values for measuring, or null for colour and rasters. */
  readonly values: GreyFrame | null;
};

export interface PictureSource {
  readonly url: string;
  readonly format: 'dicom' | 'raster';
  readonly frame: number;
  readonly pixelSpacing: readonly [number, number] | null;
}

const SCHEME = 'concord';
const CACHE_BYTES = 256 * 1024 * 1024;
const sources = new Map<string, PictureSource>();

async function decodeRaster(url: string): Promise<DisplayFrame> {
  const bitmap = await createImageBitmap(await fetchPicture(url)).catch(() => {
    throw new ImageError('This PNG or JPEG picture is damaged and could not be decoded.');
  });
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d');
  if (!context) throw new ImageError('The browser gives no canvas to decode this picture.');
  context.drawImage(bitmap, 0, 0);
  const { data, width, height } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  bitmap.close();
  return { kind: 'colour', rows: height, columns: width, rgba: data };
}

function toPicture(imageId: string, source: PictureSource, frame: DisplayFrame): ViewerPicture {
  const [rowSpacing, columnSpacing] = source.pixelSpacing ?? [1, 1];
  const grey = frame.kind === 'grey';
  const pixels = grey ? frame.pixels : frame.rgba;
  return {
    imageId,
    rows: frame.rows,
    columns: frame.columns,
    height: frame.rows,
    width: frame.columns,
    color: !grey,
    rgba: !grey,
    minPixelValue: grey ? frame.min : 0,
    maxPixelValue: grey ? frame.max : 255,
    slope: grey ? frame.slope : 1,
    intercept: grey ? frame.intercept : 0,
    windowCenter: grey ? (frame.min + frame.max) / 2 : 127.5,
    windowWidth: grey ? Math.max(1, frame.max - frame.min) : 255,
    invert: grey && frame.invert,
    rowPixelSpacing: rowSpacing,
    columnPixelSpacing: columnSpacing,
    sizeInBytes: pixels.byteLength,
    getPixelData: () => pixels,
    levels: grey ? frame.levels : null,
    values: grey ? { rows: frame.rows, columns: frame.columns, ...frame.exact } : null,
  } as unknown as ViewerPicture;
}

let registered = false;
function register(): void {
  if (registered) return;
  registered = true;
  cornerstone.imageCache.setMaximumSizeBytes(CACHE_BYTES);
  cornerstone.registerImageLoader(SCHEME, (imageId) => {
    const source = sources.get(imageId);
    if (!source) return { promise: Promise.reject(new ImageError('This picture belongs to no open case.')) };
    const frame =
      source.format === 'raster' ? decodeRaster(source.url) : decodeInWorker(source.url, source.frame);
    return { promise: frame.then((shown) => toPicture(imageId, source, shown)) };
  });
}

/** Load a picture through the bounded cache. Rejects with a sentence for the reader; a later call tries again. */
export async function loadPicture(source: PictureSource): Promise<ViewerPicture> {
  register();
  const imageId = `${SCHEME}:${source.format}:${source.frame}:${source.url}`;
  sources.set(imageId, source);
  try {
    return (await cornerstone.loadAndCacheImage(imageId)) as ViewerPicture;
  } catch (thrown) {
    // cornerstone wraps what a loader rejects with.
    const inner = (thrown as { error?: unknown })?.error ?? thrown;
    throw inner instanceof ImageError ? inner : new ImageError(errorSentence(inner));
  }
}

/** Forget every picture, for the change to another case. */
export function forgetPictures(): void {
  cornerstone.imageCache.purgeCache();
  sources.clear();
}
