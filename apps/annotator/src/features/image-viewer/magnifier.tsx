import type { ReactElement, RefObject } from 'react';
import { useEffect, useRef } from 'react';
import type { PlanePoint } from './geometry/screen-turn.ts';

const size = 180;
const factor = 2.5;

/** A round glass over the pointer that shows the painted canvas enlarged. */
export function Magnifier(props: {
  source: RefObject<HTMLCanvasElement | null>;
  at: PlanePoint;
}): ReactElement {
  const glass = useRef<HTMLCanvasElement>(null);
  const { x, y } = props.at;
  useEffect(() => {
    const context = glass.current?.getContext('2d');
    const source = props.source.current;
    if (!context || !source) return;
    const part = size / factor;
    context.imageSmoothingEnabled = false;
    context.fillStyle = '#000';
    context.fillRect(0, 0, size, size);
    context.drawImage(source, x - part / 2, y - part / 2, part, part, 0, 0, size, size);
  });
  return (
    <canvas
      ref={glass}
      className="iv-glass"
      width={size}
      height={size}
      aria-hidden="true"
      style={{ left: x - size / 2, top: y - size / 2 }}
    />
  );
}
