import type { Pair } from './data.ts';
import type { Estimate, Excluded } from './estimate.ts';
import { kappaOfTable } from './kappa-table.ts';
import type { KappaWeights, PointScale } from './scale.ts';
import { agreementWeights, places } from './scale.ts';
import { pairSupport, withoutValue, withValue } from './support.ts';

/**
 * Cohen's kappa of consensus and grader, each rounded to the declared scale (halves up): unweighted, linear or quadratic.
 * At most 1. Weights count places on the declared scale, not only used ones. Interval: Fleiss, Cohen & Everitt 1969
 * non-null SE, independent items; none where a side uses one category. Undefined: `no-data`, `single-category`.
 * @example weightedKappa(pairs, { min: 0, max: 5 }, 'quadratic')
 */
export function weightedKappa(
  pairs: readonly Pair[],
  scale: PointScale,
  weights: KappaWeights,
  excluded: Excluded = {},
  level = 0.95,
): Estimate {
  const support = pairSupport(pairs, excluded);
  if (pairs.length === 0) return withoutValue('no-data', support);
  const q = scale.max - scale.min + 1;
  const table = Array.from({ length: q }, () => Array.from({ length: q }, () => 0));
  for (const [a, b] of places(pairs, scale)) {
    const row = table[a];
    if (row) row[b] = (row[b] ?? 0) + 1;
  }
  const kappa = kappaOfTable(table, agreementWeights(q, weights), level);
  if (!kappa) return withoutValue('single-category', support);
  if (kappa.low === undefined || kappa.high === undefined) return withValue(kappa.value, support);
  return {
    ...withValue(kappa.value, support, {
      low: kappa.low,
      high: kappa.high,
      level,
      method: 'fleissCohenEveritt',
    }),
    ...(kappa.se === undefined ? {} : { standardError: kappa.se }),
    ...(kappa.seNull === undefined ? {} : { standardErrorNull: kappa.seNull }),
  };
}
