/** Ranks from 1; tied values share the mean of their places. */
export function midranks(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).sort((a, b) => (values[a] as number) - (values[b] as number));
  const ranks = Array.from({ length: values.length }, () => 0);
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (end + 1 < order.length && values[order[end + 1] as number] === values[order[start] as number])
      end += 1;
    for (let place = start; place <= end; place += 1) ranks[order[place] as number] = (start + end) / 2 + 1;
    start = end + 1;
  }
  return ranks;
}
