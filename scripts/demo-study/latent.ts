import type { Random } from './random.ts';

/** Dimensions of the rubric in the order of every score vector here. */
export const dimensionIds = ['diagnosis', 'findings', 'integration', 'differential', 'next-step'] as const;
export type Vector = readonly number[];

/** Planted behaviour; all standard deviations in points of the 0 to 5 scale. */
export const planted = {
  respondents: { 'model-a': 1.4, 'model-b': 2.1, 'model-c': 2.8, 'model-d': 3.5, 'human-1': 2.7 },
  caseSd: 0.45,
  responseSd: 0.55,
  dimensionSd: 0.35,
  raters: { 'reader-1': -0.2, 'reader-2': 0, 'reader-3': 0.2 },
  raterSd: 0.4,
  closeSd: 0.35,
  closeCaseSd: 0.15,
  noisySd: 1.6,
} as const;

export const clip = (value: number): number => Math.min(5, Math.max(0, value));

export const roundScore = (value: number): number => clip(Math.round(value)) + 0;

/** Latent quality of one response in each dimension, 0 to 5. */
export function latentQuality(mean: number, caseEffect: number, random: Random): Vector {
  const level = mean + caseEffect + random.normal(planted.responseSd);
  return dimensionIds.map(() => clip(level + random.normal(planted.dimensionSd)));
}

/** Integer scores of a reader or grader with a shift and independent noise in each dimension. */
export const observe = (quality: Vector, shift: number, sd: number, random: Random): Vector =>
  quality.map((value) => roundScore(value + shift + random.normal(sd)));
