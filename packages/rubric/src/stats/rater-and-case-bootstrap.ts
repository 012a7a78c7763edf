import { chunkSize, quantile7 } from './case-bootstrap.ts';
import type { RatingMatrix } from './data.ts';
import type { Interval } from './estimate.ts';
import { mean } from './moments.ts';
import { correlationOfSums } from './pair-sums.ts';
import { randomFill } from './random.ts';

/** Positions of the cases and of the raters of one replicate, drawn with replacement. */
export type TwoWayDraw = { cases: ArrayLike<number>; raters: ArrayLike<number> };

/** Draws of whole cases and of raters; a chunk of replicates depends on the seed and its number alone. */
function* drawnBoth(cases: number, raters: number, replicates: number, seed: number): Generator<TwoWayDraw> {
  const draw = { cases: new Int32Array(cases), raters: new Int32Array(raters) };
  for (let chunk = 0; chunk * chunkSize < replicates; chunk += 1) {
    const fill = randomFill(seed, chunk);
    for (let at = 0; at < Math.min(chunkSize, replicates - chunk * chunkSize); at += 1) {
      fill(draw.cases, cases);
      fill(draw.raters, raters);
      yield draw;
    }
  }
}

/**
 * Percentile interval of r between a grader and the mean of the raters where raters are drawn again beside cases: how r
 * would vary over other raters like these, too. An item that none of the drawn raters scored is left out of a replicate.
 * Undefined (no interval) under 2 cases or raters, or where fewer than half of the replicates have an r.
 * Items, cases and raters in any order give the same interval.
 * Source: Owen, Ann Appl Stat 1 (2007) 386, the pigeonhole bootstrap; it is wide rather than narrow.
 * @param graderByItem the grader's score of each item to be used
 * @example raterAndCaseInterval(matrix, graderByItem, { replicates: 1000, seed: 1, level: 0.95 })
 */
export function raterAndCaseInterval(
  matrix: RatingMatrix,
  graderByItem: ReadonlyMap<string, number>,
  options: { replicates: number; seed: number; level: number; draws?: Iterable<TwoWayDraw> },
): Interval | undefined {
  const { replicates, seed, level } = options;
  const order = matrix.raterIds.map((id, at) => ({ id, at })).sort((a, b) => (a.id < b.id ? -1 : 1));
  const byCase = new Map<string, { itemId: string; grader: number; ratings: (number | null)[] }[]>();
  matrix.itemIds.forEach((itemId, i) => {
    const grader = graderByItem.get(itemId);
    const ratings = order.map(({ at }) => matrix.values[i]?.[at] ?? null);
    if (grader === undefined || ratings.every((rating) => rating === null)) return;
    const caseId = matrix.caseIds[i] ?? '';
    byCase.set(caseId, [...(byCase.get(caseId) ?? []), { itemId, grader, ratings }]);
  });
  const sorted = [...byCase].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, items]) => items);
  for (const items of sorted) items.sort((a, b) => (a.itemId < b.itemId ? -1 : 1));
  const cases = centred(sorted);
  if (cases.length < 2 || order.length < 2) return undefined;
  const draws = options.draws ?? drawnBoth(cases.length, order.length, replicates, seed);
  const values: number[] = [];
  let drawn = 0;
  for (const draw of draws) {
    drawn += 1;
    const r = correlationOfSums(sumsOf(cases, draw));
    if (Number.isFinite(r)) values.push(r);
  }
  if (values.length * 2 < drawn) return undefined;
  const ordered = Float64Array.from(values).sort();
  const tail = (1 - level) / 2;
  const [low, high] = [quantile7(ordered, tail), quantile7(ordered, 1 - tail)];
  return { low, high, level, method: 'raterAndCaseBootstrap', seed };
}

type Items = readonly { grader: number; ratings: readonly (number | null)[] }[];

/** The same about the means of the grader and of all ratings, so that the squares keep their digits. */
function centred(cases: readonly Items[]): Items[] {
  const graders = cases.flatMap((items) => items.map(({ grader }) => grader));
  const ratings = cases
    .flatMap((items) => items.flatMap((item) => item.ratings))
    .filter((each) => each !== null);
  if (graders.length === 0) return [];
  const [middle, of] = [mean(graders), mean(ratings)];
  return cases.map((items) =>
    items.map((item) => ({
      grader: item.grader - middle,
      ratings: item.ratings.map((rating) => (rating === null ? null : rating - of)),
    })),
  );
}

/** Sums over the drawn cases, each item's consensus the mean of the drawn raters: n, x, y, xx, yy, xy. */
function sumsOf(cases: readonly Items[], { cases: picks, raters }: TwoWayDraw): Float64Array {
  const weights = new Float64Array(cases[0]?.[0]?.ratings.length ?? 0);
  for (let at = 0; at < raters.length; at += 1)
    weights[raters[at] as number] = (weights[raters[at] as number] ?? 0) + 1;
  const times = new Float64Array(cases.length);
  for (let at = 0; at < picks.length; at += 1)
    times[picks[at] as number] = (times[picks[at] as number] ?? 0) + 1;
  const sums = new Float64Array(6);
  cases.forEach((items, at) => {
    const often = times[at] as number;
    if (often === 0) return;
    for (const { grader, ratings } of items) {
      let [sum, weight] = [0, 0];
      for (let rater = 0; rater < weights.length; rater += 1) {
        const rating = ratings[rater] as number | null;
        if (rating === null) continue;
        sum += rating * (weights[rater] as number);
        weight += weights[rater] as number;
      }
      if (weight === 0) continue;
      const consensus = sum / weight;
      const row = [1, consensus, grader, consensus ** 2, grader ** 2, consensus * grader];
      for (let part = 0; part < 6; part += 1)
        sums[part] = (sums[part] as number) + often * (row[part] as number);
    }
  });
  return sums;
}
