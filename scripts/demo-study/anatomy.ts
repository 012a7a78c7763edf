/** Signed distances (mm, negative inside) to the parts of an invented head; x left, y back, z up. */

export type Point = [number, number, number];

/** Approximate signed distance to an axis-parallel ellipsoid. */
export function ellipsoid(
  x: number,
  y: number,
  z: number,
  cx: number,
  cy: number,
  cz: number,
  rx: number,
  ry: number,
  rz: number,
): number {
  const px = (x - cx) / rx;
  const py = (y - cy) / ry;
  const pz = (z - cz) / rz;
  const scale = Math.sqrt(px * px + py * py + pz * pz);
  const gx = px / rx;
  const gy = py / ry;
  const gz = pz / rz;
  const gradient = Math.sqrt(gx * gx + gy * gy + gz * gz);
  return gradient < 1e-6 ? -Math.min(rx, ry, rz) : (scale * (scale - 1)) / gradient;
}

/** Signed distance to a round cone: a segment with a radius at either end. */
export function tube(
  x: number,
  y: number,
  z: number,
  from: Point,
  to: Point,
  r0: number,
  r1: number,
): number {
  const bx = to[0] - from[0];
  const by = to[1] - from[1];
  const bz = to[2] - from[2];
  const px = x - from[0];
  const py = y - from[1];
  const pz = z - from[2];
  const along = Math.min(1, Math.max(0, (px * bx + py * by + pz * bz) / (bx * bx + by * by + bz * bz)));
  const dx = px - along * bx;
  const dy = py - along * by;
  const dz = pz - along * bz;
  return Math.sqrt(dx * dx + dy * dy + dz * dz) - (r0 + along * (r1 - r0));
}

// Joints of the tubes below, made once: these functions run for every voxel.
const p0: Point = [0, 14, -8];
const p1: Point = [0, 14, -20];
const p2: Point = [0, 18, -40];
const p3: Point = [0, 26, -80];
const p4: Point = [14, -40, 8];
const p5: Point = [7, -16, 12];
const p6: Point = [9, -16, 15];
const p7: Point = [17, 20, 23];
const p8: Point = [19, 22, 20];
const p9: Point = [26, 38, 8];
const p10: Point = [22, 62, 6];
const p11: Point = [28, 36, 4];
const p12: Point = [34, 6, -16];
const p13: Point = [32, -10, -20];
const p14: Point = [25, -8, -21];
const p15: Point = [27, 28, -6];

/** What differs between heads. Lengths in mm, `atrophy` values from 0 to 1. */
export type HeadShape = {
  width: number;
  length: number;
  height: number;
  atrophy: number;
  hippocampalAtrophy: number;
};

/** Cerebrum without the brainstem and cerebellum: vault and two temporal lobes. */
export function cerebrum(x: number, y: number, z: number, head: HeadShape): number {
  const ax = Math.abs(x);
  const wide = head.width * (1 + (0.07 * y) / head.length - 0.00035 * Math.max(0, -y - 45) * 4);
  const vault = ellipsoid(x, y, z, 0, 0, 0, wide, head.length, head.height);
  // The floor rises to the front (orbits) and to the back (tentorium).
  const floor = y < 12 ? -23 - z : -23 - z + 0.4 * (y - 12);
  const upper = Math.max(vault, floor);
  const temporal = Math.max(vault - 1, ellipsoid(ax, y, z, 42, -2, -24, 24, 40, 23));
  return Math.min(upper, temporal);
}

export const cerebellum = (x: number, y: number, z: number): number =>
  ellipsoid(x, y, z, 0, 47, -35, 56, 37, 31);

export function brainstem(x: number, y: number, z: number): number {
  const midbrain = tube(x * 0.85, y, z, p0, p1, 13, 14);
  const pons = ellipsoid(x, y, z, 0, 12, -31, 17, 14.5, 16);
  const medulla = tube(x, y, z, p2, p3, 10, 8);
  return Math.min(midbrain, pons, medulla);
}

/** Lateral ventricles of both sides. */
export function lateralVentricles(x: number, y: number, z: number, head: HeadShape): number {
  const ax = Math.abs(x);
  const grow = 1.6 + 4 * head.atrophy;
  const flat = 3.2 + x * 0.004;
  const frontal = tube(ax * 1.25, y, z, p4, p5, 1.2 + grow, 1.6 + grow);
  const body = tube(ax * 1.15, y, z * 1.05, p6, p7, flat - 1 + grow, flat + grow);
  const atrium = tube(ax, y, z, p8, p9, flat + grow, flat + 1.4 + grow);
  const occipital = tube(ax, y, z, p9, p10, flat + grow * 0.8, 0.8 + grow * 0.3);
  const horn = 0.6 + 5 * head.hippocampalAtrophy;
  const temporal = tube(ax, y, z, p11, p12, 2 + horn, 1 + horn);
  const tip = tube(ax, y, z, p12, p13, 1 + horn, 0.8 + horn);
  return Math.min(frontal, body, atrium, occipital, temporal, tip);
}

export const thirdVentricle = (x: number, y: number, z: number, head: HeadShape): number =>
  ellipsoid(x, y, z, 0, -2, -2, 2 + 2.4 * head.atrophy, 15, 11);

export const fourthVentricle = (x: number, y: number, z: number): number =>
  ellipsoid(x, y, z, 0, 29, -33, 7, 4.5, 10);

/** Suprasellar and quadrigeminal cisterns around the midbrain. */
export const cisterns = (x: number, y: number, z: number): number =>
  Math.min(ellipsoid(x, y, z, 0, -8, -21, 15, 11, 7), ellipsoid(x, y, z, 0, 31, -10, 13, 6, 7));

export const thalamus = (ax: number, y: number, z: number): number =>
  ellipsoid(ax, y + (ax - 11) * -0.45, z, 11.5, 4, 5, 8.5, 14, 9);

export function caudate(ax: number, y: number, z: number, head: HeadShape): number {
  const out = 2.5 * head.atrophy;
  return Math.min(
    ellipsoid(ax, y - (ax - 14) * 0.4, z, 15.5 + out, -27, 9, 5.2, 10, 10),
    tube(ax, y, z, [17 + out, -20, 18], [23 + out, 18, 25], 3.6, 2.2),
  );
}

export const putamen = (ax: number, y: number, z: number): number =>
  ellipsoid(ax - (y + 10) * 0.22, y, z, 27.5, -10, 4, 4.6, 16, 10.5);

export const pallidum = (ax: number, y: number, z: number): number =>
  ellipsoid(ax - (y + 8) * 0.3, y, z, 20, -8, 2, 4.2, 9.5, 7);

export function hippocampus(ax: number, y: number, z: number, head: HeadShape): number {
  const lost = 3.2 * head.hippocampalAtrophy;
  return tube(ax, y, z, p14, p15, 6.6 - lost, 4.6 - lost * 0.8);
}

/** Cleft of the insula with the Sylvian fissure that leads to the surface. */
export function sylvian(ax: number, y: number, z: number, head: HeadShape): number {
  const wide = 0.9 + 2 * head.atrophy;
  const insula = ellipsoid(ax - (y + 6) * 0.12, y, z, 38.5, -7, 4, wide + 0.9, 25, 17);
  const slant = Math.abs(y + 26 - 1.15 * (z + 12) - (ax - 40) * 0.3) * 0.66 - wide;
  const reach = Math.max(38 - ax, -16 - z, z - 24);
  return Math.min(insula, Math.max(slant, reach));
}

/** Outside of the corpus callosum's outer arch the hemispheres are separate (positive: fissure). */
export const callosalArch = (y: number, z: number): number => ellipsoid(0, y, z, 0, 2, 4, 10, 40, 30);
