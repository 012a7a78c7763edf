/** Why a cell that was brought in does not count. The counts and `n` add up to what came in. */
export type ExclusionReason =
  | 'missing'
  | 'abstained'
  | 'unparseable'
  | 'failed'
  | 'cannot-assess'
  | 'lacks-information'
  | 'no-consensus'
  | 'single-rating'
  | 'incomplete-row';
export type Excluded = Partial<Record<ExclusionReason, number>>;

/** Why a statistic has no value. */
export type UndefinedReason =
  | 'no-data'
  | 'too-few-items'
  | 'too-few-cases'
  | 'too-few-raters'
  | 'no-variation'
  | 'no-overlap'
  | 'single-category'
  | 'scale-not-declared'
  | 'scales-differ'
  | 'not-estimable';

/** A confidence interval; `level` is the two-sided coverage, e.g. 0.95. */
export type Interval = {
  low: number;
  high: number;
  level: number;
  method: string;
  seed?: number;
  replicates?: number;
};

/** What a number stands on: items used, distinct cases among them, and what was left out. */
export type Support = { n: number; nCases: number; excluded: Excluded };

/**
 * `standardError` belongs to the interval, `standardErrorNull` to the test of no agreement, `p` is two-sided against 0;
 * each stands only where the statistic has one.
 */
export type Defined = Support & {
  value: number;
  interval?: Interval;
  method?: string;
  standardError?: number;
  standardErrorNull?: number;
  p?: number;
};
export type Undefined = Support & { undefined: UndefinedReason };

/** A statistic with what it stands on, or the reason why it has no value. Never NaN, Infinity or a bare null. */
export type Estimate = Defined | Undefined;

export const isDefined = (estimate: Estimate): estimate is Defined => 'value' in estimate;
