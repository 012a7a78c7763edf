/** One cell of a table; with `href` it leads somewhere. */
export type Cell = string | number | { text: string; href: string };

/** A part of the report in reading order; every face of the report draws the same blocks. Texts are plain. */
export type Block =
  | { kind: 'heading'; level: 1 | 2 | 3; text: string }
  | { kind: 'paragraph'; text: string; strong?: true; code?: true }
  | { kind: 'label'; text: string }
  | { kind: 'verdict'; verdict: 'pass' | 'fail' | 'inconclusive'; text: string }
  | { kind: 'table'; caption: string; heads: readonly string[]; rows: readonly (readonly Cell[])[] }
  | { kind: 'figure'; svg: string; caption: string }
  | { kind: 'list'; items: readonly string[] };
