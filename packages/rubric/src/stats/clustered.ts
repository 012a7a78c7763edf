import type { CaseBootstrap } from './case-bootstrap.ts';
import type { Estimate } from './estimate.ts';
import { isDefined } from './estimate.ts';

/**
 * The estimate with the interval of the case bootstrap as its own; the interval that takes responses as independent
 * stands beside it as `independent`. Without a bootstrap interval the estimate stays as it is.
 */
export function clustered(estimate: Estimate, boot: CaseBootstrap | undefined): Estimate {
  if (!isDefined(estimate) || !boot?.percentile) return estimate;
  const { interval, ...point } = estimate;
  return {
    ...point,
    interval: boot.percentile,
    ...(boot.bca ? { bca: boot.bca } : {}),
    undefinedReplicates: boot.undefinedReplicates,
    ...(interval ? { independent: interval } : {}),
  } as Estimate;
}

/** The estimate with the case bootstrap's percentile interval and nothing beside it. */
export function caseInterval(estimate: Estimate, boot: CaseBootstrap | undefined): Estimate {
  if (!isDefined(estimate)) return estimate;
  const { value, n, nCases, excluded, method } = estimate;
  const interval = boot?.percentile ?? estimate.interval;
  return {
    value,
    n,
    nCases,
    excluded,
    ...(method === undefined ? {} : { method }),
    ...(interval ? { interval } : {}),
  };
}
