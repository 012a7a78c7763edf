import type { ViewerSeries } from '@concord/rubric/model/imaging';
import { useEffect, useState } from 'react';
import { errorSentence } from './decode/image-error.ts';
import type { GreyLevels } from './geometry/grey-levels.ts';
import type { ViewerPicture } from './loader/image-loader.ts';
import { loadPicture } from './loader/image-loader.ts';
import { pictureSource, seriesLevels } from './series-levels.ts';

type Shown =
  | {
      readonly seriesId: string;
      readonly slice: number;
      readonly picture: ViewerPicture;
      readonly levels: GreyLevels | null;
    }
  | { readonly seriesId: string; readonly slice: number; readonly error: string };

/** The picture of a slice with its neighbours fetched ahead; `shown` stays at the slice before until the next is there. */
export function useSlicePicture(
  series: ViewerSeries,
  slice: number,
  imageUrl: (imageId: string) => string,
): { shown: Shown | null; slow: boolean } {
  const [shown, setShown] = useState<Shown | null>(null);
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    let stale = false;
    const source = pictureSource(series, slice, imageUrl);
    if (!source) return;
    const timer = setTimeout(() => setSlow(true), 300);
    const settle = (next: Shown): void => {
      clearTimeout(timer);
      if (stale) return;
      setSlow(false);
      setShown(next);
    };
    const place = { seriesId: series.seriesId, slice };
    Promise.all([loadPicture(source), seriesLevels(series, imageUrl)]).then(
      ([picture, levels]) => {
        settle({ ...place, picture, levels });
        if (stale) return;
        for (const step of [1, -1, 2, -2]) {
          const next = pictureSource(series, slice + step, imageUrl);
          // A neighbour that fails says so when it is shown.
          if (next) loadPicture(next).catch(() => undefined);
        }
      },
      (thrown: unknown) => settle({ ...place, error: errorSentence(thrown) }),
    );
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [series, slice, imageUrl]);
  return { shown: shown?.seriesId === series.seriesId ? shown : null, slow };
}
