import type { ViewerSeries } from '@concord/rubric/model/imaging';
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { linkedSlice } from './geometry/linked-slice.ts';
import type { ReaderTurn } from './geometry/screen-turn.ts';
import { flipAcross, flipDown, quarterTurn } from './geometry/screen-turn.ts';
import { usableHeader, windowPresets } from './geometry/window.ts';
import { defaultHanging } from './hanging.ts';
import './image-viewer.css';
import { forgetPictures } from './loader/image-loader.ts';
import { savedView } from './saved-view.ts';
import { seriesNames } from './series-names.ts';
import { useCine } from './use-cine.ts';
import { useKeptView } from './use-kept-view.ts';
import type { ViewerAction } from './viewer-keys.ts';
import { keyAction } from './viewer-keys.ts';
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
  /** Called when the reader presses "Report images broken" beside a picture that failed. */
  readonly onImagesBroken?: ((message: string) => void) | undefined;
}

const layouts = [1, 2, 3, 4] as const;
const noPan = { x: 0, y: 0 };
/** Drawn, for fonts often lack the sign. */
const fullScreenIcon = (
  <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
    <path d="M1 4V1h3M8 1h3v3M11 8v3H8M4 11H1V8" fill="none" stroke="currentColor" strokeWidth="1.4" />
  </svg>
);
const unturned: ReaderTurn = { mirrored: false, rotation: 0 };

function freshCell(series: ViewerSeries): CellView {
  const preset = usableHeader(series.window) ? 'header' : 'auto';
  const slice = Math.floor((series.images.length - 1) / 2);
  return {
    seriesId: series.seriesId,
    slice,
    preset,
    window: null,
    invert: false,
    zoom: 1,
    pan: noPan,
    turn: unturned,
  };
}

/** Viewports, strip of series and toolbar of one case. */
function CaseViewer({
  series,
  imageUrl,
  language,
  caseKey,
  onImagesBroken,
  onShown,
}: ImageViewerProps): ReactElement {
  const zh = language === 'zh';
  const names = seriesNames(series, language);
  const byId = new Map(series.map((s) => [s.seriesId, s]));
  const [kept] = useState(() => savedView(caseKey));
  const [cells, setCells] = useState<readonly CellView[]>(() =>
    defaultHanging(series).flatMap((id, at) => {
      const before = kept?.cells[at];
      const last = (byId.get(before?.seriesId ?? '')?.images.length ?? 0) - 1;
      if (before && last >= 0) return [{ ...before, slice: Math.min(Math.max(before.slice, 0), last) }];
      const found = byId.get(id);
      return found ? [freshCell(found)] : [];
    }),
  );
  const [layout, setLayout] = useState<number>(
    () =>
      layouts.find((each) => each === kept?.layout) ?? (cells.length >= 3 ? 4 : Math.max(1, cells.length)),
  );
  useKeptView(caseKey, { layout, cells });
  const section = useRef<HTMLElement>(null);
  const [activeAt, setActive] = useState(0);
  const [linked, setLinked] = useState(true);
  useEffect(() => forgetPictures, []);

  const visible = cells.slice(0, layout);
  const active = Math.min(activeAt, Math.max(0, visible.length - 1));
  const cell = visible[active];
  const shownKey = visible.map(({ seriesId }) => seriesId).join(' ');
  useEffect(() => onShown?.(shownKey.split(' ')), [onShown, shownKey]);

  const change = (at: number, part: Partial<CellView>): void =>
    setCells((all) => all.map((c, i) => (i === at ? { ...c, ...part } : c)));
  const goTo = (at: number, place: (from: number, last: number) => number): void =>
    setCells((all) => {
      const moved = all[at];
      const source = moved && byId.get(moved.seriesId);
      if (!moved || !source) return all;
      const last = source.images.length - 1;
      const slice = Math.min(Math.max(place(moved.slice, last), 0), last);
      return all.map((c, i) => {
        if (i === at) return { ...c, slice };
        const target = linked && i < layout ? byId.get(c.seriesId) : undefined;
        const together = target ? linkedSlice(source, slice, target) : null;
        return together === null ? c : { ...c, slice: together };
      });
    });
  const next = useRef(() => {});
  useEffect(() => {
    // Cine starts again at the first slice.
    next.current = () => goTo(active, (n, last) => (n === last ? 0 : n + 1));
  });
  const cine = useCine(useCallback(() => next.current(), []));
  const show = (seriesId: string): void => {
    const found = byId.get(seriesId);
    if (!found || found.images.length === 0 || !cell) return;
    const old = byId.get(cell.seriesId);
    const together = linked && old ? linkedSlice(old, cell.slice, found) : null;
    const fresh = freshCell(found);
    change(active, together === null ? fresh : { ...fresh, slice: together });
  };
  const stepSeries = (step: number): void => {
    const at = series.findIndex((s) => s.seriesId === cell?.seriesId);
    const other = series[(at + step + series.length) % series.length];
    if (other) show(other.seriesId);
  };
  const run = (action: ViewerAction): void => {
    if (!cell) return;
    const actions: Readonly<Record<ViewerAction, () => void>> = {
      slicePrevious: () => goTo(active, (n) => n - 1),
      sliceNext: () => goTo(active, (n) => n + 1),
      pageBack: () => goTo(active, (n) => n - 5),
      pageForward: () => goTo(active, (n) => n + 5),
      sliceFirst: () => goTo(active, () => 0),
      sliceLast: () => goTo(active, (_, last) => last),
      seriesPrevious: () => stepSeries(-1),
      seriesNext: () => stepSeries(1),
      layout: () => setLayout(layouts[(layouts.findIndex((n) => n === layout) + 1) % layouts.length] ?? 1),
      preset: () => {
        const after =
          windowPresets[(windowPresets.indexOf(cell.preset) + 1) % windowPresets.length] ?? 'auto';
        change(active, { preset: after, window: null });
      },
      invert: () => change(active, { invert: !cell.invert }),
      link: () => setLinked((on) => !on),
      zoomIn: () => change(active, { zoom: Math.min(cell.zoom * 1.2, 20) }),
      zoomOut: () => change(active, { zoom: Math.max(cell.zoom / 1.2, 0.2) }),
      // The shift turns with the picture: what was looked at stays in the middle.
      rotate: () => change(active, { turn: quarterTurn(cell.turn), pan: { x: -cell.pan.y, y: cell.pan.x } }),
      flipAcross: () =>
        change(active, { turn: flipAcross(cell.turn), pan: { x: -cell.pan.x, y: cell.pan.y } }),
      flipDown: () => change(active, { turn: flipDown(cell.turn), pan: { x: cell.pan.x, y: -cell.pan.y } }),
      cine: cine.toggle,
      cineSlower: () => cine.change(-1),
      cineFaster: () => cine.change(1),
      fullscreen: () => {
        const done = document.fullscreenElement
          ? document.exitFullscreen()
          : section.current?.requestFullscreen();
        // A browser that forbids it leaves the page as it is.
        done?.catch(() => undefined);
      },
      reset: () => {
        const own = byId.get(cell.seriesId);
        if (own) change(active, { ...freshCell(own), slice: cell.slice });
      },
    };
    actions[action]();
  };
  const key = (event: KeyboardEvent): void => {
    const action = keyAction(event.nativeEvent);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    run(action);
  };

  const presetNames = zh
    ? { header: '原始窗', auto: '自动', brain: '脑', wide: '宽' }
    : { header: 'Header', auto: 'Auto', brain: 'Brain', wide: 'Wide' };
  const tool = (action: ViewerAction, text: ReactNode, name: string, pressed?: boolean): ReactElement => (
    <button type="button" aria-label={name} title={name} aria-pressed={pressed} onClick={() => run(action)}>
      {text}
    </button>
  );
  if (cells.length === 0)
    return <p className="iv-empty">{zh ? '此病例没有影像。' : 'This case has no images.'}</p>;
  return (
    <section ref={section} className="iv" aria-label={zh ? '影像' : 'Images'} onKeyDown={key}>
      <div className="iv-head">
        <div className="iv-toolbar" role="toolbar" aria-label={zh ? '影像工具' : 'Image tools'}>
          {layouts.map((n) => (
            <button
              key={n}
              type="button"
              aria-pressed={layout === n}
              aria-label={zh ? `${n} 个视口` : `${n} viewport${n > 1 ? 's' : ''}`}
              title={zh ? `${n} 个视口 (l)` : `${n} viewport${n > 1 ? 's' : ''} (l)`}
              onClick={() => setLayout(n)}
            >
              {n}
            </button>
          ))}
          <i />
          {windowPresets.map((preset) => (
            <button
              key={preset}
              type="button"
              title={`${presetNames[preset]} (w)`}
              aria-pressed={cell?.preset === preset && cell.window === null}
              disabled={preset === 'header' && !usableHeader(byId.get(cell?.seriesId ?? '')?.window ?? null)}
              onClick={() => change(active, { preset, window: null })}
            >
              {presetNames[preset]}
            </button>
          ))}
          <i />
          {tool('invert', '◐', zh ? '反相 (i)' : 'Invert (i)', cell?.invert === true)}
          {tool('link', '⇅', zh ? '联动滚动 (m)' : 'Scroll together (m)', linked)}
          {tool('zoomOut', '−', zh ? '缩小 (-)' : 'Zoom out (-)')}
          {tool('zoomIn', '+', zh ? '放大 (+)' : 'Zoom in (+)')}
          {tool('rotate', '↻', zh ? '顺时针旋转 90° (o)' : 'Turn by a quarter (o)')}
          {tool(
            'flipAcross',
            '⇋',
            zh ? '左右翻转 (h)' : 'Swap left and right (h)',
            cell?.turn.mirrored === true,
          )}
          {tool(
            'cine',
            cine.playing ? `■ ${cine.rate}/s` : '▶',
            zh ? '播放或停止 (c)，, 与 . 调速' : 'Play or stop (c), speed by , and .',
            cine.playing,
          )}
          {tool('fullscreen', fullScreenIcon, zh ? '全屏 (f)' : 'Full screen (f)')}
          {tool('reset', '↺', zh ? '重置 (r)' : 'Reset (r)')}
        </div>
        <div className="iv-strip" role="group" aria-label={zh ? '序列' : 'Series'}>
          {series.map((s) => (
            <button
              key={s.seriesId}
              type="button"
              aria-pressed={s.seriesId === cell?.seriesId}
              disabled={s.images.length === 0}
              title={
                zh ? `${names.get(s.seriesId)}（[ 与 ] 切换）` : `${names.get(s.seriesId)} ([ and ] step)`
              }
              onClick={() => show(s.seriesId)}
            >
              {names.get(s.seriesId)} <small>{s.images.length}</small>
            </button>
          ))}
        </div>
      </div>
      <div className="iv-grid" data-layout={Math.min(layout, visible.length === 3 ? 4 : visible.length)}>
        {visible.map((view, at) => {
          const own = byId.get(view.seriesId);
          return own ? (
            <Viewport
              // The place is the identity: a viewport keeps its canvas when its series changes.
              key={at}
              cell={view}
              series={own}
              title={names.get(own.seriesId) ?? own.label}
              active={at === active}
              zh={zh}
              imageUrl={imageUrl}
              onActivate={() => setActive(at)}
              onScroll={(steps) => goTo(at, (n) => n + steps)}
              onView={(part) => change(at, part)}
              onImagesBroken={onImagesBroken}
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
