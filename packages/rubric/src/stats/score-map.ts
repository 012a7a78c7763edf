import { calibrationLine } from './calibration-line.ts';
import type { Pair } from './data.ts';
import { isDefined } from './estimate.ts';
import { isotonicFit } from './isotonic.ts';
import { orderedPairs } from './support.ts';

/** How grader scores are turned into expected consensus scores. */
export type ScoreMapForm = 'linear' | 'isotonic';

function fit(pairs: readonly Pair[], form: ScoreMapForm): ((score: number) => number) | null {
  if (pairs.length === 0) return null;
  if (form === 'isotonic')
    return isotonicFit(
      pairs.map((pair) => pair.grader),
      pairs.map((pair) => pair.consensus),
    );
  const { slope, intercept } = calibrationLine(pairs);
  if (!isDefined(slope) || !isDefined(intercept)) return null;
  return (score) => intercept.value + slope.value * score;
}

/**
 * Cross-fitted score map: cases are dealt to folds (in code-unit order of their ids, one after the other), and every
 * grader score is mapped by the map fitted to the other folds, so no case judges a map that has seen it. The pairs come
 * back in order of case and item with the mapped score in place of the grader's.
 * Null where a fold cannot be fitted: fewer than 2 cases, or a constant grader for a linear map.
 * @param folds at least 2; more than the cases means leave one case out
 * @example crossFit(pairs, 'isotonic', 5)
 */
export function crossFit(pairs: readonly Pair[], form: ScoreMapForm, folds = 5): Pair[] | null {
  if (!(Number.isInteger(folds) && folds >= 2))
    throw new RangeError(`folds must be a whole number from 2, found ${folds}`);
  const ordered = orderedPairs(pairs);
  const cases = [...new Set(ordered.map((pair) => pair.caseId))];
  if (cases.length < 2) return null;
  const used = Math.min(folds, cases.length);
  const foldOf = new Map(cases.map((caseId, i) => [caseId, i % used]));
  const maps = Array.from({ length: used }, (_, fold) =>
    fit(
      ordered.filter((pair) => foldOf.get(pair.caseId) !== fold),
      form,
    ),
  );
  if (maps.includes(null)) return null;
  return ordered.map((pair) => ({
    ...pair,
    grader: maps[foldOf.get(pair.caseId) ?? 0]?.(pair.grader) ?? pair.grader,
  }));
}
