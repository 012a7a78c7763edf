import type { ViewerSeries } from '@concord/rubric/model/imaging';
import type { GreyLevels } from './geometry/grey-levels.ts';
import { combineLevels } from './geometry/grey-levels.ts';
import type { PictureSource } from './loader/image-loader.ts';
import { ImageError } from './decode/image-error.ts';
import { loadPicture } from './loader/image-loader.ts';

/** Where slice `index` of a series comes from, or null beyond its ends. */
export function pictureSource(
  series: ViewerSeries,
  index: number,
  imageUrl: (imageId: string) => string,
): PictureSource | null {
  const image = series.images[index];
  if (!image) return null;
  const { format, frame } = image;
  return { url: imageUrl(image.imageId), format, frame, pixelSpacing: series.pixelSpacing };
}

/** Levels from three slices spread over the series: one window for all slices, whichever is shown first. */
export async function seriesLevels(
  series: ViewerSeries,
  imageUrl: (imageId: string) => string,
): Promise<GreyLevels | null> {
  const last = series.images.length - 1;
  const indexes = [...new Set([0.25, 0.5, 0.75].map((share) => Math.round(share * last)))];
  const pictures = await Promise.allSettled(
    indexes.map((index) => {
      const source = pictureSource(series, index, imageUrl);
      return source ? loadPicture(source) : Promise.reject(new ImageError('This series holds no picture.'));
    }),
  );
  return combineLevels(
    pictures.flatMap((p) => (p.status === 'fulfilled' && p.value.levels ? [p.value.levels] : [])),
  );
}
