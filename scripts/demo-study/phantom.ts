import { cerebrum, ellipsoid } from './anatomy.ts';
import type { HeadShape } from './anatomy.ts';
import { clear, lesionShare, lesionTissue, whiteShare } from './brush.ts';
import { paintCerebrum, paintLesions, paintPosteriorFossa } from './head-stages.ts';
import type { Painter } from './head-stages.ts';
import { sampleField } from './noise-field.ts';
import type { NoiseFields } from './noise-field.ts';
import { flatten } from './place-lesions.ts';
import type { FlatLesion, PlacedLesion } from './place-lesions.ts';
import { paintBase, paintSinus, paintSkull } from './skull-stages.ts';

/** Where voxels lie: centre of voxel (column, row, slice) = origin + column·across + row·down + slice·through, mm. */
export type Grid = {
  columns: number;
  rows: number;
  slices: number;
  origin: readonly [number, number, number];
  across: readonly [number, number, number];
  down: readonly [number, number, number];
  through: readonly [number, number, number];
};

export type PhantomSpec = {
  head: HeadShape;
  fields: NoiseFields;
  /** Offsets into the noise, cells: they make each head its own. */
  shift: readonly [number, number, number];
  lesions: PlacedLesion[];
  massEffect: number;
  sinusThrombus: boolean;
  /** Index of a tissue name in the signal table. */
  tissue: (name: string) => number;
  /** Signal of tissue t in contrast c at [t·contrasts + c]. */
  signals: Float64Array;
  contrasts: number;
};

export type PhantomVolume = {
  /** One noise-free volume for each contrast. */
  signals: Float32Array[];
  /** Share of white matter without lesion, 0 to 1. */
  white: Float32Array;
  /** Tissue of the lesion that fills at least nine tenths of the voxel, plus 1; 0 elsewhere. */
  lesion: Uint8Array;
};

const warpCell = 4.6 * 1.4;
/** Depth below the surface of the brain from which tissue moves freely, mm. */
const fadeDepth = 14;

function makePainter(spec: PhantomSpec, grid: Grid): Painter {
  const pixel = Math.max(Math.hypot(...grid.across), Math.hypot(...grid.down));
  const { tissue } = spec;
  return {
    brush: {
      mix: new Float64Array(spec.contrasts),
      share: new Float64Array(4),
      table: spec.signals,
      contrasts: spec.contrasts,
      edge: pixel * 1.15,
    },
    head: spec.head,
    fields: spec.fields,
    shift: Float64Array.from(spec.shift),
    tissue: {
      air: tissue('air'),
      fat: tissue('fat'),
      bone: tissue('bone'),
      marrow: tissue('marrow'),
      soft: tissue('soft'),
      csf: tissue('csf'),
      white: tissue('white'),
      grey: tissue('grey'),
      deepGrey: tissue('deep-grey'),
      pallidum: tissue('pallidum'),
      brainstem: tissue('brainstem'),
      vessel: tissue('vessel'),
      thrombus: tissue('thrombus'),
    },
    at: new Float64Array(3),
    warped: new Float64Array(3),
    lesions: [],
    sinusThrombus: spec.sinusThrombus,
  };
}

/** Where the tissue at a voxel comes from: a gentle unevenness of its own, and away from a mass that pushes. */
function warp(
  { at, warped, fields, shift, head }: Painter,
  push: FlatLesion | undefined,
  strength: number,
): void {
  const x = at[0] as number;
  const y = at[1] as number;
  const z = at[2] as number;
  const u = x / warpCell;
  const v = y / warpCell;
  const w = z / warpCell;
  // The skull holds the surface where it is: displacement fades out over the outermost millimetres.
  const hold = Math.min(1, Math.max(0, -cerebrum(x, y, z, head) / fadeDepth));
  const wx = 1.3 * hold * sampleField(fields.smooth, u + (shift[1] as number), v, w);
  const wy = 1.3 * hold * sampleField(fields.smooth, u, v + (shift[2] as number), w);
  let move = 0;
  let dx = 0;
  let dy = 0;
  let dz = 0;
  if (push) {
    dx = x - push.x;
    dy = y - push.y;
    dz = z - push.z;
    const away = Math.sqrt(dx * dx + dy * dy + dz * dz) + 1e-3;
    move = (hold * strength * Math.exp((-away * away) / 2025) * Math.min(1, away / 12)) / away;
  }
  warped[0] = x + wx - dx * move;
  warped[1] = y + wy - dy * move;
  warped[2] = z + 0.7 * (wx - wy) - dz * move;
}

/** Lesions that may reach a row: its first voxel is at y z and `slack` mm is how far the row leaves them. */
const lesionsOfRow = (all: readonly FlatLesion[], y: number, z: number, slack: number): FlatLesion[] =>
  all.filter(
    (lesion) =>
      Math.abs(y - lesion.y) <= lesion.ry + lesion.reach + slack &&
      Math.abs(z - lesion.z) <= lesion.rz + lesion.reach + slack,
  );

/** Paints tissue over tissue, from white matter outwards, with soft borders for partial volume. */
export function renderPhantom(spec: PhantomSpec, grid: Grid): PhantomVolume {
  const { contrasts } = spec;
  const voxels = grid.columns * grid.rows * grid.slices;
  const volumes = Array.from({ length: contrasts }, () => new Float32Array(voxels));
  const white = new Float32Array(voxels);
  const lesionMask = new Uint8Array(voxels);
  const painter = makePainter(spec, grid);
  const all = spec.lesions.map(flatten);
  const push = spec.massEffect > 0 ? all[0] : undefined;
  const slack = grid.columns * Math.max(Math.abs(grid.across[1]), Math.abs(grid.across[2]));
  const { at, brush } = painter;
  for (let slice = 0; slice < grid.slices; slice += 1)
    for (let row = 0; row < grid.rows; row += 1) {
      const start = grid.origin.map(
        (o, axis) => o + row * (grid.down[axis] as number) + slice * (grid.through[axis] as number),
      );
      painter.lesions = lesionsOfRow(all, start[1] as number, start[2] as number, slack);
      let voxel = (slice * grid.rows + row) * grid.columns;
      for (let column = 0; column < grid.columns; column += 1, voxel += 1) {
        for (let axis = 0; axis < 3; axis += 1)
          at[axis] = (start[axis] as number) + column * (grid.across[axis] as number);
        const grain = paintVoxel(painter, push, spec.massEffect, lesionMask, voxel);
        if (grain === 0) continue;
        for (let c = 0; c < contrasts; c += 1)
          (volumes[c] as Float32Array)[voxel] = (brush.mix[c] as number) * grain;
        white[voxel] = brush.share[whiteShare] as number;
      }
    }
  return { signals: volumes, white, lesion: lesionMask };
}

/** Paints the voxel at `painter.at`; returns the unevenness of its signal (about 1), or 0 outside the head. */
function paintVoxel(
  painter: Painter,
  push: FlatLesion | undefined,
  massEffect: number,
  lesionMask: Uint8Array,
  voxel: number,
): number {
  const { at, warped, brush, head, fields, shift, tissue } = painter;
  const { share } = brush;
  const x = at[0] as number;
  const y = at[1] as number;
  const z = at[2] as number;
  // Scalp and skull: one ovoid, a little wider at the back.
  const wide = head.width * (1 + (0.07 * y) / head.length);
  const tall = z > 0 ? head.height : head.height * 1.9;
  const vault = ellipsoid(x, y, z, 0, 0, 0, wide + 3.2, head.length + 3.2, tall + 3.2);
  if (vault > 18) return 0;
  const ripple = sampleField(
    fields.smooth,
    x / 5 + (shift[0] as number),
    y / 5 + (shift[1] as number),
    z / 5 + (shift[2] as number),
  );
  if (vault - 13.5 - 0.8 * ripple > brush.edge) return 0;
  clear(brush, tissue.csf);
  if (vault < 2) {
    warp(painter, push, massEffect);
    paintCerebrum(painter);
    if ((warped[2] as number) < 4) paintPosteriorFossa(painter);
  }
  paintBase(painter, vault);
  if (painter.lesions.length > 0) {
    paintLesions(painter, true);
    if ((share[lesionTissue] as number) > 0 && (share[lesionShare] as number) >= 0.88)
      lesionMask[voxel] = share[lesionTissue] as number;
  }
  if (paintSinus(painter, vault) > 0.95) lesionMask[voxel] = tissue.thrombus + 1;
  if (paintSkull(painter, vault, ripple) > 0.1) lesionMask[voxel] = 0;
  return 1 + 0.012 * ripple;
}
