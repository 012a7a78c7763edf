import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isUtf8 } from 'node:buffer';
import { CsvError, parse as parseCsv } from 'csv-parse/sync';
import { isNode, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import type { BundleSource } from './bundle-source.ts';
import type { BundleProblem } from './problem.ts';
import { schemaFaults } from './schema-faults.ts';

/** Validated value with the 1-based line it came from. */
export type Lined<T> = { value: T; line: number };

/** Reads the text files of one bundle and collects what is wrong with them. */
export function textReader(source: BundleSource, problems: BundleProblem[]) {
  const text = async (file: string): Promise<string | null> => {
    const bytes = await readFile(join(source.root, file));
    if (!isUtf8(bytes)) {
      const offset = firstBad(bytes);
      problems.push({
        file,
        line: bytes.subarray(0, offset).toString('latin1').split('\n').length,
        field: null,
        found: `a byte that is not UTF-8 at offset ${offset}`,
        expected: 'UTF-8 text',
      });
      return null;
    }
    return bytes.toString('utf8').replace(/^\uFEFF/, '');
  };
  const check = <T>(
    schema: z.ZodType<T>,
    value: unknown,
    file: string,
    line: number | null,
    lineOf?: (path: (string | number)[]) => number | null,
  ): T | null => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const { path, found, expected } of schemaFaults(parsed.error, value))
      problems.push({
        file,
        line: lineOf?.(path) ?? line,
        field: path.join('.') || null,
        found,
        expected,
      });
    return null;
  };
  const yaml = async <T>(file: string, schema: z.ZodType<T>): Promise<T | null> => {
    if (!source.files.includes(file)) {
      problems.push({ file, line: null, field: null, found: 'no such file', expected: 'this file' });
      return null;
    }
    const content = await text(file);
    if (content === null) return null;
    const lines = new LineCounter();
    const document = parseDocument(content, { lineCounter: lines });
    for (const error of document.errors)
      problems.push({
        file,
        line: error.linePos?.[0].line ?? null,
        field: null,
        found: error.message.replace(/ at line \d+, column \d+:[^]*$/, ''),
        expected: 'YAML',
      });
    if (document.errors.length > 0) return null;
    return check(schema, document.toJS({ maxAliasCount: 100 }), file, null, (path) => {
      // A missing key has no line of its own: that of the nearest value around it.
      for (let length = path.length; length >= 0; length -= 1) {
        const node = document.getIn(path.slice(0, length), true);
        if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
      }
      return null;
    });
  };
  const jsonLines = async <T>(file: string, schema: z.ZodType<T>): Promise<Lined<T>[]> => {
    if (!source.files.includes(file)) return [];
    const content = await text(file);
    const out: Lined<T>[] = [];
    // Only LF and CRLF end a line: U+2028 and U+2029 are legal inside a JSON string.
    for (const [index, raw] of (content ?? '').split('\n').entries()) {
      const row = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
      if (row.trim() === '') continue;
      const line = index + 1;
      let value: unknown;
      try {
        value = JSON.parse(row);
      } catch (error) {
        problems.push({
          file,
          line,
          field: null,
          found: error instanceof Error ? error.message : 'no JSON',
          expected: 'one JSON object a line',
        });
        continue;
      }
      const checked = check(schema, value, file, line);
      if (checked !== null) out.push({ value: checked, line });
    }
    return out;
  };
  const csv = async <T>(file: string, schema: z.ZodType<T> & { shape: object }): Promise<Lined<T>[]> => {
    if (!source.files.includes(file)) return [];
    const content = await text(file);
    if (content === null) return [];
    try {
      const header = Object.keys(schema.shape);
      const [first] = parseCsv(content, { to: 1, trim: true, relax_column_count: true });
      const faults = headerFaults(first ?? [], header);
      if (faults.length > 0) {
        problems.push(...faults.map((fault) => ({ file, line: 1, ...fault })));
        return [];
      }
      const rows: { record: unknown; info: { lines: number } }[] = parseCsv(content, {
        columns: true,
        info: true,
        skip_empty_lines: true,
        trim: true,
      });
      return rows.flatMap(({ record, info }) => {
        const checked = check(schema, record, file, info.lines);
        return checked === null ? [] : [{ value: checked, line: info.lines }];
      });
    } catch (error) {
      problems.push({
        file,
        line: error instanceof CsvError && typeof error['lines'] === 'number' ? error['lines'] : null,
        field: null,
        found: error instanceof Error ? error.message : 'no CSV',
        expected: 'comma-separated values with a header line',
      });
      return [];
    }
  };
  return { text, yaml, jsonLines, csv };
}

/** What is wrong with the column names of a table; every row would say the same. */
function headerFaults(
  names: string[],
  columns: string[],
): { field: string; found: string; expected: string }[] {
  const expected = `the columns ${columns.join(', ')}`;
  return [
    ...columns
      .filter((name) => !names.includes(name))
      .map((name) => ({ field: name, found: 'no such column', expected })),
    ...names
      .filter((name, at) => !columns.includes(name) || names.indexOf(name) !== at)
      .map((name) => ({
        field: name,
        found: columns.includes(name) ? 'the column twice' : 'an unknown column',
        expected,
      })),
  ];
}

function firstBad(bytes: Buffer): number {
  let low = 0;
  let high = bytes.length;
  // Longest valid prefix by halving; a cut inside a character is allowed for by looking back at most 3 bytes.
  const valid = (end: number): boolean =>
    [0, 1, 2, 3].some((back) => end >= back && isUtf8(bytes.subarray(0, end - back)));
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (valid(middle)) low = middle;
    else high = middle - 1;
  }
  for (let end = low; end >= Math.max(0, low - 3); end -= 1) if (isUtf8(bytes.subarray(0, end))) return end;
  return low;
}
