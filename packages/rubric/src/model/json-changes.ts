type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

const isGroup = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const shown = (value: Json | undefined): string => (value === undefined ? 'not set' : JSON.stringify(value));

/**
 * What differs between two JSON values, one line a leaf, in order of the path: `gate.rLowerBound: 0.9 → 0.85`.
 * @example jsonChanges({ minRaters: 2 }, { minRaters: 3 })
 */
export function jsonChanges(before: Json | undefined, after: Json | undefined, path = ''): string[] {
  if (!isGroup(before) || !isGroup(after))
    return shown(before) === shown(after) ? [] : [`${path}: ${shown(before)} → ${shown(after)}`];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort((a, b) => (a < b ? -1 : 1));
  return keys.flatMap((key) => jsonChanges(before[key], after[key], path === '' ? key : `${path}.${key}`));
}
