import type { z } from 'zod';

/** What a schema refuses about one value, with the path to it. */
export type SchemaFault = { path: (string | number)[]; found: string; expected: string };

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function expectedOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return kinds[issue.expected] ?? issue.expected;
  if (issue.code === 'invalid_value') return issue.values.map(String).join(', ');
  if (issue.code === 'invalid_union') {
    const branches = issue.errors.map((errors) => errors.map(expectedOf).join(', '));
    return [...new Set(branches)].join(' or ');
  }
  return issue.message;
}

/** Every fault of `error` against the `value` that was checked; an unknown key is a fault of its own. */
export function schemaFaults(error: z.ZodError, value: unknown): SchemaFault[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map((key) => (typeof key === 'number' ? key : String(key)));
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        path: [...path, key],
        found: 'an unknown key',
        expected: 'only the keys of the schema',
      }));
    const at = path.reduce<unknown>(
      (inside, key) => (inside as Record<PropertyKey, unknown> | null | undefined)?.[key],
      value,
    );
    return [{ path, found: JSON.stringify(at)?.slice(0, 120) ?? 'nothing', expected: expectedOf(issue) }];
  });
}
