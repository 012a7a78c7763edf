import tQuantile from '@stdlib/stats-base-dists-t-quantile';
import type { RatingMatrix } from './data.ts';
import type { Estimate, UndefinedReason } from './estimate.ts';
import { matrixRows, rowSupport } from './matrix-rows.ts';
import type { AgreementWeights } from './scale.ts';
import { agreementWeights } from './scale.ts';
import { withoutValue, withValue } from './support.ts';

/** Which chance agreement is taken off; `percent` takes off none. */
export type AgreementForm = 'percent' | 'fleiss' | 'gwet' | 'brennanPrediger';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * Agreement of several raters with missing cells (Gwet, Handbook of Inter-Rater Reliability, 4th ed. 2014, ch. 2 and 5):
 * observed agreement over the n' items with at least two ratings, prevalence as the mean of per-item shares over the n
 * items with any. Linearised standard error, t(n − 1), upper limit cut at 1; items taken as independent.
 * Undefined: `no-data`, `too-few-raters`, `no-overlap` (no item rated twice), `single-category`.
 * @param categories the declared categories in order; a category nobody used counts
 * @throws RangeError where a rating is none of the categories
 */
export function multiRaterAgreement(
  matrix: RatingMatrix,
  categories: readonly number[],
  weights: AgreementWeights,
  form: AgreementForm,
  level = 0.95,
): Estimate {
  const q = categories.length;
  const place = new Map(categories.map((category, i) => [category, i]));
  const all = matrixRows(matrix);
  const rated = all.filter((row) => row.ratings.length > 0);
  const pairable = rated.filter((row) => row.ratings.length > 1);
  const support = rowSupport(pairable, {
    missing: all.length - rated.length,
    'single-rating': rated.length - pairable.length,
  });
  const none = (reason: UndefinedReason): Estimate => withoutValue(reason, support);
  if (rated.length === 0) return none('no-data');
  if (matrix.raterIds.length < 2) return none('too-few-raters');
  if (pairable.length === 0) return none('no-overlap');
  const w = agreementWeights(q, weights);
  const weight = (i: number, j: number): number => w[i]?.[j] ?? 0;
  const n = rated.length;
  const ratio = n / pairable.length;
  const items = rated.map((row) => {
    const counts = Array.from({ length: q }, () => 0);
    for (const rating of row.ratings) {
      const i = place.get(rating);
      if (i === undefined) throw new RangeError(`rating ${rating} is not on the declared scale`);
      counts[i] = (counts[i] ?? 0) + 1;
    }
    const r = row.ratings.length;
    const agreeing = sum(
      counts.map((count, i) => count * (sum(counts.map((other, j) => weight(i, j) * other)) - 1)),
    );
    return {
      shares: counts.map((count) => count / r),
      paired: r > 1,
      agreement: r > 1 ? agreeing / (r * (r - 1)) : 0,
    };
  });
  const observed = sum(items.map((item) => item.agreement)) / pairable.length;
  const finish = (value: number, linear: readonly number[]): Estimate => {
    if (n < 2) return withValue(value, support);
    const se = Math.sqrt(sum(linear.map((each) => (each - value) ** 2)) / (n * (n - 1)));
    const reach = tQuantile(1 - (1 - level) / 2, n - 1) * se;
    const interval = {
      low: value - reach,
      high: Math.min(1, value + reach),
      level,
      method: 'linearised',
    };
    return { ...withValue(value, support, interval), standardError: se };
  };
  if (form === 'percent')
    return finish(
      observed,
      items.map((item) => ratio * item.agreement),
    );
  const prevalence = categories.map((_, k) => sum(items.map((item) => item.shares[k] ?? 0)) / n);
  const totalWeight = sum(w.map(sum));
  let chance: number;
  let chanceOf: (shares: readonly number[]) => number;
  if (form === 'fleiss') {
    const weighted = prevalence.map((_, i) => sum(prevalence.map((p, j) => weight(i, j) * p)));
    chance = sum(prevalence.map((p, i) => p * (weighted[i] ?? 0)));
    chanceOf = (shares) => sum(shares.map((share, i) => share * (weighted[i] ?? 0)));
  } else if (q < 2) {
    return none('single-category');
  } else if (form === 'gwet') {
    const factor = totalWeight / (q * (q - 1));
    chance = factor * sum(prevalence.map((p) => p * (1 - p)));
    chanceOf = (shares) => factor * sum(shares.map((share, i) => share * (1 - (prevalence[i] ?? 0))));
  } else {
    chance = totalWeight / q ** 2;
    chanceOf = () => chance;
  }
  if (1 - chance < 1e-15) return none('single-category');
  const value = (observed - chance) / (1 - chance);
  return finish(
    value,
    items.map(
      (item) =>
        (ratio * (item.paired ? item.agreement - chance : 0)) / (1 - chance) -
        (2 * (1 - value) * (chanceOf(item.shares) - chance)) / (1 - chance),
    ),
  );
}
