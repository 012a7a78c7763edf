import type { Estimate } from './estimate.ts';

/** Two presentations of one item to one reader, scores on one scale. */
export type Repeat = { itemId: string; caseId: string; first: number; second: number };

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Coefficient of repeatability 2·√(mean d²), d = second − first, in points of the scale, 0 or more: two readings by the
 * same reader differ by less in about 95 % of items. Undefined: `no-data`. Source: Bland & Altman, Lancet 1 (1986) 307.
 * @example repeatability([{ itemId: 'a', caseId: 'A', first: 3, second: 4 }])
 */
export function repeatability(repeats: readonly Repeat[]): Estimate {
  const support = {
    n: repeats.length,
    nCases: new Set(repeats.map((repeat) => repeat.caseId)).size,
    excluded: {},
  };
  if (repeats.length === 0) return { undefined: 'no-data', ...support };
  const squares = [...repeats]
    .sort((a, b) => byCode(a.itemId, b.itemId))
    .reduce((sum, { first, second }) => sum + (second - first) ** 2, 0);
  return { value: 2 * Math.sqrt(squares / repeats.length), ...support };
}
