/** How the bootstrap of a report is drawn: registered level of the intervals, replicates and seed. */
export type Drawing = { level: number; replicates: number; seed: number };

/** A thousand replicates settle an interval that no verdict rests on. */
export const fewer = (drawing: Drawing): Drawing => ({
  ...drawing,
  replicates: Math.min(1000, drawing.replicates),
});
