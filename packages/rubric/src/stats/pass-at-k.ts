/**
 * pass@k of k samples drawn from n of which `correct` pass: 1 − C(n−c, k)/C(n, k), the chance that one at least passes.
 * Null where k exceeds n, which n samples cannot tell. Range 0 to 1. Source: Chen et al., arXiv 2107.03374 (2021).
 * @throws RangeError where counts are not whole, k is under 1 or `correct` is not within 0 … n
 * @example passAtK(10, 3, 5) // 11/12
 */
export function passAtK(n: number, correct: number, k: number): number | null {
  if (![n, correct, k].every(Number.isInteger) || k < 1 || correct < 0 || correct > n)
    throw new RangeError(
      `expected whole 0 ≤ correct ≤ n and k ≥ 1, found n ${n}, correct ${correct}, k ${k}`,
    );
  if (k > n) return null;
  let none = 1;
  for (let i = 0; i < k; i += 1) none *= Math.max(0, n - correct - i) / (n - i);
  return 1 - none;
}

/**
 * pass@k of one ranked list: 1 where any of the first k entries is correct, else 0. Null where the list is shorter.
 * Not the same quantity as `passAtK`: a list is one answer with alternatives, not k independent samples.
 * @example passInTopK([false, true, false], 2) // 1
 */
export function passInTopK(ranked: readonly boolean[], k: number): 0 | 1 | null {
  if (!Number.isInteger(k) || k < 1) throw new RangeError(`k must be a whole number from 1, found ${k}`);
  if (k > ranked.length) return null;
  return ranked.slice(0, k).includes(true) ? 1 : 0;
}
