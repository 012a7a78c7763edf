/**
 * Isotonic least squares: the non-decreasing step function of x nearest to y, by pooling adjacent violators. Equal x share
 * one value. Between two x values it runs straight, outside it is level. Source: Barlow et al., Statistical Inference
 * under Order Restrictions (1972). Reference: R `isoreg`.
 * @param x, y of one length, at least 1
 * @example isotonicFit([1, 2, 3], [1, 3, 2])(2) // 2.5
 */
export function isotonicFit(x: readonly number[], y: readonly number[]): (score: number) => number {
  if (x.length === 0 || x.length !== y.length)
    throw new RangeError(`expected columns of one length from 1, found ${x.length} and ${y.length}`);
  const order = x.map((_, i) => i).sort((a, b) => (x[a] as number) - (x[b] as number));
  const blocks: { sum: number; n: number; xs: number[] }[] = [];
  for (let start = 0; start < order.length; ) {
    const at = x[order[start] as number] as number;
    let end = start;
    let sum = 0;
    while (end < order.length && x[order[end] as number] === at) {
      sum += y[order[end] as number] as number;
      end += 1;
    }
    blocks.push({ sum, n: end - start, xs: [at] });
    start = end;
    for (;;) {
      const last = blocks.at(-1);
      const before = blocks.at(-2);
      if (!last || !before || before.sum / before.n <= last.sum / last.n) break;
      blocks.splice(-2, 2, {
        sum: before.sum + last.sum,
        n: before.n + last.n,
        xs: [...before.xs, ...last.xs],
      });
    }
  }
  const knots = blocks.flatMap(({ sum, n, xs }) => xs.map((at) => ({ at, value: sum / n })));
  return (score) => {
    let low = 0;
    let high = knots.length - 1;
    const first = knots[low];
    const last = knots[high];
    if (!first || !last) return Number.NaN;
    if (score <= first.at) return first.value;
    if (score >= last.at) return last.value;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((knots[middle]?.at ?? 0) <= score) low = middle;
      else high = middle;
    }
    const a = knots[low] ?? first;
    const b = knots[high] ?? last;
    return a.value + ((score - a.at) / (b.at - a.at)) * (b.value - a.value);
  };
}
