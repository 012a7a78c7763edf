/** Ratings of one item: rater index and value. */
export type SparseRow = readonly { rater: number; value: number }[];

/** The raters of items that the same raters rated, and where their sums begin in a row of sums. */
export type Pattern = { raters: readonly number[]; at: number };

/**
 * All that REML needs of items rated by one set of raters: their number, Σy per rater, Σy² and Σ(sum of the item)².
 * `add(row, sums)` adds one item to a row of sums of `width` numbers.
 */
export type PatternSums = {
  patterns: readonly Pattern[];
  width: number;
  add: (row: SparseRow, sums: Float64Array | number[]) => void;
};

/** The patterns of which raters rated together, in an order that does not depend on the order of the items. */
export function patternSums(rows: readonly SparseRow[]): PatternSums {
  const keyOf = (row: SparseRow): string => row.map((cell) => cell.rater).join();
  const kinds = new Map<string, readonly number[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (!kinds.has(key))
      kinds.set(
        key,
        row.map((cell) => cell.rater),
      );
  }
  let width = 0;
  const places = new Map<string, Pattern>();
  for (const [key, raters] of [...kinds].sort(([a], [b]) => (a < b ? -1 : 1))) {
    places.set(key, { raters, at: width });
    width += raters.length + 3;
  }
  const add: PatternSums['add'] = (row, sums) => {
    const place = places.get(keyOf(row));
    if (!place) return;
    let { at } = place;
    const plus = (value: number): void => {
      sums[at] = (sums[at] as number) + value;
      at += 1;
    };
    let total = 0;
    let squares = 0;
    plus(1);
    for (const { value } of row) {
      plus(value);
      total += value;
      squares += value * value;
    }
    plus(squares);
    plus(total * total);
  };
  return { patterns: [...places.values()], width, add };
}
