import type { SeriesLabel } from './derive-series-label.ts';
import type { FrameFacts } from './image-facts.ts';
import type { IngestedImage, IngestedSeries } from './ingested-series.ts';

/** One frame with what decides its place. */
export type PlacedFrame = {
  /** Frames with equal keys make one series. */
  key: string;
  /** Series number, instance number, path. */
  order: [number, number, string];
  label: SeriesLabel;
  frameOfReference: string | null;
  rows: number;
  columns: number;
  image: IngestedImage;
  facts: FrameFacts;
  /** Temporal position, acquisition number and time, as written: tells repeats of one volume apart. */
  time: string;
};

const byOrder = (left: PlacedFrame, right: PlacedFrame): number =>
  left.order[0] - right.order[0] ||
  left.order[1] - right.order[1] ||
  left.order[2].localeCompare(right.order[2], 'en', { numeric: true }) ||
  left.image.frame - right.image.frame;

const normalOf = (o: NonNullable<FrameFacts['orientation']>): [number, number, number] => [
  o[1] * o[5] - o[2] * o[4],
  o[2] * o[3] - o[0] * o[5],
  o[0] * o[4] - o[1] * o[3],
];

function planeOf(orientation: FrameFacts['orientation']): IngestedSeries['viewer']['plane'] {
  if (!orientation) return null;
  const normal = normalOf(orientation).map(Math.abs);
  const largest = Math.max(...normal);
  // Within 45 degrees of an axis a reader still calls the plane by its name, beyond that it is oblique.
  if (largest < 0.71) return 'oblique';
  return (['sagittal', 'coronal', 'axial'] as const)[normal.indexOf(largest)] ?? null;
}

/** Frames into series, each in order of position along its normal; gaps and repeated positions become notices. */
export function groupSeries(frames: PlacedFrame[]): IngestedSeries[] {
  const groups = new Map<string, PlacedFrame[]>();
  for (const frame of frames.toSorted(byOrder)) {
    const group = groups.get(frame.key);
    if (group) group.push(frame);
    else groups.set(frame.key, [frame]);
  }
  const references = new Map<string, number>();
  return [...groups.values()].flatMap(apartVolumes).map((group) => seriesOf(group, references));
}

const placeOf = (frame: PlacedFrame): string =>
  (frame.image.position ?? []).map((part) => part.toFixed(2)).join(' ');

/** How many frames stand where another one of the group stands. */
const repeatsIn = (group: PlacedFrame[]): number => group.length - new Set(group.map(placeOf)).size;

/**
 * A group that holds most of its positions several times is several volumes: by gradient direction, else by time of
 * acquisition, else the first frame of each position, the second, and so on. A few repeats stay, with a notice.
 */
function apartVolumes(group: PlacedFrame[]): PlacedFrame[][] {
  const places = new Set(group.map(placeOf)).size;
  if (group.some(({ image }) => image.position === null) || places < 2 || repeatsIn(group) < places / 2)
    return [group];
  for (const keyOf of [
    ({ facts }: PlacedFrame): string => facts.direction ?? '',
    ({ time }: PlacedFrame): string => time,
  ]) {
    const parts = partsBy(group, keyOf);
    if (parts.length > 1 && parts.every((part) => repeatsIn(part) === 0)) return parts;
  }
  const seen = new Map<string, number>();
  return partsBy(group, (frame) => {
    const count = seen.get(placeOf(frame)) ?? 0;
    seen.set(placeOf(frame), count + 1);
    return String(count);
  });
}

function partsBy(group: PlacedFrame[], keyOf: (frame: PlacedFrame) => string): PlacedFrame[][] {
  const parts = new Map<string, PlacedFrame[]>();
  for (const frame of group) {
    const key = keyOf(frame);
    const part = parts.get(key);
    if (part) part.push(frame);
    else parts.set(key, [frame]);
  }
  return [...parts.values()];
}

/** Edges (mm) and voxel size (mm) from which on a surface rendering of a head can be recognised. */
const faceEdge = 150;
const faceVoxel = 2.5;

/** True for a volume that holds a whole head at a resolution that draws its surface. */
function showsFace(ordered: PlacedFrame[]): boolean {
  const [first] = ordered;
  const last = ordered.at(-1);
  if (!first?.facts.pixelSpacing || !first.image.position || !last?.image.position || ordered.length < 2)
    return false;
  const [rowSpacing, columnSpacing] = first.facts.pixelSpacing;
  const [x, y, z] = first.image.position;
  const depth = Math.hypot(
    last.image.position[0] - x,
    last.image.position[1] - y,
    last.image.position[2] - z,
  );
  const edges = [first.rows * rowSpacing, first.columns * columnSpacing, depth];
  const voxel = [rowSpacing, columnSpacing, depth / (ordered.length - 1)];
  return edges.every((edge) => edge >= faceEdge) && voxel.every((side) => side <= faceVoxel);
}

function seriesOf(group: PlacedFrame[], references: Map<string, number>): IngestedSeries {
  const first = group[0] as PlacedFrame;
  const { orientation, pixelSpacing } = first.facts;
  const notices: string[] = [];
  let ordered = group;
  if (orientation && group.every((frame) => frame.image.position)) {
    const normal = normalOf(orientation);
    const along = (frame: PlacedFrame): number =>
      (frame.image.position ?? [0, 0, 0]).reduce((sum, part, axis) => sum + part * (normal[axis] ?? 0), 0);
    ordered = group.toSorted((left, right) => along(left) - along(right));
    const steps = ordered.slice(1).map((frame, index) => along(frame) - along(ordered[index] as PlacedFrame));
    const repeated = steps.filter((step) => step < 0.01).length;
    const real = steps.filter((step) => step >= 0.01).toSorted((left, right) => left - right);
    const usual = real[Math.floor(real.length / 2)] ?? 0;
    const gaps = real.filter((step) => step > usual * 1.5).length;
    if (repeated > 0)
      notices.push(
        repeated === 1
          ? 'One image shares the position of another one.'
          : `${repeated} images share the position of another one.`,
      );
    if (gaps > 0)
      notices.push(
        gaps === 1
          ? 'One gap between slices: images may be missing.'
          : `${gaps} gaps between slices: images may be missing.`,
      );
  }
  if (showsFace(ordered))
    notices.push('This volume is large and fine enough to show a face: deface it before others get it.');
  let frameOfReference: number | null = null;
  if (first.frameOfReference) {
    frameOfReference = references.get(first.frameOfReference) ?? references.size;
    references.set(first.frameOfReference, frameOfReference);
  }
  return {
    viewer: {
      label: first.label.label,
      plane: planeOf(orientation),
      frameOfReference,
      rows: first.rows,
      columns: first.columns,
      pixelSpacing,
      orientation,
      window: first.facts.window,
      otherWindows: first.facts.otherWindows,
    },
    labelRule: first.label.rule,
    images: ordered.map((frame) => frame.image),
    notices,
  };
}
