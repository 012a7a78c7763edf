import type { ViewerSeries } from '@concord/rubric/model/imaging';
import type { ReactElement } from 'react';
import { useEffect, useRef, useState } from 'react';
import { toPixel } from './geometry/affine.ts';
import { displayOrientation, edgeLetters } from './geometry/display-orientation.ts';
import { valueAt } from './geometry/measure.ts';
import { scaleBar } from './geometry/scale-bar.ts';
import type { PlanePoint, ReaderTurn } from './geometry/screen-turn.ts';
import { composeTurn } from './geometry/screen-turn.ts';
import type { Window, WindowPreset } from './geometry/window.ts';
import { presetWindow } from './geometry/window.ts';
import { imageErrorInChinese } from './image-error-in-chinese.ts';
import { Magnifier } from './magnifier.tsx';
import type { Mark } from './marks.ts';
import type { CrossLine } from './marks-layer.tsx';
import { MarksLayer } from './marks-layer.tsx';
import type { Tool } from './use-marks.ts';
import { drawn } from './use-marks.ts';
import { usePaintedPicture } from './use-painted-picture.ts';
import { useSlicePicture } from './use-slice-picture.ts';
import { useViewportPointer } from './use-viewport-pointer.ts';

/** How one viewport shows its series. */
export interface CellView {
  readonly seriesId: string;
  /** 0-based slice asked for. */
  readonly slice: number;
  readonly preset: WindowPreset;
  /** Window set by dragging or chosen from the header; null follows the preset. */
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
  readonly tool: Tool;
  readonly marks: readonly Mark[];
  readonly draft: Mark | null;
  /** Place of the keyboard cursor in the image, in the active viewport while a tool is in hand. */
  readonly cursor: PlanePoint | null;
  /** Where the active viewport's slice cuts this one. */
  readonly lines: readonly CrossLine[];
  readonly crosshair: PlanePoint | null;
  /** Why this series does not scroll with the active one, or how well it does. */
  readonly linkNote: string | null;
  readonly onActivate: () => void;
  readonly onScroll: (steps: number) => void;
  /** Changes the view from what it is then: several moves may come between two renders. */
  readonly onView: (change: (now: CellView) => Partial<CellView>) => void;
  /** A place in the image was chosen with the tool in hand. */
  readonly onPlace: (point: PlanePoint) => void;
  /** CSS pixels for an image pixel where the picture just fits. */
  readonly onFit: (fit: number) => void;
  readonly onImagesBroken: ((message: string) => void) | undefined;
}

export const zoomLimits = { least: 0.05, most: 40 } as const;
const keptZoom = (zoom: number): number => Math.min(Math.max(zoom, zoomLimits.least), zoomLimits.most);

/** One viewport: canvas, overlay and pointer handling. The counter always names the slice that is painted. */
export function Viewport(props: Props): ReactElement {
  const { cell, series, title, active, zh, imageUrl, tool, onView, onImagesBroken, onFit } = props;
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pointer, setPointer] = useState<PlanePoint | null>(null);
  const { shown: current, slow } = useSlicePicture(series, cell.slice, imageUrl);
  const picture = current && 'picture' in current ? current.picture : null;
  const levels = current && 'picture' in current ? current.levels : null;
  const turn = composeTurn(displayOrientation(series.orientation), cell.turn);
  const letters = edgeLetters(series.orientation, turn);
  const colour = picture?.color === true;
  const window = colour
    ? null
    : (cell.window ?? presetWindow(cell.preset, series.label, series.window, levels));
  const { invert, zoom, pan } = cell;
  const painted = usePaintedPicture({ host, canvas }, picture, { window, invert, zoom, pan, turn });
  const fit = painted?.fit ?? 0;
  useEffect(() => {
    if (fit > 0) onFit(fit);
    // The callback is made anew at each render; only the number matters.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [fit]);

  const step = levels ? Math.max((levels.p995 - levels.p1) / 400, 0.01) : (window?.width ?? 0) / 400;
  const scale = painted?.scale || 1;
  const placing = drawn(tool) !== null || tool === 'crosshair';
  const handlers = useViewportPointer(host, {
    onActivate: props.onActivate,
    onScroll: props.onScroll,
    onZoom: (factor) => onView((now) => ({ zoom: keptZoom(now.zoom * factor) })),
    onPan: (dx, dy) => onView((now) => ({ pan: { x: now.pan.x + dx / scale, y: now.pan.y + dy / scale } })),
    onWindow: (dx, dy) => {
      if (!window) return;
      onView(({ window: set }) => {
        const { center, width } = set ?? window;
        return { window: { center: center + dy * step, width: Math.max(1, width + dx * step) } };
      });
    },
    onPlace: placing
      ? (at) => {
          const point = painted && toPixel(painted.affine, at);
          if (point) props.onPlace(point);
        }
      : null,
    onHover: (at) => {
      if (tool !== 'window' || pointer !== null) setPointer(tool === 'window' ? null : at);
    },
  });

  const under = pointer && painted ? toPixel(painted.affine, pointer) : null;
  const cursor = under ?? props.cursor;
  const values = picture?.values ?? null;
  const probed = tool !== 'window' && cursor && values ? valueAt(values, cursor) : null;
  const count = series.images.length;
  const slice = (current?.slice ?? cell.slice) + 1;
  const name = zh ? `${title}，第 ${slice} 层，共 ${count} 层` : `${title}, slice ${slice} of ${count}`;
  const error = current && 'error' in current ? current.error : null;
  const bar = picture && painted ? scaleBar(series.pixelSpacing, painted.scale, painted.room) : null;
  return (
    <div
      className="iv-viewport"
      role="group"
      aria-label={name}
      tabIndex={0}
      data-active={active}
      data-tool={tool}
      onFocus={props.onActivate}
      {...handlers}
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
      {picture && painted && (
        <MarksLayer
          affine={painted.affine}
          series={series}
          values={values}
          marks={props.marks}
          draft={props.draft}
          cursor={cursor}
          showCursor={under === null && props.cursor !== null}
          lines={props.lines}
          crosshair={props.crosshair}
          zh={zh}
        />
      )}
      {tool === 'magnifier' && pointer && picture && <Magnifier source={canvas} at={pointer} />}
      <div className="iv-overlay" aria-hidden="true">
        <span className="iv-top-left">
          {title}
          {props.linkNote !== null && <small className="iv-note">{props.linkNote}</small>}
        </span>
        <span className="iv-top-right">
          {slice} / {count}
        </span>
        <span className="iv-bottom-left">
          {tool !== 'window' && cursor && (
            <span className="iv-probe">
              {Math.floor(cursor.x)}, {Math.floor(cursor.y)}
              {probed !== null && `: ${Number.isInteger(probed) ? probed : probed.toFixed(2)}`}
            </span>
          )}
          {window && `W ${Math.round(window.width)} L ${Math.round(window.center)}`}
        </span>
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
