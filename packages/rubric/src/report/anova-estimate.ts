import type { Estimate, Support } from '../stats/estimate.ts';
import type { IccPoint } from '../stats/icc-anova.ts';

/** An ANOVA intraclass correlation as an estimate; its F interval assumes independent responses. */
export function anovaEstimate(point: IccPoint, support: Support, level: number): Estimate {
  if (support.n === 0) return { undefined: 'no-data', ...support };
  if (support.n < 2) return { undefined: 'too-few-items', ...support };
  if (point === null) return { undefined: 'no-variation', ...support };
  const defined = { value: point.value, ...support, method: 'anova' };
  return point.limits ? { ...defined, interval: { ...point.limits, level, method: 'anovaF' } } : defined;
}
