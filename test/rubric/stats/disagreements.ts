/** What a file of the corpus expects: a null must be undefined here too, a number hold within the tolerance. */
export type Expectation = {
  expected: Record<string, number | boolean | null>;
  tolerance: { rel: number; abs: number; overrides?: Record<string, { rel: number; abs: number }> };
};

/** Every expected value that `got` misses or does not hold; a name that is not in `got` counts as missed. */
export function disagreements(
  { expected, tolerance }: Expectation,
  got: Readonly<Record<string, number | boolean | null>>,
): string[] {
  return Object.entries(expected).flatMap(([name, want]) => {
    const value = got[name];
    if (value === undefined) return [`${name}: not computed, expected ${want}`];
    const override = Object.entries(tolerance.overrides ?? {}).find(([prefix]) => name.startsWith(prefix));
    const { rel, abs } = override?.[1] ?? tolerance;
    const holds =
      typeof want === 'number' && typeof value === 'number'
        ? Math.abs(value - want) <= Math.max(abs, rel * Math.abs(want))
        : want === value;
    return holds ? [] : [`${name}: computed ${value}, expected ${want}`];
  });
}
