import { flipAcross, flipDown, quarterTurn } from './geometry/screen-turn.ts';
import { windowPresets } from './geometry/window.ts';
import { freshCell, layouts } from './use-cells.ts';
import type { Cells } from './use-cells.ts';
import type { Marks } from './use-marks.ts';
import type { ViewerAction } from './viewer-keys.ts';
import { zoomLimits } from './viewport.tsx';

type Parts = {
  cells: Cells;
  marks: Marks;
  cine: { toggle: () => void; change: (by: 1 | -1) => void };
  toggleLink: () => void;
  toggleLines: () => void;
  toggleFullScreen: () => void;
  /** CSS pixels for an image pixel where the active picture just fits. */
  fit: number;
};

/** Does what a key or a tool of the viewer asks for. */
export function runAction(action: ViewerAction, parts: Parts): void {
  const { cells, marks, cine } = parts;
  const { cell, active, change, goTo } = cells;
  if (!cell) return;
  const zoomTo = (zoom: number): void =>
    change(active, { zoom: Math.min(Math.max(zoom, zoomLimits.least), zoomLimits.most) });
  const actions: Readonly<Record<ViewerAction, () => void>> = {
    slicePrevious: () => goTo(active, (n) => n - 1),
    sliceNext: () => goTo(active, (n) => n + 1),
    pageBack: () => goTo(active, (n) => n - 5),
    pageForward: () => goTo(active, (n) => n + 5),
    sliceFirst: () => goTo(active, () => 0),
    sliceLast: () => goTo(active, (_, last) => last),
    seriesPrevious: () => cells.stepSeries(-1),
    seriesNext: () => cells.stepSeries(1),
    layout: () =>
      cells.setLayout(layouts[(layouts.findIndex((n) => n === cells.layout) + 1) % layouts.length] ?? 1),
    preset: () => {
      const after = windowPresets[(windowPresets.indexOf(cell.preset) + 1) % windowPresets.length] ?? 'auto';
      change(active, { preset: after, window: null });
    },
    invert: () => change(active, { invert: !cell.invert }),
    link: parts.toggleLink,
    references: parts.toggleLines,
    zoomIn: () => zoomTo(cell.zoom * 1.2),
    zoomOut: () => zoomTo(cell.zoom / 1.2),
    actual: () => {
      if (parts.fit > 0) zoomTo(1 / parts.fit);
    },
    fit: () => change(active, { zoom: 1, pan: { x: 0, y: 0 } }),
    // The shift turns with the picture: what was looked at stays in the middle.
    rotate: () => change(active, { turn: quarterTurn(cell.turn), pan: { x: -cell.pan.y, y: cell.pan.x } }),
    flipAcross: () => change(active, { turn: flipAcross(cell.turn), pan: { x: -cell.pan.x, y: cell.pan.y } }),
    flipDown: () => change(active, { turn: flipDown(cell.turn), pan: { x: cell.pan.x, y: -cell.pan.y } }),
    length: () => marks.choose('length'),
    angle: () => marks.choose('angle'),
    rectangle: () => marks.choose('rectangle'),
    ellipse: () => marks.choose('ellipse'),
    probe: () => marks.choose('probe'),
    magnifier: () => marks.choose('magnifier'),
    crosshair: () => marks.choose('crosshair'),
    removeMark: () => marks.removeLast(cell),
    cine: cine.toggle,
    cineSlower: () => cine.change(-1),
    cineFaster: () => cine.change(1),
    fullscreen: parts.toggleFullScreen,
    reset: () => {
      if (cells.series) change(active, { ...freshCell(cells.series), slice: cell.slice });
    },
  };
  actions[action]();
}
