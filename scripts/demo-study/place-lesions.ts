import { ellipsoid } from './anatomy.ts';
import { greyShare, inside, lesionShare, lesionTissue, paint, whiteShare } from './brush.ts';
import type { Brush } from './brush.ts';
import { sampleField } from './noise-field.ts';
import type { NoiseFields } from './noise-field.ts';
import type { Lesion } from './tables.ts';

/** A lesion with its side applied; `tissue` is an index into the signal table. */
export type PlacedLesion = Omit<Lesion, 'tissue' | 'mirror'> & { tissue: number };

/** Where a lesion may take hold: everywhere, in grey or white matter, or over all that lies inside the skull. */
const hold = { all: 0, grey: 1, white: 2, skull: 3 } as const;

/** The numbers of a lesion flat, as every voxel near it reads them. */
export type FlatLesion = {
  x: number;
  y: number;
  z: number;
  rx: number;
  ry: number;
  rz: number;
  reach: number;
  rough: number;
  soft: number;
  strength: number;
  /** Thickness of a shell in mm; -1 for a filled lesion. */
  shell: number;
  tissue: number;
  hold: number;
  insideSkull: boolean;
};

export function flatten(lesion: PlacedLesion): FlatLesion {
  const [x, y, z] = lesion.at;
  const [rx, ry, rz] = lesion.radii;
  const insideSkull = lesion.on === 'inside-skull';
  return {
    x,
    y,
    z,
    rx,
    ry,
    rz,
    reach: lesion.rough * 2.5 + lesion.soft,
    rough: lesion.rough,
    soft: lesion.soft,
    strength: lesion.strength,
    shell: lesion.shell ?? -1,
    tissue: lesion.tissue,
    hold: insideSkull
      ? hold.skull
      : lesion.on === 'grey'
        ? hold.grey
        : lesion.on === 'white'
          ? hold.white
          : hold.all,
    insideSkull,
  };
}

/** Paints one lesion into the voxel at x y z (mm). */
export function paintLesion(
  brush: Brush,
  lesion: FlatLesion,
  fields: NoiseFields,
  shift: Float64Array,
  x: number,
  y: number,
  z: number,
): void {
  const { reach, rough, soft } = lesion;
  if (Math.abs(x - lesion.x) > lesion.rx + reach) return;
  if (Math.abs(y - lesion.y) > lesion.ry + reach || Math.abs(z - lesion.z) > lesion.rz + reach) return;
  let distance = ellipsoid(x, y, z, lesion.x, lesion.y, lesion.z, lesion.rx, lesion.ry, lesion.rz);
  if (distance > reach) return;
  const sx = shift[0] as number;
  const sy = shift[1] as number;
  const sz = shift[2] as number;
  distance += rough * 0.7 * sampleField(fields.smooth, x / 3 + sz, y / 3 + sx, z / 3 + sy);
  if (rough > 1.5) distance += rough * 0.35 * sampleField(fields.folds, x + sy, y + sz, z + sx);
  const { share } = brush;
  let amount = inside(distance, soft + brush.edge) * lesion.strength;
  if (lesion.shell >= 0) amount *= 1 - inside(distance + lesion.shell, soft + brush.edge);
  if (lesion.hold === hold.grey) amount *= Math.min(1, (share[greyShare] as number) * 1.25);
  if (lesion.hold === hold.white)
    amount *= Math.min(1, (share[whiteShare] as number) + (share[lesionShare] as number));
  if (amount < 0.004) return;
  paint(brush, lesion.tissue, amount);
  const code = lesion.tissue + 1;
  if (amount > 0.5) share[lesionShare] = amount;
  else if (share[lesionTissue] === code) share[lesionShare] = (share[lesionShare] as number) + amount;
  else return;
  share[lesionTissue] = code;
}
