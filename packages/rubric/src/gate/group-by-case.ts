import type { Pair } from '../stats/data.ts';

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Pairs per case, cases and pairs each in code-unit order of their ids, so that sums do not depend on row order. */
export function groupByCase(pairs: readonly Pair[]): { caseId: string; pairs: Pair[] }[] {
  const groups = new Map<string, Pair[]>();
  for (const pair of pairs) {
    const group = groups.get(pair.caseId);
    if (group) group.push(pair);
    else groups.set(pair.caseId, [pair]);
  }
  return [...groups]
    .map(([caseId, group]) => ({ caseId, pairs: group.sort((a, b) => byCode(a.itemId, b.itemId)) }))
    .sort((a, b) => byCode(a.caseId, b.caseId));
}
