import {
  brainstem,
  callosalArch,
  caudate,
  cerebellum,
  cerebrum,
  cisterns,
  ellipsoid,
  fourthVentricle,
  hippocampus,
  lateralVentricles,
  pallidum,
  putamen,
  sylvian,
  thalamus,
  thirdVentricle,
} from './anatomy.ts';
import type { HeadShape } from './anatomy.ts';
import { inside, paint, paintGrey, whiteShare } from './brush.ts';
import type { Brush } from './brush.ts';
import { sampleField } from './noise-field.ts';
import type { NoiseFields } from './noise-field.ts';
import { paintLesion } from './place-lesions.ts';
import type { FlatLesion } from './place-lesions.ts';

/** Indices of the normal tissues in the signal table. */
export type TissueCodes = Record<
  | 'air'
  | 'fat'
  | 'bone'
  | 'marrow'
  | 'soft'
  | 'csf'
  | 'white'
  | 'grey'
  | 'deepGrey'
  | 'pallidum'
  | 'brainstem'
  | 'vessel'
  | 'thrombus',
  number
>;

/**
 * What each stage paints from. `at` is the voxel (x, y, z, mm), `warped` the place in the undistorted head that
 * lies there; typed arrays because numbers handed from function to function are boxed.
 */
export type Painter = {
  brush: Brush;
  head: HeadShape;
  fields: NoiseFields;
  /** Offsets into the noise, cells: they make each head its own. */
  shift: Float64Array;
  tissue: TissueCodes;
  at: Float64Array;
  warped: Float64Array;
  /** Lesions that may reach the row at hand. */
  lesions: FlatLesion[];
  sinusThrombus: boolean;
};

const foldCell = 1.75;
const farAway = 99;

/** Paints the lesions of the row that lie in the brain (or, with `insideSkull`, over everything in the skull). */
export function paintLesions(painter: Painter, insideSkull: boolean): void {
  const { lesions, at } = painter;
  for (let index = 0; index < lesions.length; index += 1) {
    const lesion = lesions[index];
    if (lesion?.insideSkull === insideSkull)
      paintLesion(
        painter.brush,
        lesion,
        painter.fields,
        painter.shift,
        at[0] as number,
        at[1] as number,
        at[2] as number,
      );
  }
}

/** Hemispheres: white matter, cortex along the sulci, nuclei, lesions, then the water of sulci and ventricles. */
export function paintCerebrum(painter: Painter): void {
  const { brush, head, fields, tissue, warped, shift } = painter;
  const { edge, share } = brush;
  const x = warped[0] as number;
  const y = warped[1] as number;
  const z = warped[2] as number;
  const hull = cerebrum(x, y, z, head);
  if (hull >= edge) return;
  const sx = shift[0] as number;
  const sy = shift[1] as number;
  const sz = shift[2] as number;
  const ax = Math.abs(x);
  // Sulci: zero sets of a noise that is stretched along the radius, so that they run inwards.
  const radius = Math.sqrt(x * x + y * y + z * z) + 1e-3;
  const stretch = (62 + 0.55 * (radius - 62)) / radius / foldCell;
  const fold = sampleField(fields.folds, x * stretch + sx, y * stretch + sy, z * stretch + sz);
  const arch = callosalArch(y, z);
  const fissure = Math.max(ax - 0.7 - 1.3 * head.atrophy, -arch, -12 - z);
  const uneven = sampleField(fields.smooth, x / 7 + sz, y / 7 + sx, z / 7 + sy);
  const cleft = z > -22 && z < 30 ? sylvian(ax, y + 3 * uneven, z + 2 * uneven, head) : farAway;
  const depth = Math.min(
    -hull,
    fissure < 25 && arch > 0 ? Math.max(0, fissure) + 7 : farAway,
    cleft < 20 ? Math.max(0, cleft) + 9 : farAway,
  );
  const reach = 15 + 4.5 * uneven;
  const half = (0.35 + 1.5 * head.atrophy) * Math.max(0.35, 1 - depth / (reach + 4));
  const sulcus = Math.max(Math.abs(fold) * 4.3 - half, depth - reach);
  const open = Math.min(sulcus, fissure, cleft);
  const brainShare = inside(hull + 0.4 * head.atrophy, edge);
  paint(brush, tissue.white, brainShare);
  share[whiteShare] = brainShare;
  const cortex = inside(Math.min(open - 2.7, -hull - 2.9), edge * 1.1) * brainShare;
  if (cortex > 0) paintGrey(brush, tissue.grey, cortex);
  if (ax < 36 && y > -46 && y < 36 && z > -31 && z < 31) paintNuclei(painter);
  paintLesions(painter, false);
  const water = inside(open + 0.25, edge * 0.95) * brainShare;
  if (water > 0) paint(brush, tissue.csf, Math.min(1, water * 0.92));
  if (ax < 44 && y > -52 && y < 74 && z > -30 && z < 38) {
    const ventricles = Math.min(lateralVentricles(x, y, z, head), thirdVentricle(x, y, z, head));
    const septum = ax < 0.9 && z > 0 ? 0.35 : 1;
    paint(brush, tissue.csf, inside(ventricles, edge) * septum);
  }
}

function paintNuclei({ brush, head, tissue, warped }: Painter): void {
  const { edge } = brush;
  const ax = Math.abs(warped[0] as number);
  const y = warped[1] as number;
  const z = warped[2] as number;
  const nuclei = Math.min(caudate(ax, y, z, head), thalamus(ax, y, z), putamen(ax, y, z));
  const deep = inside(nuclei, edge * 1.2);
  if (deep > 0) paintGrey(brush, tissue.deepGrey, deep);
  paint(brush, tissue.pallidum, inside(pallidum(ax, y, z), edge * 1.3));
  const seahorse = inside(hippocampus(ax, y, z, head), edge);
  if (seahorse > 0) paintGrey(brush, tissue.grey, seahorse);
}

/** Cerebellum with its leaves, brainstem, fourth ventricle and the cisterns around the midbrain. */
export function paintPosteriorFossa(painter: Painter): void {
  const { brush, fields, tissue, warped, shift } = painter;
  const { edge, share } = brush;
  const x = warped[0] as number;
  const y = warped[1] as number;
  const z = warped[2] as number;
  const ax = Math.abs(x);
  const sx = shift[0] as number;
  const hull = cerebellum(x, y, z);
  if (hull < edge) {
    const whole = inside(hull, edge);
    const dx = x * 0.55;
    const dy = y - 22;
    const dz = (z + 36) * 1.1;
    const leaf = Math.sin(
      Math.sqrt(dx * dx + dy * dy + dz * dz) * 1.6 +
        1.9 * sampleField(fields.smooth, x / 4 + sx, y / 4, z / 4),
    );
    const vermis = ax < 6 ? 0.6 : 1;
    const core =
      ellipsoid(ax, y, z, 22, 42, -36, 16, 15, 9) +
      3.2 * sampleField(fields.folds, x / 1.2 + sx, y / 1.2, z / 1.2);
    paintGrey(brush, tissue.grey, whole);
    const medulla = inside(core, 3) * vermis * whole;
    paint(brush, tissue.white, Math.max(medulla, 0.4 * Math.max(0, leaf) * whole * inside(hull + 4, 4)));
    const line = leaf < -0.8 ? (-0.8 - leaf) * 2.4 * (1 - inside(core - 2, 4)) : 0;
    if (line > 0) paint(brush, tissue.csf, Math.min(0.75, line) * whole);
    share[whiteShare] = (share[whiteShare] as number) + medulla;
    paintLesions(painter, false);
  }
  const stem = ax < 24 && y > -8 && y < 42 ? brainstem(x, y, z) : farAway;
  if (stem < edge) paint(brush, tissue.brainstem, inside(stem, edge * 1.2));
  paint(brush, tissue.csf, inside(fourthVentricle(x, y, z), edge));
  paint(brush, tissue.csf, inside(Math.max(cisterns(x, y, z), -stem), edge * 1.3));
}
