import * as cornerstone from 'cornerstone-core';
import type { RefObject } from 'react';
import { useEffect, useState } from 'react';
import type { Affine } from './geometry/affine.ts';
import { affineThrough } from './geometry/affine.ts';
import type { PlanePoint, ScreenTurn } from './geometry/screen-turn.ts';
import type { Window } from './geometry/window.ts';
import { rendererWindow } from './geometry/window.ts';
import type { ViewerPicture } from './loader/image-loader.ts';

/** How the picture lies on the canvas, as last painted. */
export interface Painted {
  /** CSS pixels for the shorter side of an image pixel, and the same where the picture just fits. */
  readonly scale: number;
  readonly fit: number;
  /** Width of the viewport in CSS pixels. */
  readonly room: number;
  readonly affine: Affine;
}

type Refs = { host: RefObject<HTMLDivElement | null>; canvas: RefObject<HTMLCanvasElement | null> };
type Look = {
  /** Null for colour, which spans 0 to 255. */
  window: Window | null;
  invert: boolean;
  /** Factor on the size that fits. */
  zoom: number;
  pan: PlanePoint;
  turn: ScreenTurn;
};

/** Paints a picture with cornerstone and again whenever the look or the size changes; null until something is painted. */
export function usePaintedPicture(
  { host, canvas }: Refs,
  picture: ViewerPicture | null,
  look: Look,
): Painted | null {
  const [painted, setPainted] = useState<Painted | null>(null);
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    cornerstone.enable(element);
    const done = (): void => {
      canvas.current?.setAttribute('data-painted', 'true');
    };
    element.addEventListener('cornerstoneimagerendered', done);
    return () => {
      element.removeEventListener('cornerstoneimagerendered', done);
      cornerstone.disable(element);
    };
  }, [host, canvas]);

  const colour = picture?.color === true;
  // Numbers, not the object made anew at each render, decide whether to paint again.
  const center = look.window?.center ?? 127.5;
  const width = look.window?.width ?? 255;
  const { invert, zoom, pan } = look;
  const { rotation, hflip, vflip } = look.turn;
  useEffect(() => {
    const element = host.current;
    // A slice that failed counts as not painted: the canvas still holds the one before, hidden.
    canvas.current?.setAttribute('data-painted', 'false');
    if (!element || !picture || !canvas.current) return;
    const paint = (): void => {
      const view = cornerstone.getDefaultViewportForImage(element, picture);
      view.rotation = rotation;
      view.hflip = hflip;
      view.vflip = vflip;
      view.invert = picture.invert !== invert;
      view.voi = colour ? { windowCenter: center, windowWidth: width } : rendererWindow({ center, width });
      cornerstone.displayImage(element, picture, view);
      cornerstone.fitToWindow(element);
      const fitted = cornerstone.getViewport(element);
      if (!fitted) return;
      const fit = fitted.scale;
      fitted.scale = fit * zoom;
      fitted.translation = { x: pan.x, y: pan.y };
      cornerstone.setViewport(element, fitted);
      const at = (x: number, y: number): PlanePoint => cornerstone.pixelToCanvas(element, { x, y } as never);
      const affine = affineThrough(at(0, 0), at(1, 0), at(0, 1));
      const next = { scale: fitted.scale, fit, room: element.clientWidth, affine };
      setPainted((old) => (JSON.stringify(old) === JSON.stringify(next) ? old : next));
    };
    const fit = (): void => {
      cornerstone.resize(element, false);
      paint();
    };
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    paint();
    return () => observer.disconnect();
  }, [host, canvas, picture, colour, center, width, invert, zoom, pan, rotation, hflip, vflip]);
  return painted;
}
