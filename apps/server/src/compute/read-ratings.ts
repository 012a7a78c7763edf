import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { RatingCell, TableProblem } from '@concord/rubric/stats/table/parse-ratings';
import { ratingsReader } from '@concord/rubric/stats/table/parse-ratings';
import type { TableScale } from '@concord/rubric/stats/table/table-scale';
import { CsvError, parse } from 'csv-parse';

/**
 * Reads the file record by record, with the line on which each ends; the byte order mark and CRLF are accepted.
 * The file is never held as a whole.
 */
export async function readRatings(
  file: string,
  scaleOf: (dimension: string) => TableScale,
  onLine: (line: number) => void = () => {},
): Promise<{ cells: RatingCell[]; problems: TableProblem[] }> {
  const reader = ratingsReader(scaleOf);
  const problem = (line: number, field: string, found: string, expected: string) => ({
    cells: [],
    problems: [{ line, field, found, expected }],
  });
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let line = 1;
  const text = async function* (): AsyncGenerator<string> {
    for await (const chunk of createReadStream(file, { highWaterMark: 1 << 18 })) {
      const decoded = decoder.decode(chunk as Buffer, { stream: true });
      yield decoded;
      for (let at = decoded.indexOf('\n'); at >= 0; at = decoded.indexOf('\n', at + 1)) line += 1;
    }
    yield decoder.decode();
  };
  const parser = parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
  });
  parser.on('readable', () => {
    for (;;) {
      const row = parser.read() as { info: { lines: number }; record: string[] } | null;
      if (row === null) break;
      reader.add({ line: row.info.lines, cells: row.record });
      if (row.info.lines % 50_000 === 0) onLine(row.info.lines);
    }
  });
  try {
    await pipeline(text, parser);
  } catch (error) {
    if (error instanceof CsvError) {
      const at = Number((error as { lines?: unknown }).lines ?? 1);
      return problem(at, '(row)', error.message, 'comma-separated values');
    }
    if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      return problem(line, '(file)', 'bytes after this line that are not UTF-8', 'a CSV file in UTF-8');
    return problem(1, '(file)', 'no readable file', 'a CSV file in UTF-8');
  }
  return reader.finish();
}
