import { caseInterval } from '../stats/clustered.ts';
import type { RatingMatrix } from '../stats/data.ts';
import type { Estimate } from '../stats/estimate.ts';
import { iccBootstrap } from '../stats/icc-bootstrap.ts';
import { krippendorffAlpha } from '../stats/krippendorff-alpha.ts';
import { alphaReplicates } from '../stats/krippendorff-alpha-bootstrap.ts';
import { looHumanCeiling } from './human-ceiling.ts';
import type { Drawing } from './drawing.ts';
import { fewer } from './drawing.ts';

/** Agreement among the clinicians on the total or on one dimension. */
export type HumanEstimates = {
  humanCeiling: Estimate;
  perRater: { raterId: string; pearson: Estimate }[];
  krippendorffAlphaOrdinal: Estimate;
  krippendorffAlphaInterval: Estimate;
  /** Mean squares where every rater scored every response, else REML (`method`). */
  iccA1: Estimate;
  iccAk: Estimate;
};

/** Human estimates of a rating matrix, intervals by the case bootstrap at the registered level. */
export function humanEstimates(matrix: RatingMatrix, drawing: Drawing): HumanEstimates {
  const { ceiling, perRater } = looHumanCeiling(matrix, drawing.level);
  const options = fewer(drawing);
  const forms = iccBootstrap(matrix, options);
  const alpha = (metric: 'ordinal' | 'interval'): Estimate =>
    caseInterval(krippendorffAlpha(matrix, metric), alphaReplicates(matrix, metric, options) ?? undefined);
  return {
    humanCeiling: ceiling,
    perRater,
    krippendorffAlphaOrdinal: alpha('ordinal'),
    krippendorffAlphaInterval: alpha('interval'),
    iccA1: plain(forms.iccA1),
    iccAk: plain(forms.iccAk),
  };
}

/** Without what the statistics table prints beside an ICC. */
function plain(estimate: Estimate): Estimate {
  if ('value' in estimate) return caseInterval(estimate, undefined);
  return {
    undefined: estimate.undefined,
    n: estimate.n,
    nCases: estimate.nCases,
    excluded: estimate.excluded,
  };
}
