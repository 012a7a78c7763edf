import type { RatingMatrix } from '../stats/data.ts';
import type { Estimate } from '../stats/estimate.ts';
import { iccAnova } from '../stats/icc-anova.ts';
import { krippendorffAlpha } from '../stats/krippendorff-alpha.ts';
import { anovaEstimate } from './anova-estimate.ts';
import { looHumanCeiling } from './human-ceiling.ts';

/** Agreement among the clinicians on the total or on one dimension. */
export type HumanEstimates = {
  humanCeiling: Estimate;
  perRater: { raterId: string; pearson: Estimate }[];
  krippendorffAlphaOrdinal: Estimate;
  krippendorffAlphaInterval: Estimate;
  /** On responses that every rater scored; the others are counted as `incomplete-row`. */
  iccA1: Estimate;
  iccAk: Estimate;
};

/** Human estimates of a rating matrix at the registered level. */
export function humanEstimates(matrix: RatingMatrix, level: number): HumanEstimates {
  const { ceiling, perRater } = looHumanCeiling(matrix, level);
  const complete = matrix.values.flatMap((row, index) => {
    const scores = row.filter((value): value is number => value !== null);
    return scores.length === row.length ? [{ scores, caseId: matrix.caseIds[index] ?? '' }] : [];
  });
  const incomplete = matrix.values.length - complete.length;
  const support = {
    n: complete.length,
    nCases: new Set(complete.map((row) => row.caseId)).size,
    excluded: incomplete > 0 ? { 'incomplete-row': incomplete } : {},
  };
  const few = matrix.raterIds.length < 2 && complete.length > 0;
  const forms = iccAnova(
    complete.map((row) => row.scores),
    level,
  );
  const icc = (point: typeof forms.iccA1): Estimate =>
    few ? { undefined: 'too-few-raters', ...support } : anovaEstimate(point, support, level);
  return {
    humanCeiling: ceiling,
    perRater,
    krippendorffAlphaOrdinal: krippendorffAlpha(matrix, 'ordinal'),
    krippendorffAlphaInterval: krippendorffAlpha(matrix, 'interval'),
    iccA1: icc(forms.iccA1),
    iccAk: icc(forms.iccAk),
  };
}
