/** A pattern with its `{places}` filled; a place without a value stays as it is. */
export const fillWords = (pattern: string, values: Readonly<Record<string, string | number>>): string =>
  pattern.replaceAll(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole));
