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
import { sampleField } from './noise-field.ts';
import type { NoiseFields } from './noise-field.ts';
import type { Lesion } from './tables.ts';

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

/** A lesion with its side applied; `tissue` is an index into the signal table. */
export type PlacedLesion = Omit<Lesion, 'tissue' | 'mirror'> & { tissue: number };

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

/** Share of a voxel inside a boundary at signed distance `distance` with the given width, 0 to 1. */
function inside(distance: number, width: number): number {
  const share = 0.5 - distance / width;
  return share <= 0 ? 0 : share >= 1 ? 1 : share * share * (3 - 2 * share);
}

const foldCell = 1.75;
const smoothCell = 4.6;

/** Paints tissue over tissue, from white matter outwards, with soft borders for partial volume. */
export function renderPhantom(spec: PhantomSpec, grid: Grid): PhantomVolume {
  const { head, fields, contrasts, signals: table } = spec;
  const [sx, sy, sz] = spec.shift;
  const voxels = grid.columns * grid.rows * grid.slices;
  const volumes = Array.from({ length: contrasts }, () => new Float32Array(voxels));
  const white = new Float32Array(voxels);
  const lesionMask = new Uint8Array(voxels);
  const mix = new Float64Array(contrasts);
  // Shares of the voxel at hand, in a typed array because closures box plain numbers.
  const share4 = new Float64Array(4);
  const [W, G, L, T] = [0, 1, 2, 3] as const;
  const paint = (tissue: number, share: number): void => {
    const base = tissue * contrasts;
    for (let c = 0; c < contrasts; c += 1) {
      const old = mix[c] as number;
      mix[c] = old + share * ((table[base + c] as number) - old);
    }
    share4[W] = (share4[W] as number) * (1 - share);
    share4[G] = (share4[G] as number) * (1 - share);
    share4[L] = (share4[L] as number) * (1 - share);
  };
  const t = Object.fromEntries(
    [
      'air',
      'fat',
      'bone',
      'marrow',
      'soft',
      'csf',
      'white',
      'grey',
      'deep-grey',
      'pallidum',
      'brainstem',
      'vessel',
      'thrombus',
    ].map((name) => [name, spec.tissue(name)]),
  ) as Record<string, number>;
  const index = (name: string): number => t[name] ?? 0;
  const [AIR, FAT, BONE, MARROW, SOFT, CSF, WHITE, GREY, DEEP, PALLIDUM, STEM, VESSEL, THROMBUS] = [
    index('air'),
    index('fat'),
    index('bone'),
    index('marrow'),
    index('soft'),
    index('csf'),
    index('white'),
    index('grey'),
    index('deep-grey'),
    index('pallidum'),
    index('brainstem'),
    index('vessel'),
    index('thrombus'),
  ] as const;
  const pixel = Math.max(Math.hypot(...grid.across), Math.hypot(...grid.down));
  const edge = pixel * 1.15;
  const push = spec.massEffect > 0 ? spec.lesions[0] : undefined;

  const paintLesion = (lesion: PlacedLesion, x: number, y: number, z: number, extra: boolean): void => {
    if ((lesion.on === 'inside-skull') !== extra) return;
    const [cx, cy, cz] = lesion.at;
    const [rx, ry, rz] = lesion.radii;
    const reach = lesion.rough * 2.5 + lesion.soft;
    if (Math.abs(x - cx) > rx + reach || Math.abs(y - cy) > ry + reach || Math.abs(z - cz) > rz + reach)
      return;
    let distance = ellipsoid(x, y, z, cx, cy, cz, rx, ry, rz);
    if (distance > reach) return;
    const coarse = sampleField(fields.smooth, x / 3 + sz, y / 3 + sx, z / 3 + sy);
    distance += lesion.rough * 0.7 * coarse;
    if (lesion.rough > 1.5)
      distance += lesion.rough * 0.35 * sampleField(fields.folds, x + sy, y + sz, z + sx);
    let share = inside(distance, lesion.soft + edge) * lesion.strength;
    if (lesion.shell !== undefined) share *= 1 - inside(distance + lesion.shell, lesion.soft + edge);
    if (lesion.on === 'grey') share *= Math.min(1, (share4[G] as number) * 1.25);
    if (lesion.on === 'white') share *= Math.min(1, (share4[W] as number) + (share4[L] as number));
    if (share < 0.004) return;
    paint(lesion.tissue, share);
    if (share > 0.5 || (share4[T] as number) === lesion.tissue + 1) {
      share4[L] = Math.max(share4[L] as number, 0) + share;
      if (share > 0.5) share4[L] = share;
      share4[T] = lesion.tissue + 1;
    }
  };

  // One row a call: a function that returns often is compiled better than one long loop.
  const renderRow = (slice: number, row: number): void => {
    let voxel = (slice * grid.rows + row) * grid.columns;
    for (let column = 0; column < grid.columns; column += 1, voxel += 1) {
      const x = grid.origin[0] + column * grid.across[0] + row * grid.down[0] + slice * grid.through[0];
      const y = grid.origin[1] + column * grid.across[1] + row * grid.down[1] + slice * grid.through[1];
      const z = grid.origin[2] + column * grid.across[2] + row * grid.down[2] + slice * grid.through[2];
      // Scalp and skull: one ovoid, a little wider at the back.
      const wide = head.width * (1 + (0.07 * y) / head.length);
      const tall = z > 0 ? head.height : head.height * 1.9;
      const vault = ellipsoid(x, y, z, 0, 0, 0, wide + 3.2, head.length + 3.2, tall + 3.2);
      if (vault > 18) continue;
      const ripple = sampleField(fields.smooth, x / 5 + sx, y / 5 + sy, z / 5 + sz);
      const scalp = vault - 13.5 - 0.8 * ripple;
      if (scalp > edge) continue;
      share4[L] = 0;
      share4[T] = 0;
      share4[W] = 0;
      share4[G] = 0;
      const bottom = z < -17;
      // Soft tissue under the skull base in front, cerebrospinal fluid elsewhere.
      mix.fill(0);
      paint(CSF, 1);
      if (vault < 2) {
        const wx =
          1.3 *
          sampleField(fields.smooth, x / smoothCell / 1.4 + sy, y / smoothCell / 1.4, z / smoothCell / 1.4);
        const wy =
          1.3 *
          sampleField(fields.smooth, x / smoothCell / 1.4, y / smoothCell / 1.4 + sz, z / smoothCell / 1.4);
        let qx = x + wx;
        let qy = y + wy;
        let qz = z + 0.7 * (wx - wy);
        if (push) {
          const dx = x - push.at[0];
          const dy = y - push.at[1];
          const dz = z - push.at[2];
          const away = Math.sqrt(dx * dx + dy * dy + dz * dz) + 1e-3;
          const move = (spec.massEffect * Math.exp(-((away / 45) ** 2)) * Math.min(1, away / 12)) / away;
          qx -= dx * move;
          qy -= dy * move;
          qz -= dz * move;
        }
        const ax = Math.abs(qx);
        const hull = cerebrum(qx, qy, qz, head);
        if (hull < edge) {
          // Sulci: zero sets of a noise that is stretched along the radius, so that they run inwards.
          const radius = Math.sqrt(qx * qx + qy * qy + qz * qz) + 1e-3;
          const stretch = (62 + 0.55 * (radius - 62)) / radius / foldCell;
          const fold = sampleField(fields.folds, qx * stretch + sx, qy * stretch + sy, qz * stretch + sz);
          const arch = callosalArch(qy, qz);
          const fissure = Math.max(ax - 0.7 - 1.3 * head.atrophy, -arch, -12 - qz);
          const cleft = qz > -22 && qz < 30 ? sylvian(ax, qy, qz, head) : 99;
          const depth = Math.min(
            -hull,
            fissure < 25 && arch > 0 ? Math.max(0, fissure) + 7 : 99,
            cleft < 20 ? Math.max(0, cleft) + 9 : 99,
          );
          const reach = 15 + 4.5 * sampleField(fields.smooth, qx / 7 + sz, qy / 7 + sx, qz / 7 + sy);
          const half = (0.35 + 1.5 * head.atrophy) * Math.max(0.35, 1 - depth / (reach + 4));
          const sulcus = Math.max(Math.abs(fold) * 4.3 - half, depth - reach);
          const open = Math.min(sulcus, fissure, cleft);
          const brainShare = inside(hull + 0.4 * head.atrophy, edge);
          paint(WHITE, brainShare);
          share4[W] = brainShare;
          const greyEdge = inside(Math.min(open - 2.7, -hull - 2.9), edge * 1.1);
          if (greyEdge > 0) {
            paint(GREY, greyEdge * brainShare);
            share4[G] = (share4[G] as number) + greyEdge * brainShare;
          }
          if (ax < 36 && qy > -46 && qy < 36 && qz > -31 && qz < 31) {
            const nuclei = Math.min(caudate(ax, qy, qz, head), thalamus(ax, qy, qz), putamen(ax, qy, qz));
            const deep = inside(nuclei, edge * 1.2);
            if (deep > 0) {
              paint(DEEP, deep);
              share4[G] = (share4[G] as number) + deep;
            }
            const inner = inside(pallidum(ax, qy, qz), edge * 1.3);
            if (inner > 0) paint(PALLIDUM, inner);
            const seahorse = inside(hippocampus(ax, qy, qz, head), edge);
            if (seahorse > 0) {
              paint(GREY, seahorse);
              share4[G] = (share4[G] as number) + seahorse;
            }
          }
          if (spec.lesions.length > 0) for (const lesion of spec.lesions) paintLesion(lesion, x, y, z, false);
          const water = inside(open + 0.25, edge * 0.95) * brainShare;
          if (water > 0) paint(CSF, Math.min(1, water * 0.92));
          if (ax < 44 && qy > -52 && qy < 74 && qz > -30 && qz < 38) {
            const ventricles = Math.min(
              lateralVentricles(qx, qy, qz, head),
              thirdVentricle(qx, qy, qz, head),
            );
            const septum = ax < 0.9 && qz > 0 ? 0.35 : 1;
            const wet = inside(ventricles, edge);
            if (wet > 0) paint(CSF, wet * septum);
          }
        }
        if (qz < 4) {
          const small = cerebellum(qx, qy, qz);
          if (small < edge) {
            const share = inside(small, edge);
            const leaf = Math.sin(
              Math.hypot(qx * 0.75, qy - 30, (qz + 36) * 1.1) * 2.3 +
                0.8 * fieldsWave(fields, qx, qy, qz, sx),
            );
            const vermis = ax < 6 ? 0.6 : 1;
            const core =
              ellipsoid(ax, qy, qz, 22, 42, -36, 16, 15, 9) +
              3.2 * sampleField(fields.folds, qx / 1.2 + sx, qy / 1.2, qz / 1.2);
            paint(GREY, share);
            share4[G] = (share4[G] as number) + share;
            const medulla = inside(core, 3) * vermis * share;
            paint(WHITE, Math.max(medulla, 0.4 * Math.max(0, leaf) * share * inside(small + 4, 4)));
            const line = leaf < -0.8 ? (-0.8 - leaf) * 2.4 * (1 - inside(core - 2, 4)) : 0;
            if (line > 0) paint(CSF, Math.min(0.75, line) * share);
            share4[W] = (share4[W] as number) + medulla;
            for (const lesion of spec.lesions) paintLesion(lesion, x, y, z, false);
          }
          const stem = ax < 24 && qy > -8 && qy < 42 ? brainstem(qx, qy, qz) : 99;
          if (stem < edge) {
            const share = inside(stem, edge * 1.2);
            paint(STEM, share);
          }
          const ventricle = inside(fourthVentricle(qx, qy, qz), edge);
          if (ventricle > 0) paint(CSF, ventricle);
          const cistern = inside(Math.max(cisterns(qx, qy, qz), -stem), edge * 1.3);
          if (cistern > 0) paint(CSF, cistern);
        }
        if ((share4[T] as number) > 0 && (share4[L] as number) >= 0.88)
          lesionMask[voxel] = share4[T] as number;
      }
      // Neck: soft tissue around the medulla.
      if (z < -58 && vault < 2) paint(SOFT, inside(Math.max(z + 64, -brainstem(x, y, z) + 3), 6));
      // Face and skull base: below the frontal lobes, in front of the temporal lobes and brainstem.
      if (bottom || z < -8) {
        const base = Math.max(cerebrum(x, y, z, head) * -1 + 4, y + 8, z + 21);
        const front = inside(base, 3);
        if (front > 0) {
          paint(SOFT, front);
          const orbit = ellipsoid(Math.abs(x), y, z, 32, -60, -34, 19, 24, 16);
          paint(FAT, inside(orbit, 2) * front);
          paint(
            SOFT,
            inside(Math.abs(ellipsoid(Math.abs(x), y, z, 30, -56, -34, 13, 26, 12)) - 2, 2) *
              inside(orbit, 2) *
              front,
          );
          paint(CSF, inside(ellipsoid(Math.abs(x), y, z, 32, -72, -34, 12, 12, 12), 1.5));
          const cells = ellipsoid(x, y, z, 0, -52, -36, 14, 34, 16);
          const septa = Math.abs(sampleField(fields.folds, x / 1.3 + sx, y / 1.3 + sy, z / 1.3));
          paint(AIR, inside(cells, 2) * (septa > 0.35 ? 1 : 0.35) * front);
          const sphenoid = ellipsoid(x, y, z, 0, -14, -38, 13, 12, 9);
          paint(AIR, inside(sphenoid, 2) * front);
        }
      }
      for (const lesion of spec.lesions)
        if (lesion.on === 'inside-skull') {
          paintLesion(lesion, x, y, z, true);
          if ((share4[T] as number) > 0 && (share4[L] as number) >= 0.88)
            lesionMask[voxel] = share4[T] as number;
        }
      // Sagittal sinus, skull and scalp.
      if (z > -5 && vault > -8) {
        const corner = Math.abs(x) * 0.9 + Math.max(0, -vault - 0.5) * 0.8 - 4;
        const place = y > -60 ? inside(Math.max(corner, vault - 1), edge) : 0;
        if (place > 0) {
          paint(spec.sinusThrombus && y > -30 ? THROMBUS : VESSEL, place);
          if (spec.sinusThrombus && y > -30 && place > 0.95) lesionMask[voxel] = THROMBUS + 1;
        }
      }
      const skull = inside(-vault - 0.2, edge);
      if (skull > 0) {
        lesionMask[voxel] = skull > 0.1 ? 0 : (lesionMask[voxel] as number);
        paint(BONE, skull);
        const diploe = Math.abs(vault - 3.6 - 0.4 * ripple) - 1.5;
        paint(MARROW, inside(diploe, 1.6) * 0.8);
        paint(FAT, inside(7.6 - vault + 0.5 * ripple, edge));
        paint(SOFT, inside(12.2 - vault + 0.8 * ripple, edge) * 0.8);
        if (z < 8 && Math.abs(y + 18) < 42)
          paint(SOFT, inside(Math.abs(vault - 10) - 2, 2) * inside(z - 4, 8));
        paint(AIR, inside(-scalp, edge));
      }
      const grain = 1 + 0.012 * ripple;
      for (let c = 0; c < contrasts; c += 1) (volumes[c] as Float32Array)[voxel] = (mix[c] as number) * grain;
      white[voxel] = share4[W] as number;
    }
  };
  for (let slice = 0; slice < grid.slices; slice += 1)
    for (let row = 0; row < grid.rows; row += 1) renderRow(slice, row);
  return { signals: volumes, white, lesion: lesionMask };
}

const fieldsWave = (fields: NoiseFields, x: number, y: number, z: number, shift: number): number =>
  sampleField(fields.smooth, x / 4 + shift, y / 4, z / 4);
