import type { Pair } from './data.ts';

/** A declared scale of whole points from `min` to `max`; every point counts as a category, used or not. */
export type PointScale = { min: number; max: number };

/** Weights of disagreement: none, by distance, or by squared distance of the places on the declared scale. */
export type KappaWeights = 'unweighted' | 'linear' | 'quadratic';

/** Also agreement within one place, for percent agreement. */
export type AgreementWeights = KappaWeights | 'adjacent';

/** The points of the scale in order. */
export const pointsOf = (scale: PointScale): number[] =>
  Array.from({ length: scale.max - scale.min + 1 }, (_, i) => scale.min + i);

/** The nearest point of the scale, halves up, kept inside it. 1e-9 absorbs the rounding of a mean such as 2.4999…. */
export const roundToScale = (value: number, scale: PointScale): number =>
  Math.min(scale.max, Math.max(scale.min, Math.floor(value + 0.5 + 1e-9)));

/** Agreement weights w[i][j] of q categories, 1 on the diagonal. */
export function agreementWeights(q: number, weights: AgreementWeights): number[][] {
  return Array.from({ length: q }, (_, i) =>
    Array.from({ length: q }, (__, j) => {
      if (i === j) return 1;
      if (weights === 'unweighted') return 0;
      if (weights === 'adjacent') return Math.abs(i - j) <= 1 ? 1 : 0;
      const distance = Math.abs(i - j) / (q - 1);
      return weights === 'linear' ? 1 - distance : 1 - distance ** 2;
    }),
  );
}

/** Consensus and grader as places on the scale. */
export const places = (pairs: readonly Pair[], scale: PointScale): [number, number][] =>
  pairs.map((pair) => [
    roundToScale(pair.consensus, scale) - scale.min,
    roundToScale(pair.grader, scale) - scale.min,
  ]);
