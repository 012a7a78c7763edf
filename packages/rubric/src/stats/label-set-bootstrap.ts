import type { CaseBootstrap, CaseBootstrapOptions, OfSums } from './case-bootstrap.ts';
import { caseBootstrap } from './case-bootstrap.ts';
import type { LabelSetMatrix } from './label-sets.ts';

type Distance = (a: ReadonlySet<string>, b: ReadonlySet<string>) => number;

/**
 * Case bootstrap of alpha over sets of labels: per case the number of each different set and the weighted distances within
 * its items, of which alpha is a function. `estimate` of the whole is `labelSetAlpha`'s.
 * @example labelSetBootstrap(matrix, masiDistance, { replicates: 1000, seed: 1 }).percentile
 */
export function labelSetBootstrap(
  matrix: LabelSetMatrix,
  distance: Distance,
  options: CaseBootstrapOptions,
): CaseBootstrap {
  const rows = matrix.sets
    .map((cells, i) => ({
      itemId: matrix.itemIds[i] ?? '',
      caseId: matrix.caseIds[i] ?? '',
      sets: cells.filter((cell): cell is ReadonlySet<string> => cell !== null),
    }))
    .filter(({ sets }) => sets.length > 1)
    .sort((a, b) => (a.caseId === b.caseId ? (a.itemId < b.itemId ? -1 : 1) : a.caseId < b.caseId ? -1 : 1));
  const keyOf = (set: ReadonlySet<string>): string => JSON.stringify([...set].sort());
  const kinds = new Map<string, ReadonlySet<string>>();
  for (const { sets } of rows) for (const set of sets) kinds.set(keyOf(set), set);
  const keys = [...kinds.keys()].sort();
  const place = new Map(keys.map((key, i) => [key, i]));
  const q = keys.length;
  const between = keys.map((a) =>
    keys.map((b) => distance(kinds.get(a) ?? new Set(), kinds.get(b) ?? new Set())),
  );
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
  return caseBootstrap([...byCase.values()], alpha, options);
}
