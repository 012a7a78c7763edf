import { brainstem, cerebellum, cerebrum, ellipsoid } from './anatomy.ts';
import { inside, paint } from './brush.ts';
import type { Painter } from './head-stages.ts';
import { sampleField } from './noise-field.ts';

/** Neck, and the face and skull base below the frontal and in front of the temporal lobes; `vault` in mm. */
export function paintBase({ brush, head, fields, tissue, at, shift }: Painter, vault: number): void {
  const x = at[0] as number;
  const y = at[1] as number;
  const z = at[2] as number;
  if (z < -58 && vault < 2) paint(brush, tissue.soft, inside(Math.max(z + 64, -brainstem(x, y, z) + 3), 6));
  if (z >= -19) return;
  // Behind the face: the clivus and petrous bones, with water between them and the brainstem and cerebellum.
  const behind = y < -8 ? y + 8 : Math.max(7 - brainstem(x, y, z), 4 - cerebellum(x, y, z), z + 28);
  // The roof of the orbits lies close under the frontal lobes.
  const gap = 0.3 + 3.7 * Math.min(1, Math.max(0, (y + 14) / 8));
  const front = inside(Math.max(gap - cerebrum(x, y, z, head), Math.min(y + 8, behind), z + 21), 3);
  if (front <= 0) return;
  const ax = Math.abs(x);
  paint(brush, tissue.soft, front);
  const orbit = inside(ellipsoid(ax, y, z, 32, -60, -34, 19, 24, 16), 2);
  paint(brush, tissue.fat, orbit * front);
  const muscle = Math.abs(ellipsoid(ax, y, z, 30, -56, -34, 13, 26, 12)) - 2;
  paint(brush, tissue.soft, inside(muscle, 2) * orbit * front);
  paint(brush, tissue.csf, inside(ellipsoid(ax, y, z, 32, -72, -34, 12, 12, 12), 1.5));
  const cells = inside(ellipsoid(x, y, z, 0, -52, -36, 14, 34, 16), 2);
  const sx = shift[0] as number;
  const sy = shift[1] as number;
  const septa = Math.abs(sampleField(fields.folds, x / 1.3 + sx, y / 1.3 + sy, z / 1.3));
  paint(brush, tissue.air, cells * (septa > 0.35 ? 1 : 0.35) * front);
  paint(brush, tissue.air, inside(ellipsoid(x, y, z, 0, -14, -38, 13, 12, 9), 2) * front);
}

/** Share of the superior sagittal sinus in the voxel, 0 to 1. */
export function paintSinus({ brush, tissue, at, sinusThrombus }: Painter, vault: number): number {
  const x = at[0] as number;
  const y = at[1] as number;
  if ((at[2] as number) <= -5 || vault <= -8 || y <= -60) return 0;
  const corner = Math.abs(x) * 0.9 + Math.max(0, -vault - 0.5) * 0.8 - 4;
  const place = inside(Math.max(corner, vault - 1), brush.edge);
  const clotted = sinusThrombus && y > -30;
  paint(brush, clotted ? tissue.thrombus : tissue.vessel, place);
  return clotted ? place : 0;
}

/** Bone with its marrow, fat and muscle of the scalp, then air; returns the share of the skull, 0 to 1. */
export function paintSkull({ brush, tissue, at }: Painter, vault: number, ripple: number): number {
  const { edge } = brush;
  const skull = inside(-vault - 0.2, edge);
  if (skull <= 0) return 0;
  const y = at[1] as number;
  const z = at[2] as number;
  paint(brush, tissue.bone, skull);
  paint(brush, tissue.marrow, inside(Math.abs(vault - 3.6 - 0.4 * ripple) - 1.5, 1.6) * 0.8);
  paint(brush, tissue.fat, inside(7.6 - vault + 0.5 * ripple, edge));
  paint(brush, tissue.soft, inside(12.2 - vault + 0.8 * ripple, edge) * 0.8);
  // Temporal muscle: thickest at the temple, thinning out to the front, to the back and upwards.
  const muscle = inside(Math.abs(y + 18) - 30, 40) * inside(z - 4, 20);
  if (muscle > 0) paint(brush, tissue.soft, inside(Math.abs(vault - 10) - 2 * muscle, 2) * muscle);
  paint(brush, tissue.air, inside(vault * -1 + 13.5 + 0.8 * ripple, edge));
  return skull;
}
