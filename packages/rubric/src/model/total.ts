import type { Rubric } from './rubric.ts';

/**
 * Total of one rating or grader reply: Σ wᵢ·(scoreᵢ − minᵢ)/(maxᵢ − minᵢ) / Σ wᵢ · 100 (design §2).
 * Range 0 to 100. Undefined (null) as soon as one weighted dimension has no score; never re-weighted.
 * `scoreOf` gives a dimension's score (means are allowed, so not only integers) or null.
 */
export function rubricTotal(rubric: Rubric, scoreOf: (dimensionId: string) => number | null): number | null {
  let sum = 0;
  let weights = 0;
  for (const { id, weight, scale } of rubric.dimensions) {
    if (weight === 0) continue;
    const score = scoreOf(id);
    if (score === null) return null;
    sum += (weight * (score - scale.min)) / (scale.max - scale.min);
    weights += weight;
  }
  return (sum / weights) * 100;
}
