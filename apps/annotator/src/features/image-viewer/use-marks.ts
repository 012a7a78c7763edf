import { useState } from 'react';
import { pointsOf } from './geometry/measure.ts';
import type { MarkKind } from './geometry/measure.ts';
import type { PlanePoint } from './geometry/screen-turn.ts';
import type { Mark } from './marks.ts';

export const tools = [
  'window',
  'length',
  'angle',
  'rectangle',
  'ellipse',
  'probe',
  'magnifier',
  'crosshair',
] as const;
export type Tool = (typeof tools)[number];

export const drawn = (tool: Tool): MarkKind | null =>
  tool === 'length' || tool === 'angle' || tool === 'rectangle' || tool === 'ellipse' ? tool : null;

type Place = Pick<Mark, 'seriesId' | 'slice'>;
const same = (a: Place, b: Place): boolean => a.seriesId === b.seriesId && a.slice === b.slice;

/** The measurements of a case, the tool in hand, and the mark that is being drawn. */
export function useMarks(kept: readonly Mark[]) {
  const [tool, setTool] = useState<Tool>('window');
  const [marks, setMarks] = useState(kept);
  const [draft, setDraft] = useState<Mark | null>(null);
  const choose = (next: Tool): void => {
    setTool((now) => (now === next ? 'window' : next));
    setDraft(null);
  };
  /** Sets the next point of the mark in hand; the last one completes it. */
  const place = (at: Place, point: PlanePoint): void => {
    const kind = drawn(tool);
    if (kind === null) return;
    const before = draft && draft.kind === kind && same(draft, at) ? draft.points : [];
    const mark: Mark = { kind, seriesId: at.seriesId, slice: at.slice, points: [...before, point] };
    const whole = mark.points.length === pointsOf[kind];
    setDraft(whole ? null : mark);
    if (whole) setMarks((all) => [...all, mark]);
  };
  /** Takes the last mark off a slice. */
  const removeLast = (at: Place): void =>
    setMarks((all) => {
      const last = all.findLastIndex((mark) => same(mark, at));
      return all.filter((_, index) => index !== last);
    });
  return {
    tool,
    choose,
    marks,
    draft,
    place,
    removeLast,
    /** Gives up the mark in hand, or else the tool. */
    cancel: (): void => (draft ? setDraft(null) : setTool('window')),
    on: (at: Place): Mark[] => marks.filter((mark) => same(mark, at)),
    draftOn: (at: Place): Mark | null => (draft && same(draft, at) ? draft : null),
  };
}
export type Marks = ReturnType<typeof useMarks>;
