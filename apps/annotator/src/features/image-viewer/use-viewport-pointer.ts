import type { PointerEvent, RefObject } from 'react';
import { useEffect, useRef } from 'react';
import type { PlanePoint } from './geometry/screen-turn.ts';

/** What the pointer asks for. Places are CSS pixels from the corner of the viewport. */
export interface PointerWishes {
  readonly onActivate: () => void;
  readonly onScroll: (steps: number) => void;
  readonly onZoom: (factor: number) => void;
  readonly onPan: (dx: number, dy: number) => void;
  readonly onWindow: (dx: number, dy: number) => void;
  /** A tool is in hand: presses and moves go to it. */
  readonly onPlace: ((at: PlanePoint) => void) | null;
  readonly onHover: (at: PlanePoint | null) => void;
}

/** Pixels of a trackpad or a finger for one slice. */
const pixelsPerSlice = 24;
/** Pixels between press and release from which a press is a drag. */
const dragFrom = 5;

type Held = { x: number; y: number; startX: number; startY: number; pan: boolean };

/**
 * Mouse: drag for the window, middle button or Shift for the shift, wheel for slices, Ctrl with the wheel (a pinch on a
 * trackpad) for the zoom. Touch: one finger scrolls the slices, two pinch and shift.
 */
export function useViewportPointer(host: RefObject<HTMLElement | null>, wishes: PointerWishes) {
  const latest = useRef(wishes);
  useEffect(() => {
    latest.current = wishes;
  });
  const held = useRef(new Map<number, Held>());
  const rest = useRef(0);

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      if (event.deltaY === 0) return;
      if (event.ctrlKey) {
        latest.current.onZoom(event.deltaY < 0 ? 1.1 : 1 / 1.1);
        return;
      }
      // A notch of a wheel is one slice; the many small steps of a trackpad add up to one.
      const notch = event.deltaMode !== 0 || Math.abs(event.deltaY) >= 50;
      rest.current = notch ? 0 : rest.current + event.deltaY;
      const steps = notch ? Math.sign(event.deltaY) : Math.trunc(rest.current / pixelsPerSlice);
      if (steps === 0) return;
      if (!notch) rest.current -= steps * pixelsPerSlice;
      latest.current.onScroll(steps);
    };
    // React's wheel listener is passive; the page must not scroll or zoom here.
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, [host]);

  const placeOf = (event: PointerEvent): PlanePoint => {
    const box = host.current?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  };
  const onPointerDown = (event: PointerEvent): void => {
    wishes.onActivate();
    if (event.button > 1) return;
    if (event.button === 1) event.preventDefault();
    const { clientX: x, clientY: y } = event;
    const pan = event.button === 1 || event.shiftKey;
    held.current.set(event.pointerId, { x, y, startX: x, startY: y, pan });
    rest.current = 0;
    event.currentTarget.setPointerCapture(event.pointerId);
    if (!pan && held.current.size === 1) wishes.onPlace?.(placeOf(event));
  };
  const onPointerMove = (event: PointerEvent): void => {
    wishes.onHover(placeOf(event));
    const from = held.current.get(event.pointerId);
    if (!from) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    const other = [...held.current].find(([id]) => id !== event.pointerId)?.[1];
    held.current.set(event.pointerId, { ...from, x: event.clientX, y: event.clientY });
    if (other) {
      const before = Math.hypot(from.x - other.x, from.y - other.y);
      const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      if (before > 0 && after > 0) wishes.onZoom(after / before);
      wishes.onPan(dx / 2, dy / 2);
    } else if (from.pan) wishes.onPan(dx, dy);
    else if (wishes.onPlace) return;
    else if (event.pointerType === 'touch') {
      rest.current += dy;
      const steps = Math.trunc(rest.current / pixelsPerSlice);
      rest.current -= steps * pixelsPerSlice;
      if (steps !== 0) wishes.onScroll(steps);
    } else wishes.onWindow(dx, dy);
  };
  const onPointerUp = (event: PointerEvent): void => {
    const from = held.current.get(event.pointerId);
    held.current.delete(event.pointerId);
    if (!from || from.pan || held.current.size > 0) return;
    const moved = Math.hypot(event.clientX - from.startX, event.clientY - from.startY);
    // A drag sets the first point where it begins and the next where it ends.
    if (moved >= dragFrom) wishes.onPlace?.(placeOf(event));
  };
  const onPointerCancel = (event: PointerEvent): void => {
    held.current.delete(event.pointerId);
  };
  return {
    onPointerDown,
    onPointerMove,
    onPointerUp,
    onPointerCancel,
    onPointerLeave: () => wishes.onHover(null),
  };
}
