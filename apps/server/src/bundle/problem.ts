/** One fault of a bundle; `file` is relative to the bundle's root, `line` is 1-based. */
export type BundleProblem = {
  file: string;
  line: number | null;
  field: string | null;
  found: string;
  expected: string;
};

/** Something that the curator should know although the import went on. */
export type Notice = { file: string; text: string };

/** How many problems one answer lists. */
const maxProblems = 200;

/** The first problems, and how many there are more: a list that was cut says so. */
export function shorten<
  Problem extends { field?: string | null | undefined; found?: string | undefined; expected: string },
>(problems: readonly Problem[]): Problem[] {
  const [next] = problems.slice(maxProblems);
  if (!next) return [...problems];
  const rest = `${problems.length - maxProblems} more problems`;
  return [...problems.slice(0, maxProblems), { ...next, field: null, found: rest, expected: 'none' }];
}
