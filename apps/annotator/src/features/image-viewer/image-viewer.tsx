import type { ViewerSeries } from '@concord/rubric/model/imaging';
import type { KeyboardEvent, ReactElement } from 'react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { approximateSlice } from './geometry/linked-slice.ts';
import type { PlanePoint } from './geometry/screen-turn.ts';
import { distanceTo, fromPatient, referenceLine, slicePlane, toPatient } from './geometry/slice-plane.ts';
import type { Vector3 } from './geometry/vector.ts';
import './image-viewer.css';
import { forgetPictures } from './loader/image-loader.ts';
import type { Mark } from './marks.ts';
import type { CrossLine } from './marks-layer.tsx';
import { savedView } from './saved-view.ts';
import { seriesNames } from './series-names.ts';
import { SeriesStrip } from './series-strip.tsx';
import { useCells, useShown } from './use-cells.ts';
import { useCine } from './use-cine.ts';
import { useKeptView } from './use-kept-view.ts';
import { useMarks } from './use-marks.ts';
import { runAction } from './viewer-actions.ts';
import type { ViewerAction } from './viewer-keys.ts';
import { keyAction } from './viewer-keys.ts';
import { ViewerToolbar } from './viewer-toolbar.tsx';
import type { CellView } from './viewport.tsx';
import { Viewport } from './viewport.tsx';

export interface ImageViewerProps {
  readonly series: readonly ViewerSeries[];
  /** Address of an image, same origin; must be a stable function. */
  readonly imageUrl: (imageId: string) => string;
  readonly language: 'en' | 'zh';
  /** Changes with the case: pictures start afresh, layout and windows as they were left in it. */
  readonly caseKey: string;
  /** Called with the series in the viewports whenever they change; must be a stable function. */
  readonly onShown?: ((seriesIds: readonly string[]) => void) | undefined;
  /** Called with the point or box that the reader chose on an image; must be a stable function. */
  readonly onPlace?: ((place: ImagePlace | null) => void) | undefined;
  /** A place to show: its slice comes into the active viewport. Another object shows it again. */
  readonly target?: ImagePlace | null | undefined;
  /** Called when the reader presses "Report images broken" beside a picture that failed. */
  readonly onImagesBroken?: ((message: string) => void) | undefined;
}

/** A point, or two corners of a box, on a slice; patient coordinates (LPS, mm) where the series has them. */
export interface ImagePlace {
  readonly seriesId: string;
  readonly slice: number;
  readonly points: readonly (readonly [number, number])[];
  readonly patient: readonly (readonly [number, number, number])[] | null;
}

/** Arrow keys move the cursor of a tool; with Shift by ten pixels. */
const arrows: Readonly<Record<string, PlanePoint>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
type Crosshair = { point: Vector3; frameOfReference: number };

/** Viewports, strip of series and toolbar of one case. */
function CaseViewer(props: ImageViewerProps): ReactElement {
  const { series, imageUrl, language, caseKey } = props;
  const zh = language === 'zh';
  const names = seriesNames(series, language);
  const [kept] = useState(() => savedView(caseKey));
  const [linked, setLinked] = useState(true);
  const [lines, setLines] = useState(true);
  const [crosshair, setCrosshair] = useState<Crosshair | null>(null);
  const [cursor, setCursor] = useState<PlanePoint | null>(null);
  const cells = useCells(series, kept, linked);
  const marks = useMarks(kept?.marks ?? []);
  const { visible, active, cell, goTo } = cells;
  useKeptView(caseKey, { layout: cells.layout, cells: cells.cells, marks: marks.marks });
  useShown(visible, props.onShown);
  useEffect(() => forgetPictures, []);
  const [target, setTarget] = useState<ImagePlace | null>(null);
  if (props.target && props.target !== target) {
    setTarget(props.target);
    cells.showAt(props.target.seriesId, props.target.slice);
  }
  const section = useRef<HTMLElement>(null);
  const fits = useRef(new Map<number, number>());

  const next = useRef(() => {});
  useEffect(() => {
    // Cine starts again at the first slice.
    next.current = () => goTo(active, (n, last) => (n === last ? 0 : n + 1));
  });
  const cine = useCine(useCallback(() => next.current(), []));

  const run = (action: ViewerAction): void =>
    runAction(action, {
      cells,
      marks,
      cine,
      toggleLink: () => setLinked((on) => !on),
      toggleLines: () => setLines((on) => !on),
      toggleFullScreen: () => {
        const done = document.fullscreenElement
          ? document.exitFullscreen()
          : section.current?.requestFullscreen();
        // A browser that forbids it leaves the page as it is.
        done?.catch(() => undefined);
      },
      fit: fits.current.get(active) ?? 0,
    });

  /** A place of the image in a viewport, chosen with the tool in hand. */
  const place = (view: CellView, own: ViewerSeries, point: PlanePoint): void => {
    const plane = slicePlane(own, view.slice);
    const tell = (points: readonly PlanePoint[]): void =>
      props.onPlace?.({
        seriesId: view.seriesId,
        slice: view.slice,
        points: points.map(({ x, y }) => [x, y] as const),
        patient: plane && points.map((each) => toPatient(plane, each)),
      });
    if (marks.tool !== 'crosshair') {
      const corner = marks.draftOn(view)?.points[0];
      if (marks.tool === 'rectangle' && corner) tell([corner, point]);
      return marks.place(view, point);
    }
    tell([point]);
    if (!plane || own.frameOfReference === null) return undefined;
    const patient = toPatient(plane, point);
    setCrosshair({ point: patient, frameOfReference: own.frameOfReference });
    cells.goToPoint(patient, own.frameOfReference);
    return undefined;
  };
  const own = cells.series;
  const middle: PlanePoint | null = own ? { x: own.columns / 2, y: own.rows / 2 } : null;
  const toolCursor = marks.tool === 'window' || marks.tool === 'magnifier' ? null : (cursor ?? middle);

  /** Keys of a tool in hand; the rest are the viewer's. */
  const toolKey = (event: KeyboardEvent): boolean => {
    if (marks.tool === 'window' || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (!(event.target instanceof HTMLElement) || !event.target.classList.contains('iv-viewport'))
      return false;
    const arrow = arrows[event.key];
    if (event.key === 'Escape') marks.cancel();
    else if (arrow && toolCursor) {
      const by = event.shiftKey ? 10 : 1;
      setCursor({ x: toolCursor.x + arrow.x * by, y: toolCursor.y + arrow.y * by });
    } else if ((event.key === 'Enter' || event.key === ' ') && cell && own && toolCursor)
      place(cell, own, toolCursor);
    else return false;
    return true;
  };
  const key = (event: KeyboardEvent): void => {
    const action = keyAction(event.nativeEvent);
    if (!toolKey(event)) {
      if (!action) return;
      run(action);
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const activePlane = own && cell ? slicePlane(own, cell.slice) : null;
  const linesOn = (at: number, view: CellView, other: ViewerSeries): CrossLine[] => {
    if (!lines || at === active || !activePlane || !own) return [];
    if (own.frameOfReference === null || own.frameOfReference !== other.frameOfReference) return [];
    const plane = slicePlane(other, view.slice);
    const line = plane && referenceLine(plane, activePlane);
    return line ? [line] : [];
  };
  const crossOn = (view: CellView, other: ViewerSeries): PlanePoint | null => {
    const plane = slicePlane(other, view.slice);
    if (!crosshair || !plane || other.frameOfReference !== crosshair.frameOfReference) return null;
    // Far from its slice the point would be shown where it is not.
    return Math.abs(distanceTo(plane, crosshair.point)) < 5 ? fromPatient(plane, crosshair.point) : null;
  };
  const pointedOn = (view: CellView): PlanePoint[] =>
    target && target.seriesId === view.seriesId && target.slice === view.slice
      ? target.points.map(([x, y]) => ({ x, y }))
      : [];
  const pointOn = (view: CellView): PlanePoint | null => {
    const points = pointedOn(view);
    return points.length === 1 ? (points[0] ?? null) : null;
  };
  const boxOn = (view: CellView): Mark[] => {
    const points = pointedOn(view);
    const { seriesId, slice } = view;
    return points.length === 2 ? [{ kind: 'rectangle', seriesId, slice, points }] : [];
  };
  const linkNote = (at: number, other: ViewerSeries): string | null => {
    if (!linked || at === active || !own || !cell) return null;
    if (approximateSlice(own, cell.slice, other) === null) return null;
    return zh ? '联动为近似' : 'scrolls together approximately';
  };

  if (cells.cells.length === 0)
    return <p className="iv-empty">{zh ? '此病例没有影像。' : 'This case has no images.'}</p>;
  return (
    <section ref={section} className="iv" aria-label={zh ? '影像' : 'Images'} onKeyDown={key}>
      <div className="iv-head">
        <ViewerToolbar
          cells={cells}
          tool={marks.tool}
          linked={linked}
          lines={lines}
          cine={cine}
          zh={zh}
          run={run}
        />
        <SeriesStrip
          series={series}
          names={names}
          shownId={cell?.seriesId}
          zh={zh}
          imageUrl={imageUrl}
          onShow={cells.show}
        />
      </div>
      <div
        className="iv-grid"
        data-layout={Math.min(cells.layout, visible.length === 3 ? 4 : visible.length)}
      >
        {visible.map((view, at) => {
          const shown = cells.byId.get(view.seriesId);
          return shown ? (
            <Viewport
              // The place is the identity: a viewport keeps its canvas when its series changes.
              key={at}
              cell={view}
              series={shown}
              title={names.get(shown.seriesId) ?? shown.label}
              active={at === active}
              zh={zh}
              imageUrl={imageUrl}
              tool={marks.tool}
              marks={[...marks.on(view), ...boxOn(view)]}
              draft={marks.draftOn(view)}
              cursor={at === active ? toolCursor : null}
              lines={linesOn(at, view, shown)}
              crosshair={crossOn(view, shown) ?? pointOn(view)}
              linkNote={linkNote(at, shown)}
              onActivate={() => cells.setActive(at)}
              onScroll={(steps) => goTo(at, (n) => n + steps)}
              onView={(part) => cells.change(at, part)}
              onPlace={(point) => place(view, shown, point)}
              onFit={(fit) => fits.current.set(at, fit)}
              onImagesBroken={props.onImagesBroken}
            />
          ) : null;
        })}
      </div>
    </section>
  );
}

/** Image viewer of the reading room. Load lazily: it brings cornerstone-core with it. */
export const ImageViewer = (props: ImageViewerProps): ReactElement => (
  <CaseViewer key={props.caseKey} {...props} />
);
