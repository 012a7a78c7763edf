import type { Pair } from '../data.ts';
import type { Estimate, Excluded } from '../estimate.ts';
import { predictionPoweredMean } from '../prediction-powered-mean.ts';

/**
 * Mean over every unit that the grader scored, corrected by the units that people scored too (`predictionPoweredMean`).
 * @param scored every score of the grader with the case of its unit, with or without a consensus
 */
export function correctedMean(
  pairs: readonly Pair[],
  scored: readonly { caseId: string; score: number }[],
  excluded: Excluded,
): Estimate {
  const cases = new Map<string, { grader: number[]; read: { consensus: number; grader: number }[] }>();
  const at = (caseId: string) => {
    let found = cases.get(caseId);
    if (!found) cases.set(caseId, (found = { grader: [], read: [] }));
    return found;
  };
  for (const { caseId, score } of scored) at(caseId).grader.push(score);
  for (const { caseId, consensus, grader } of pairs) at(caseId).read.push({ consensus, grader });
  // Units without a consensus are in this mean, so they are not left out of it.
  const out = Object.fromEntries(Object.entries(excluded).filter(([reason]) => reason !== 'no-consensus'));
  return predictionPoweredMean(
    [...cases].map(([caseId, sums]) => ({ caseId, ...sums })),
    out,
  );
}
