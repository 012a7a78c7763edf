import type { ViewerSeries } from '@concord/rubric/model/imaging';
import type { ReactElement } from 'react';
import type { Affine } from './geometry/affine.ts';
import { toCanvas } from './geometry/affine.ts';
import type { GreyFrame } from './geometry/measure.ts';
import type { PlanePoint } from './geometry/screen-turn.ts';
import type { Mark } from './marks.ts';
import { markText } from './marks.ts';

/** A line of another series' slice, or the two arms of the crosshair, in places of the image. */
export type CrossLine = readonly [PlanePoint, PlanePoint];

interface MarksLayerProps {
  readonly affine: Affine;
  readonly series: ViewerSeries;
  readonly values: GreyFrame | null;
  readonly marks: readonly Mark[];
  readonly draft: Mark | null;
  /** Where the pointer or the keyboard cursor is. */
  readonly cursor: PlanePoint | null;
  readonly showCursor: boolean;
  readonly lines: readonly CrossLine[];
  readonly crosshair: PlanePoint | null;
  readonly zh: boolean;
}

const path = (points: readonly PlanePoint[]): string =>
  points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** Outline of a mark on the canvas. Shapes keep to the image's axes, so they turn with the picture. */
function outline(kind: Mark['kind'], points: readonly PlanePoint[], affine: Affine): string {
  const [one, other] = points;
  if (!one || !other || kind === 'length' || kind === 'angle')
    return path(points.map((point) => toCanvas(affine, point)));
  if (kind === 'rectangle')
    return `${path([one, { x: other.x, y: one.y }, other, { x: one.x, y: other.y }].map((point) => toCanvas(affine, point)))}Z`;
  const around = Array.from({ length: 48 }, (_, step) => {
    const angle = (step / 48) * 2 * Math.PI;
    return toCanvas(affine, {
      x: (one.x + other.x) / 2 + (Math.cos(angle) * (other.x - one.x)) / 2,
      y: (one.y + other.y) / 2 + (Math.sin(angle) * (other.y - one.y)) / 2,
    });
  });
  return `${path(around)}Z`;
}

function MarkShape(
  props: { mark: Mark; drawing: boolean } & Pick<MarksLayerProps, 'affine' | 'series' | 'values' | 'zh'>,
) {
  const { mark, affine, series, values, zh } = props;
  const text = markText(mark, series, values, zh);
  const shown = mark.points.map((point) => toCanvas(affine, point));
  const right = Math.max(...shown.map(({ x }) => x));
  const at = shown.find(({ x }) => x === right);
  return (
    <g className="iv-mark" data-drawing={props.drawing}>
      <path d={outline(mark.kind, mark.points, affine)} />
      {shown.map(({ x, y }, index) => (
        <circle key={index} cx={x} cy={y} r="2.5" />
      ))}
      {at &&
        text.map((line, index) => (
          <text key={line} x={at.x + 6} y={at.y + index * 14}>
            {line}
          </text>
        ))}
    </g>
  );
}

/** Measurements, crosshair and the lines where other viewports' slices cut this one, over the picture. */
export function MarksLayer(props: MarksLayerProps): ReactElement {
  const { affine, draft, cursor, crosshair } = props;
  const drawing = draft && cursor ? { ...draft, points: [...draft.points, cursor] } : draft;
  const common = { affine, series: props.series, values: props.values, zh: props.zh };
  const mid = cursor && toCanvas(affine, cursor);
  const cross = crosshair && toCanvas(affine, crosshair);
  return (
    <svg className="iv-marks" aria-hidden="true">
      {props.lines.map((line, index) => (
        <path key={index} className="iv-line" d={path(line.map((point) => toCanvas(affine, point)))} />
      ))}
      {cross && (
        <path
          className="iv-cross"
          d={`M${cross.x - 14} ${cross.y}h10m8 0h10M${cross.x} ${cross.y - 14}v10m0 8v10`}
        />
      )}
      {props.marks.map((mark, index) => (
        <MarkShape key={index} mark={mark} drawing={false} {...common} />
      ))}
      {drawing && <MarkShape mark={drawing} drawing {...common} />}
      {props.showCursor && mid && (
        <path className="iv-cursor" d={`M${mid.x - 9} ${mid.y}h18M${mid.x} ${mid.y - 9}v18`} />
      )}
    </svg>
  );
}
