import { brennanPrediger } from '../brennan-prediger.ts';
import type { RatingMatrix } from '../data.ts';
import type { Estimate, UndefinedReason } from '../estimate.ts';
import { fleissKappa } from '../fleiss-kappa.ts';
import { gwetAc1 } from '../gwet-ac1.ts';
import { gwetAc2 } from '../gwet-ac2.ts';
import { icc } from '../icc.ts';
import { iccBootstrap } from '../icc-bootstrap.ts';
import type { AlphaMetric } from '../krippendorff-alpha.ts';
import { alphaBootstrap } from '../krippendorff-alpha-bootstrap.ts';
import { matrixRows, rowSupport } from '../matrix-rows.ts';
import { percentAgreement } from '../percent-agreement.ts';
import { pointsOf } from '../scale.ts';
import { withoutValue } from '../support.ts';
import type { TableScale } from './table-scale.ts';

/** The declared categories as the numbers that stand in the matrix, or why there are none. */
function categoriesOf(scale: TableScale): number[] | UndefinedReason {
  if (scale.kind === 'ordinal') return pointsOf(scale);
  if (scale.kind === 'nominal') return scale.categories.map((_, i) => i);
  return scale.kind === 'undeclared' ? 'scale-not-declared' : 'not-estimable';
}

/** Agreement among the human raters (keys of design §9); what the scale does not allow is undefined with the reason. */
export function humanStatistics(
  matrix: RatingMatrix,
  scale: TableScale,
  options: { replicates: number; seed: number },
): Record<string, Estimate> {
  const categories = categoriesOf(scale);
  const none = (reason: UndefinedReason): Estimate =>
    withoutValue(reason, rowSupport(matrixRows(matrix), {}));
  const needing = (use: (categories: readonly number[]) => Estimate): Estimate =>
    typeof categories === 'string' ? none(categories) : use(categories);
  const numeric = (use: () => Estimate): Estimate =>
    scale.kind === 'nominal' ? none('not-estimable') : use();
  const observed = [...new Set(matrix.values.flat().filter((cell): cell is number => cell !== null))];
  // A thousand replicates settle an interval that no verdict rests on.
  const drawn = { replicates: Math.min(1000, options.replicates), seed: options.seed };
  const forms = scale.kind === 'nominal' ? icc(matrix) : iccBootstrap(matrix, drawn);
  const alpha = (metric: AlphaMetric): Estimate => alphaBootstrap(matrix, metric, drawn);
  return {
    percentAgreement: percentAgreement(matrix, typeof categories === 'string' ? observed : categories),
    percentAgreementAdjacent: numeric(() => needing((each) => percentAgreement(matrix, each, 'adjacent'))),
    krippendorffAlphaNominal: alpha('nominal'),
    krippendorffAlphaOrdinal: numeric(() => alpha('ordinal')),
    krippendorffAlphaInterval: numeric(() => alpha('interval')),
    krippendorffAlphaRatio: numeric(() => alpha('ratio')),
    iccA1: numeric(() => forms.iccA1),
    iccAk: numeric(() => forms.iccAk),
    iccC1: numeric(() => forms.iccC1),
    iccCk: numeric(() => forms.iccCk),
    icc1: numeric(() => forms.icc1),
    icc1k: numeric(() => forms.icc1k),
    fleissKappa: needing((each) => fleissKappa(matrix, each)),
    brennanPrediger: needing((each) => brennanPrediger(matrix, each)),
    gwetAc1: needing((each) => gwetAc1(matrix, each)),
    gwetAc2Linear: numeric(() => needing((each) => gwetAc2(matrix, each, 'linear'))),
    gwetAc2Quadratic: numeric(() => needing((each) => gwetAc2(matrix, each, 'quadratic'))),
  };
}
