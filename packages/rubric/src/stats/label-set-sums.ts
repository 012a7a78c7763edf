import type { OfSums } from './case-bootstrap.ts';

type Distance = (a: ReadonlySet<string>, b: ReadonlySet<string>) => number;
/** An item with the sets of at least two raters. */
export type PairedSets = { caseId: string; sets: readonly ReadonlySet<string>[] };

/**
 * Per case the number of each different set and the weighted distances within its items, and alpha as a function of
 * such sums; NaN where no two sets differ. Cases and sets come in an order of their own.
 */
export function labelSetSums(
  rows: readonly PairedSets[],
  distance: Distance,
): { sums: number[][]; alpha: OfSums } {
  const keyOf = (set: ReadonlySet<string>): string => JSON.stringify([...set].sort());
  const kinds = new Map<string, ReadonlySet<string>>();
  for (const { sets } of rows) for (const set of sets) kinds.set(keyOf(set), set);
  const ordered = [...kinds].sort(([a], [b]) => (a < b ? -1 : 1));
  const place = new Map(ordered.map(([key], i) => [key, i]));
  const q = ordered.length;
  const between = ordered.map(([, a]) => ordered.map(([, b]) => distance(a, b)));
  const byCase = new Map<string, number[]>();
  for (const { caseId, sets } of rows) {
    const sums = byCase.get(caseId) ?? Array.from({ length: q + 1 }, () => 0);
    byCase.set(caseId, sums);
    let within = 0;
    sets.forEach((set, i) => {
      const at = place.get(keyOf(set)) ?? 0;
      sums[at] = (sums[at] as number) + 1;
      for (const other of sets.slice(0, i)) within += 2 * distance(set, other);
    });
    sums[q] = (sums[q] as number) + within / (sets.length - 1);
  }
  const alpha: OfSums = (s) => {
    let n = 0;
    let expected = 0;
    for (let i = 0; i < q; i += 1) {
      const own = s[i] as number;
      n += own;
      for (let j = 0; j < i; j += 1) expected += 2 * own * (s[j] as number) * (between[i]?.[j] ?? 0);
    }
    return expected > 0 ? 1 - ((n - 1) * (s[q] as number)) / expected : Number.NaN;
  };
  const sums = [...byCase].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  return { sums, alpha };
}
