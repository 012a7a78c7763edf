import normalQuantile from '@stdlib/stats-base-dists-normal-quantile';
import type { Estimate } from './estimate.ts';

/**
 * Rogan–Gladen corrected share: the share that is truly positive when the grader calls `apparent` of `n` positive and its
 * sensitivity and specificity were found on a separate sample: (p + sp − 1)/(se + sp − 1), kept within 0 to 1.
 * Interval: normal with the delta-method variance of all three, independent items, cut at 0 and 1.
 * Undefined: `no-data`; `not-estimable` where se + sp ≤ 1 (a grader no better than chance).
 * Source: Rogan & Gladen, Am J Epidemiol 107 (1978) 71.
 * @param calibration hits of `positives` truly positive and `negatives` truly negative items of the calibration sample
 * @example roganGladen({ apparent: 30, n: 100 }, { truePositives: 45, positives: 50, trueNegatives: 40, negatives: 50 })
 */
export function roganGladen(
  sample: { apparent: number; n: number },
  calibration: { truePositives: number; positives: number; trueNegatives: number; negatives: number },
  level = 0.95,
): Estimate {
  const { apparent, n } = sample;
  const { truePositives, positives, trueNegatives, negatives } = calibration;
  const counts = [apparent, n, truePositives, positives, trueNegatives, negatives];
  if (!counts.every((count) => Number.isInteger(count) && count >= 0))
    throw new RangeError(`expected whole counts from 0, found ${counts.join(', ')}`);
  if (apparent > n || truePositives > positives || trueNegatives > negatives)
    throw new RangeError(`expected no more hits than items, found ${counts.join(', ')}`);
  const support = { n, nCases: n, excluded: {} };
  if (n === 0 || positives === 0 || negatives === 0) return { undefined: 'no-data', ...support };
  const p = apparent / n;
  const sensitivity = truePositives / positives;
  const specificity = trueNegatives / negatives;
  const youden = sensitivity + specificity - 1;
  if (!(youden > 1e-12)) return { undefined: 'not-estimable', ...support };
  const raw = (p + specificity - 1) / youden;
  const variance =
    ((p * (1 - p)) / n +
      (raw ** 2 * sensitivity * (1 - sensitivity)) / positives +
      ((1 - raw) ** 2 * specificity * (1 - specificity)) / negatives) /
    youden ** 2;
  const standardError = Math.sqrt(variance);
  const reach = normalQuantile(1 - (1 - level) / 2, 0, 1) * standardError;
  const cut = (value: number): number => Math.min(1, Math.max(0, value));
  return {
    value: cut(raw),
    ...support,
    standardError,
    interval: { low: cut(raw - reach), high: cut(raw + reach), level, method: 'roganGladenDelta' },
  };
}
