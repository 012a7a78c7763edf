import type { ViewerSeries } from '@concord/rubric/model/imaging';
import * as cornerstone from 'cornerstone-core';
import type { PointerEvent, ReactElement } from 'react';
import { useEffect, useRef, useState } from 'react';
import { errorSentence } from './decode/image-error.ts';
import { displayOrientation, edgeLetters } from './geometry/display-orientation.ts';
import type { GreyLevels } from './geometry/grey-levels.ts';
import { scaleBar } from './geometry/scale-bar.ts';
import type { ReaderTurn } from './geometry/screen-turn.ts';
import { composeTurn } from './geometry/screen-turn.ts';
import type { Window, WindowPreset } from './geometry/window.ts';
import { presetWindow, rendererWindow } from './geometry/window.ts';
import { imageErrorInChinese } from './image-error-in-chinese.ts';
import type { ViewerPicture } from './loader/image-loader.ts';
import { loadPicture } from './loader/image-loader.ts';
import { pictureSource, seriesLevels } from './series-levels.ts';

/** How one viewport shows its series. */
export interface CellView {
  readonly seriesId: string;
  /** 0-based slice asked for. */
  readonly slice: number;
  readonly preset: WindowPreset;
  /** Window set by dragging; null follows the preset. */
  readonly window: Window | null;
  readonly invert: boolean;
  /** Factor on the size that fits. */
  readonly zoom: number;
  readonly pan: { readonly x: number; readonly y: number };
  /** What the reader turned beyond radiological display. */
  readonly turn: ReaderTurn;
}

interface Props {
  readonly cell: CellView;
  readonly series: ViewerSeries;
  /** What the series is called. */
  readonly title: string;
  readonly active: boolean;
  readonly zh: boolean;
  readonly imageUrl: (imageId: string) => string;
  readonly onActivate: () => void;
  readonly onScroll: (steps: number) => void;
  readonly onView: (change: Partial<CellView>) => void;
  readonly onImagesBroken: ((message: string) => void) | undefined;
}

type Shown =
  | {
      readonly seriesId: string;
      readonly slice: number;
      readonly picture: ViewerPicture;
      readonly levels: GreyLevels | null;
    }
  | { readonly seriesId: string; readonly slice: number; readonly error: string };

/** One viewport: canvas, overlay and pointer handling. The counter always names the slice that is painted. */
export function Viewport(props: Props): ReactElement {
  const { cell, series, title, active, zh, imageUrl, onActivate, onScroll, onView, onImagesBroken } = props;
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const [slow, setSlow] = useState(false);
  /** CSS pixels for an image pixel and of the viewport's width, as last painted. */
  const [size, setSize] = useState({ scale: 0, room: 0 });
  const handlers = useRef({ onScroll, onView, zoom: cell.zoom });
  useEffect(() => {
    handlers.current = { onScroll, onView, zoom: cell.zoom };
  }, [onScroll, onView, cell.zoom]);

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    cornerstone.enable(element);
    const painted = (): void => {
      if (canvas.current) canvas.current.dataset['painted'] = 'true';
    };
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      if (event.deltaY === 0) return;
      if (event.ctrlKey) {
        const zoom = handlers.current.zoom * (event.deltaY < 0 ? 1.1 : 1 / 1.1);
        handlers.current.onView({ zoom: Math.min(Math.max(zoom, 0.2), 20) });
      } else handlers.current.onScroll(Math.sign(event.deltaY));
    };
    element.addEventListener('cornerstoneimagerendered', painted);
    // React's wheel listener is passive; the page must not scroll or zoom here.
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      element.removeEventListener('cornerstoneimagerendered', painted);
      element.removeEventListener('wheel', wheel);
      cornerstone.disable(element);
    };
  }, []);

  useEffect(() => {
    let stale = false;
    const source = pictureSource(series, cell.slice, imageUrl);
    if (!source) return;
    const timer = setTimeout(() => setSlow(true), 300);
    const settle = (next: Shown): void => {
      clearTimeout(timer);
      if (stale) return;
      setSlow(false);
      setShown(next);
    };
    const place = { seriesId: series.seriesId, slice: cell.slice };
    Promise.all([loadPicture(source), seriesLevels(series, imageUrl)]).then(
      ([picture, levels]) => {
        settle({ ...place, picture, levels });
        if (stale) return;
        for (const step of [1, -1, 2, -2]) {
          const next = pictureSource(series, cell.slice + step, imageUrl);
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
  }, [series, cell.slice, imageUrl]);

  const current = shown?.seriesId === series.seriesId ? shown : null;
  const picture = current && 'picture' in current ? current.picture : null;
  const levels = current && 'picture' in current ? current.levels : null;
  const turn = composeTurn(displayOrientation(series.orientation), cell.turn);
  const letters = edgeLetters(series.orientation, turn);
  const bar = picture ? scaleBar(series.pixelSpacing, size.scale, size.room) : null;
  const colour = picture?.color === true;
  const window = colour
    ? null
    : (cell.window ?? presetWindow(cell.preset, series.label, series.window, levels));
  // Numbers, not the object made anew at each render, decide whether to paint again; colour spans 0 to 255.
  const center = window?.center ?? 127.5;
  const width = window?.width ?? 255;
  const { rotation, hflip, vflip } = turn;

  useEffect(() => {
    const element = host.current;
    // A slice that failed counts as not painted: the canvas still holds the one before, hidden.
    if (canvas.current) canvas.current.dataset['painted'] = 'false';
    if (!element || !picture || !canvas.current) return;
    const paint = (): void => {
      const view = cornerstone.getDefaultViewportForImage(element, picture);
      view.rotation = rotation;
      view.hflip = hflip;
      view.vflip = vflip;
      view.invert = picture.invert !== cell.invert;
      view.voi = colour ? { windowCenter: center, windowWidth: width } : rendererWindow({ center, width });
      cornerstone.displayImage(element, picture, view);
      cornerstone.fitToWindow(element);
      const fitted = cornerstone.getViewport(element);
      if (!fitted) return;
      fitted.scale *= cell.zoom;
      fitted.translation = { x: cell.pan.x, y: cell.pan.y };
      cornerstone.setViewport(element, fitted);
      const painted = { scale: fitted.scale, room: element.clientWidth };
      setSize((old) => (old.scale === painted.scale && old.room === painted.room ? old : painted));
    };
    const fit = (): void => {
      cornerstone.resize(element, false);
      paint();
    };
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    paint();
    return () => observer.disconnect();
  }, [picture, colour, center, width, cell.invert, cell.zoom, cell.pan, rotation, hflip, vflip]);

  const drag = useRef<{ x: number; y: number; pan: boolean } | null>(null);
  const down = (event: PointerEvent): void => {
    onActivate();
    if (event.button > 1) return;
    if (event.button === 1) event.preventDefault();
    drag.current = { x: event.clientX, y: event.clientY, pan: event.button === 1 || event.shiftKey };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent): void => {
    const from = drag.current;
    if (!from) return;
    const dx = event.clientX - from.x;
    const dy = event.clientY - from.y;
    drag.current = { ...from, x: event.clientX, y: event.clientY };
    if (from.pan) {
      const scale = (host.current && cornerstone.getViewport(host.current)?.scale) || 1;
      onView({ pan: { x: cell.pan.x + dx / scale, y: cell.pan.y + dy / scale } });
    } else if (window) {
      const step = levels ? Math.max((levels.p995 - levels.p1) / 400, 0.01) : window.width / 400;
      onView({ window: { center: window.center + dy * step, width: Math.max(1, window.width + dx * step) } });
    }
  };
  const up = (): void => {
    drag.current = null;
  };

  const count = series.images.length;
  const slice = (current?.slice ?? cell.slice) + 1;
  const name = zh ? `${title}，第 ${slice} 层，共 ${count} 层` : `${title}, slice ${slice} of ${count}`;
  const error = current && 'error' in current ? current.error : null;
  return (
    <div
      className="iv-viewport"
      role="group"
      aria-label={name}
      tabIndex={0}
      data-active={active}
      onFocus={onActivate}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
    >
      <div ref={host} className="iv-host" data-hidden={picture === null}>
        <canvas
          ref={canvas}
          className="cornerstone-canvas"
          role="img"
          aria-label={name}
          data-series-id={series.seriesId}
          data-slice={slice}
          data-painted="false"
        />
      </div>
      <div className="iv-overlay" aria-hidden="true">
        <span className="iv-top-left">{title}</span>
        <span className="iv-top-right">
          {slice} / {count}
        </span>
        {window && (
          <span className="iv-bottom-left">
            W {Math.round(window.width)} L {Math.round(window.center)}
          </span>
        )}
        {letters && (
          <>
            <b className="iv-left">{letters.left}</b>
            <b className="iv-right">{letters.right}</b>
            <b className="iv-top">{letters.top}</b>
            <b className="iv-bottom">{letters.bottom}</b>
          </>
        )}
        {bar && (
          <span className="iv-scale" data-millimetres={bar.length}>
            <i style={{ width: bar.pixels }} />
            {bar.length} mm
          </span>
        )}
        {slow && (
          <span className="iv-bottom-right">{zh ? '载入中…' : `Loading ${cell.slice + 1} / ${count}…`}</span>
        )}
      </div>
      {error && (
        <div className="iv-error" role="alert">
          <p>{zh ? imageErrorInChinese(error) : error}</p>
          {onImagesBroken && (
            <button type="button" onClick={() => onImagesBroken(`${name}: ${error}`)}>
              {zh ? '报告影像损坏' : 'Report images broken'}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
