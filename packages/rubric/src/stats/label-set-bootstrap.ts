import type { CaseBootstrap, CaseBootstrapOptions } from './case-bootstrap.ts';
import { caseBootstrap } from './case-bootstrap.ts';
import type { LabelSetMatrix } from './label-sets.ts';
import { pairedSets } from './label-sets.ts';
import { labelSetSums } from './label-set-sums.ts';

/**
 * Case bootstrap of `labelSetAlpha`: whole cases are drawn with replacement.
 * @example labelSetBootstrap(matrix, masiDistance, { replicates: 1000, seed: 1 }).percentile
 */
export function labelSetBootstrap(
  matrix: LabelSetMatrix,
  distance: (a: ReadonlySet<string>, b: ReadonlySet<string>) => number,
  options: CaseBootstrapOptions,
): CaseBootstrap {
  const rows = pairedSets(matrix).filter(({ sets }) => sets.length > 1);
  const { sums, alpha } = labelSetSums(rows, distance);
  return caseBootstrap(sums, alpha, options);
}
