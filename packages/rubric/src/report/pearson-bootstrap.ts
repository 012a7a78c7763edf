import type { CaseBootstrap } from '../stats/case-bootstrap.ts';
import type { Estimate, Interval } from '../stats/estimate.ts';
import { isDefined } from '../stats/estimate.ts';

/** The headline r with the seeded case-bootstrap intervals in place of the jackknife's: sensitivity rows. */
export type PearsonBootstrap = { percentile: Estimate; bca: Estimate };

/** `headline` gives value and support; without a value both rows repeat its reason, without an interval they have none. */
export function pearsonBootstrap(headline: Estimate, boot: CaseBootstrap | undefined): PearsonBootstrap {
  if (!isDefined(headline)) return { percentile: headline, bca: headline };
  const { value, n, nCases, excluded } = headline;
  const withInterval = (interval: Interval | undefined): Estimate => ({
    value,
    n,
    nCases,
    excluded,
    ...(interval ? { interval } : {}),
  });
  return { percentile: withInterval(boot?.percentile), bca: withInterval(boot?.bca) };
}
