import type { ProblemEntry } from '@concord/rubric/contract/problem';

/** A command that could not be done; printed without a stack, exit code 1. */
export class CommandFailure extends Error {
  readonly entries: readonly ProblemEntry[];

  constructor(message: string, entries: readonly ProblemEntry[] = []) {
    super(message);
    this.entries = entries;
  }
}

/** One line for each fault: file, line, field, found, expected. */
export function describeEntry(entry: ProblemEntry): string {
  const place = [entry.where, entry.line ?? undefined].filter((part) => part !== undefined).join(':');
  const field = entry.field ? ` ${entry.field}:` : '';
  const found = entry.found === undefined ? '' : ` found ${entry.found};`;
  return `${place}:${field}${found} expected ${entry.expected}`;
}
