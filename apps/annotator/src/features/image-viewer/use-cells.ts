import type { ViewerSeries } from '@concord/rubric/model/imaging';
import { useEffect, useState } from 'react';
import { approximateSlice, linkedSlice, nearestSlice } from './geometry/linked-slice.ts';
import type { ReaderTurn } from './geometry/screen-turn.ts';
import type { Vector3 } from './geometry/vector.ts';
import { usableHeader } from './geometry/window.ts';
import { defaultHanging } from './hanging.ts';
import type { SavedView } from './saved-view.ts';
import type { CellView } from './viewport.tsx';

export const layouts = [1, 2, 3, 4] as const;
const unturned: ReaderTurn = { mirrored: false, rotation: 0 };

/** A series as it is first shown: its middle slice, the header's window where there is one. */
export function freshCell(series: ViewerSeries): CellView {
  return {
    seriesId: series.seriesId,
    slice: Math.floor((series.images.length - 1) / 2),
    preset: usableHeader(series.window) ? 'header' : 'auto',
    window: null,
    invert: false,
    zoom: 1,
    pan: { x: 0, y: 0 },
    turn: unturned,
  };
}

/** What the viewports show, which one is active, and how scrolling in one moves the others. */
export function useCells(series: readonly ViewerSeries[], kept: SavedView | null, linked: boolean) {
  const byId = new Map(series.map((each) => [each.seriesId, each]));
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
  const [activeAt, setActive] = useState(0);
  const visible = cells.slice(0, layout);
  const active = Math.min(activeAt, Math.max(0, visible.length - 1));
  const cell = visible[active];

  type Change = Partial<CellView> | ((now: CellView) => Partial<CellView>);
  const change = (at: number, part: Change): void =>
    setCells((all) =>
      all.map((each, i) =>
        i === at ? { ...each, ...(typeof part === 'function' ? part(each) : part) } : each,
      ),
    );
  const goTo = (at: number, place: (from: number, last: number) => number): void =>
    setCells((all) => {
      const moved = all[at];
      const source = moved && byId.get(moved.seriesId);
      if (!moved || !source) return all;
      const last = source.images.length - 1;
      const slice = Math.min(Math.max(place(moved.slice, last), 0), last);
      return all.map((each, i) => {
        if (i === at) return { ...each, slice };
        const target = linked && i < layout ? byId.get(each.seriesId) : undefined;
        if (!target) return each;
        const together = linkedSlice(source, slice, target) ?? approximateSlice(source, slice, target);
        return together === null ? each : { ...each, slice: together };
      });
    });
  /** Brings every viewport of a frame of reference to the slice nearest to a point of the patient. */
  const goToPoint = (point: Vector3, frameOfReference: number): void =>
    setCells((all) =>
      all.map((each, i) => {
        const target = byId.get(each.seriesId);
        if (i >= layout || target?.frameOfReference !== frameOfReference) return each;
        const slice = nearestSlice(target, point);
        return slice === null ? each : { ...each, slice };
      }),
    );
  const show = (seriesId: string): void => {
    const found = byId.get(seriesId);
    if (!found || found.images.length === 0 || !cell) return;
    const old = byId.get(cell.seriesId);
    const together = linked && old ? linkedSlice(old, cell.slice, found) : null;
    const fresh = freshCell(found);
    change(active, together === null ? fresh : { ...fresh, slice: together });
  };
  /** Brings a slice of a series into view: where the series is shown, else in the active viewport. */
  const showAt = (seriesId: string, slice: number): void => {
    const found = byId.get(seriesId);
    if (!found || slice >= found.images.length) return;
    const at = visible.findIndex((each) => each.seriesId === seriesId);
    if (at >= 0) {
      setActive(at);
      change(at, { slice });
    } else change(active, { ...freshCell(found), slice });
  };
  const stepSeries = (step: number): void => {
    const at = series.findIndex((each) => each.seriesId === cell?.seriesId);
    const other = series[(at + step + series.length) % series.length];
    if (other) show(other.seriesId);
  };
  return {
    byId,
    cells,
    visible,
    active,
    setActive,
    cell,
    series: byId.get(cell?.seriesId ?? ''),
    layout,
    setLayout,
    change,
    goTo,
    goToPoint,
    show,
    showAt,
    stepSeries,
  };
}
export type Cells = ReturnType<typeof useCells>;

/** Tells the host which series are in the viewports. */
export function useShown(
  visible: readonly CellView[],
  onShown: ((seriesIds: readonly string[]) => void) | undefined,
): void {
  const key = visible.map(({ seriesId }) => seriesId).join(' ');
  useEffect(() => onShown?.(key.split(' ')), [onShown, key]);
}
