/** The declared scale of a dimension of a ratings table. */
export type TableScale =
  | { kind: 'undeclared' }
  | { kind: 'ordinal'; min: number; max: number }
  | { kind: 'interval'; min: number; max: number }
  | { kind: 'nominal'; categories: string[] };

/**
 * Reads `[DIM=]ordinal:0..5`, `[DIM=]interval:LO..HI` or `[DIM=]nominal:a,b,c`.
 * @throws RangeError that says what was found and what is expected
 * @example parseScale('plan=ordinal:0..5')
 */
export function parseScale(text: string): { dimension: string | null; scale: TableScale } {
  const match = /^(?:(.*)=)?(ordinal|interval|nominal):(.+)$/.exec(text);
  const wrong = (expected: string): RangeError =>
    new RangeError(`--scale: found "${text}", expected ${expected}`);
  if (!match) throw wrong('[DIM=]ordinal:LO..HI, [DIM=]interval:LO..HI or [DIM=]nominal:a,b,c');
  const dimension = match[1] ?? null;
  const points = match[3] ?? '';
  if (match[2] === 'nominal') {
    const categories = points.split(',').map((category) => category.trim());
    if (categories.includes('') || new Set(categories).size !== categories.length)
      throw wrong('categories that differ, separated by commas');
    return { dimension, scale: { kind: 'nominal', categories } };
  }
  const range = /^(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)$/.exec(points);
  const min = Number(range?.[1]);
  const max = Number(range?.[2]);
  if (!range || !(min < max)) throw wrong('LO..HI with LO below HI');
  if (match[2] === 'interval') return { dimension, scale: { kind: 'interval', min, max } };
  if (!Number.isInteger(min) || !Number.isInteger(max)) throw wrong('whole numbers for an ordinal scale');
  return { dimension, scale: { kind: 'ordinal', min, max } };
}
