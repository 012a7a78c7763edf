import type { CaseBootstrap, CaseBootstrapOptions } from './case-bootstrap.ts';
import { caseBootstraps } from './case-bootstrap.ts';
import type { Pair } from './data.ts';
import type { KappaWeights, PointScale } from './scale.ts';
import { agreementWeights, places } from './scale.ts';
import { orderedPairs } from './support.ts';

/** Above this many points of the scale a table per case takes more room than it is worth. */
const mostPoints = 21;

const kinds = ['unweighted', 'linear', 'quadratic'] as const;

/**
 * Case bootstraps of Cohen's kappa of consensus and grader (unweighted, linear, quadratic) on the same replicates.
 * Empty above 21 points.
 * @example kappaBootstraps(pairs, { min: 0, max: 5 }, { replicates: 1000, seed: 1 }).get('quadratic')
 */
export function kappaBootstraps(
  pairs: readonly Pair[],
  scale: PointScale,
  options: CaseBootstrapOptions,
): Map<KappaWeights, CaseBootstrap> {
  const q = scale.max - scale.min + 1;
  if (pairs.length === 0 || q < 2 || q > mostPoints) return new Map();
  const ordered = orderedPairs(pairs);
  const byCase = new Map<string, number[]>();
  places(ordered, scale).forEach(([a, b], i) => {
    const { caseId } = ordered[i] as Pair;
    const table = byCase.get(caseId) ?? Array.from({ length: q * q }, () => 0);
    table[a * q + b] = (table[a * q + b] as number) + 1;
    byCase.set(caseId, table);
  });
  const results = caseBootstraps(
    [...byCase.values()],
    kinds.map((kind) => kappaOf(agreementWeights(q, kind).flat(), q)),
    options,
  );
  return new Map(kinds.map((kind, i) => [kind, results[i] as CaseBootstrap]));
}

/** Kappa of a table of counts, row by row; NaN where chance agreement is 1. */
function kappaOf(weights: readonly number[], q: number): (table: Float64Array) => number {
  const rows = new Float64Array(q);
  const cols = new Float64Array(q);
  return (table) => {
    rows.fill(0);
    cols.fill(0);
    let n = 0;
    let observed = 0;
    for (let i = 0; i < q; i += 1)
      for (let j = 0; j < q; j += 1) {
        const count = table[i * q + j] as number;
        n += count;
        rows[i] = (rows[i] as number) + count;
        cols[j] = (cols[j] as number) + count;
        observed += (weights[i * q + j] as number) * count;
      }
    let chance = 0;
    for (let i = 0; i < q; i += 1)
      for (let j = 0; j < q; j += 1)
        chance += (weights[i * q + j] as number) * (rows[i] as number) * (cols[j] as number);
    const p = chance / (n * n);
    return 1 - p < 1e-15 ? Number.NaN : (observed / n - p) / (1 - p);
  };
}
