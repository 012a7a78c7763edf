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
