/** The voxel at hand: its place, the signals mixed so far and the shares of a few tissues in it. */
export type Brush = {
  /** Signal of the voxel in each contrast. */
  mix: Float64Array;
  /** Shares 0 to 1 of white matter, grey matter and lesion, then the lesion's tissue plus 1: see the indices below. */
  share: Float64Array;
  /** Signal of tissue t in contrast c at [t·contrasts + c]. */
  table: Float64Array;
  contrasts: number;
  /** Width of a soft border, mm. */
  edge: number;
};

export const whiteShare = 0;
export const greyShare = 1;
export const lesionShare = 2;
export const lesionTissue = 3;

/** Share of a voxel inside a boundary at signed distance `distance` with the given width, 0 to 1. */
export function inside(distance: number, width: number): number {
  const share = 0.5 - distance / width;
  return share <= 0 ? 0 : share >= 1 ? 1 : share * share * (3 - 2 * share);
}

/** Puts a share (0 to 1) of a tissue over what the voxel holds. */
export function paint(brush: Brush, tissue: number, amount: number): void {
  if (amount <= 0) return;
  const { mix, share, table, contrasts } = brush;
  const base = tissue * contrasts;
  for (let c = 0; c < contrasts; c += 1) {
    const old = mix[c] as number;
    mix[c] = old + amount * ((table[base + c] as number) - old);
  }
  const left = 1 - amount;
  share[whiteShare] = (share[whiteShare] as number) * left;
  share[greyShare] = (share[greyShare] as number) * left;
  share[lesionShare] = (share[lesionShare] as number) * left;
}

/** Paints grey matter and counts it. */
export function paintGrey(brush: Brush, tissue: number, amount: number): void {
  paint(brush, tissue, amount);
  brush.share[greyShare] = (brush.share[greyShare] as number) + amount;
}

/** Starts a voxel: nothing but the given tissue. */
export function clear(brush: Brush, tissue: number): void {
  const { mix, share, table, contrasts } = brush;
  for (let c = 0; c < contrasts; c += 1) mix[c] = table[tissue * contrasts + c] as number;
  for (let part = 0; part < 4; part += 1) share[part] = 0;
}
