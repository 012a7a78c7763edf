import { windowPresets } from './geometry/window.ts';
import type { Mark } from './marks.ts';
import { isMark } from './marks.ts';
import type { CellView } from './viewport.tsx';

/** What the reader had open in a case: how many viewports, and what each shows. */
export interface SavedView {
  readonly layout: number;
  readonly cells: readonly CellView[];
  readonly marks: readonly Mark[];
}

const keyOf = (caseKey: string): string => `concord.images.${caseKey}`;
const finite = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function isCell(value: unknown): value is CellView {
  const cell = value as Partial<CellView> | null;
  return (
    typeof cell === 'object' &&
    cell !== null &&
    typeof cell.seriesId === 'string' &&
    finite(cell.slice) &&
    finite(cell.zoom) &&
    finite(cell.pan?.x) &&
    finite(cell.pan.y) &&
    typeof cell.invert === 'boolean' &&
    windowPresets.some((preset) => preset === cell.preset) &&
    (cell.window === null || (finite(cell.window?.center) && finite(cell.window.width))) &&
    typeof cell.turn?.mirrored === 'boolean' &&
    [0, 90, 180, 270].some((quarter) => quarter === cell.turn?.rotation)
  );
}

/** The view kept for a case in this browser; null where there is none or it does not read as one. */
export function savedView(caseKey: string): SavedView | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(caseKey)) ?? 'null') as Partial<SavedView> | null;
    if (!kept || !finite(kept.layout) || !Array.isArray(kept.cells) || !kept.cells.every(isCell)) return null;
    const marks = Array.isArray(kept.marks) ? (kept.marks as readonly unknown[]).filter(isMark) : [];
    return { layout: kept.layout, cells: kept.cells, marks };
  } catch {
    return null;
  }
}

/** Keeps the view of a case in this browser; without room it is not kept, and nothing else is lost. */
export function keepView(caseKey: string, view: SavedView): void {
  try {
    localStorage.setItem(keyOf(caseKey), JSON.stringify(view));
  } catch {
    // A full or forbidden storage costs the reader the layout, not the reading.
  }
}
