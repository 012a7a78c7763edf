import type { ViewerSeries } from '@concord/rubric/model/imaging';
import type { ReactElement } from 'react';
import { useEffect, useRef, useState } from 'react';
import { presetWindow } from './geometry/window.ts';
import type { ViewerPicture } from './loader/image-loader.ts';
import { loadPicture } from './loader/image-loader.ts';
import { pictureSource } from './series-levels.ts';

const side = 44;
/** The pictures that the reader waits for come first. */
const after = 1200;

/** Draws a picture small, nearest pixel, in the window that shows it whole. */
function draw(context: CanvasRenderingContext2D, picture: ViewerPicture, label: string): void {
  const { rows, columns, levels, values } = picture;
  const small = context.createImageData(side, side);
  const window = presetWindow('auto', label, null, levels);
  const step = Math.max(rows, columns) / side;
  const rgba = values === null ? (picture.getPixelData() as ArrayLike<number>) : null;
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const column = Math.floor((x + 0.5) * step - (Math.max(rows, columns) - columns) / 2);
      const row = Math.floor((y + 0.5) * step - (Math.max(rows, columns) - rows) / 2);
      const to = (y * side + x) * 4;
      small.data[to + 3] = 255;
      if (column < 0 || row < 0 || column >= columns || row >= rows) continue;
      const from = row * columns + column;
      if (rgba) for (const part of [0, 1, 2]) small.data[to + part] = rgba[from * 4 + part] ?? 0;
      else if (values && window) {
        const value = (values.pixels[from] as number) * values.slope + values.intercept;
        const grey = ((value - window.center) / Math.max(window.width, 1e-6) + 0.5) * 255;
        small.data.fill(picture.invert ? 255 - grey : grey, to, to + 3);
        small.data[to + 3] = 255;
      }
    }
  context.putImageData(small, 0, 0);
}

/** The middle slice of a series, small, as its pixels are stored; loaded after the pictures in the viewports. */
export function Thumbnail(props: {
  series: ViewerSeries;
  imageUrl: (imageId: string) => string;
}): ReactElement | null {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [picture, setPicture] = useState<ViewerPicture | null>(null);
  const { series, imageUrl } = props;
  useEffect(() => {
    let gone = false;
    const timer = setTimeout(() => {
      const source = pictureSource(series, Math.floor((series.images.length - 1) / 2), imageUrl);
      // A picture that fails says so where it is shown large.
      if (source)
        loadPicture(source).then(
          (found) => gone || setPicture(found),
          () => undefined,
        );
    }, after);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [series, imageUrl]);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (context && picture) draw(context, picture, series.label);
  }, [picture, series.label]);
  return (
    picture && <canvas ref={canvas} className="iv-thumbnail" width={side} height={side} aria-hidden="true" />
  );
}
