import type { RatingMatrix } from './data.ts';

/** Sweeps of the fit; the error shrinks with each, and designs that need more are all but disconnected. */
const sweeps = 2000;

/** Whether every rater is linked to every other through items that both read. */
function connected(values: RatingMatrix['values'], raters: number): boolean {
  const group = Array.from({ length: raters }, (_, rater) => rater);
  const rootOf = (rater: number): number => {
    let root = rater;
    while (group[root] !== root) root = group[root] as number;
    return root;
  };
  for (const row of values) {
    const own = row.flatMap((value, rater) => (value === null ? [] : [rater]));
    for (const rater of own) group[rootOf(rater)] = rootOf(own[0] as number);
  }
  const readers = group.filter((_, rater) => values.some((row) => row[rater] !== null));
  return new Set(readers.map(rootOf)).size <= 1;
}

/**
 * Mean of each item with the raters' severity taken out: the item effect of the additive model score = item + rater, least
 * squares, rater effects with mean 0. In a complete table it is the plain mean. Units of the scale; null for an item
 * without a rating. Null as a whole where the design falls into parts that share no rater, for then severity and quality
 * cannot be told apart.
 * Source: Searle, Linear Models (1971), the two-way crossed classification without interaction.
 * @example severityAdjustedMeans(matrix)?.get('item-1')
 */
export function severityAdjustedMeans(matrix: RatingMatrix): Map<string, number> | null {
  const { values, itemIds, raterIds } = matrix;
  if (!connected(values, raterIds.length)) return null;
  const raters = new Float64Array(raterIds.length);
  const items = new Float64Array(itemIds.length);
  const read = raterIds.map((_, rater) => values.flatMap((row, i) => (row[rater] === null ? [] : [i])));
  const fitItems = (): void =>
    values.forEach((row, i) => {
      let [sum, n] = [0, 0];
      row.forEach((value, rater) => {
        if (value === null) return;
        sum += value - (raters[rater] as number);
        n += 1;
      });
      items[i] = n === 0 ? 0 : sum / n;
    });
  fitItems();
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    let change = 0;
    read.forEach((own, rater) => {
      if (own.length === 0) return;
      const sum = own.reduce((all, i) => all + ((values[i]?.[rater] as number) - (items[i] as number)), 0);
      const next = sum / own.length;
      change = Math.max(change, Math.abs(next - (raters[rater] as number)));
      raters[rater] = next;
    });
    const used = read.filter((own) => own.length > 0).length;
    const centre = used === 0 ? 0 : raters.reduce((sum, effect) => sum + effect, 0) / used;
    read.forEach((own, rater) => {
      if (own.length > 0) raters[rater] = (raters[rater] as number) - centre;
    });
    fitItems();
    if (change < 1e-12) break;
  }
  const found = new Map<string, number>();
  values.forEach((row, i) => {
    if (row.some((value) => value !== null)) found.set(itemIds[i] ?? '', items[i] as number);
  });
  return found;
}
