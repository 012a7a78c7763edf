import type { Estimate } from './estimate.ts';
import { isDefined } from './estimate.ts';

/**
 * r/√reliability: the correlation that a consensus without error would show. Hypothetical, never to be gated on; not cut
 * at ±1, where it goes beyond the reliability is too uncertain. `reliability` is ICC(C,k) of the consensus.
 * Undefined as r; `not-estimable` where the reliability is undefined or not positive.
 * Source: Spearman, Am J Psychol 15 (1904) 72.
 * @example disattenuatedR(pearson(pairs), icc(matrix).iccCk)
 */
export function disattenuatedR(r: Estimate, reliability: Estimate): Estimate {
  if (!isDefined(r)) return r;
  const { n, nCases, excluded, value } = r;
  if (!isDefined(reliability) || !(reliability.value > 0))
    return { undefined: 'not-estimable', n, nCases, excluded };
  return { value: value / Math.sqrt(reliability.value), n, nCases, excluded, method: 'hypothetical' };
}
