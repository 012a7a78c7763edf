import type { ExclusionReason } from '../estimate.ts';
import type { TableScale } from './table-scale.ts';

/** One record of the file with the line on which it ends. */
export type TableRecord = { line: number; cells: readonly string[] };
export type TableProblem = { line: number; field: string; found: string; expected: string };
export type CellStatus =
  | 'scored'
  | Exclude<ExclusionReason, 'no-consensus' | 'single-rating' | 'incomplete-row'>;
/** One score; on a nominal scale `score` is the place of the category. */
export type RatingCell = {
  itemId: string;
  caseId: string;
  dimension: string;
  raterId: string;
  raterKind: 'human' | 'llm';
  repeat: number;
  status: CellStatus;
  score: number | null;
};

const required = ['item_id', 'case_id', 'dimension', 'rater_id', 'rater_kind', 'score'] as const;
const optional = ['status', 'repeat'] as const;
type Field = (typeof required)[number] | (typeof optional)[number];
const statuses: readonly string[] = [
  'scored',
  'missing',
  'abstained',
  'unparseable',
  'failed',
  'cannot-assess',
  'lacks-information',
] satisfies CellStatus[];
const isStatus = (text: string): text is CellStatus => statuses.includes(text);
const number = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** The score as a number, or what was expected instead. */
function readScore(text: string, scale: TableScale, kind: 'human' | 'llm'): number | string {
  if (scale.kind === 'nominal') {
    const place = scale.categories.indexOf(text);
    return place >= 0 ? place : `one of ${scale.categories.join(', ')}`;
  }
  const value = Number(text);
  const plain = number.test(text) && Number.isFinite(value);
  if (scale.kind === 'undeclared') return plain ? value : 'a number (words need --scale nominal:a,b,c)';
  const whole = scale.kind === 'ordinal' && kind === 'human';
  // A grader may fall between the points of an ordinal scale (mean of repeats, fitted map); a rater may not.
  if (!plain || value < scale.min || value > scale.max || (whole && !Number.isInteger(value)))
    return `a ${whole ? 'whole ' : ''}number from ${scale.min} to ${scale.max}`;
  return value;
}

/** Reads the table record by record; `finish` gives what was read and every problem. */
export type RatingsReader = {
  add(record: TableRecord): void;
  finish(): { cells: RatingCell[]; problems: TableProblem[] };
};

// A table that is wrong on every line need not be told line by line.
const mostProblems = 1000;

function readHeader(header: TableRecord, problems: TableProblem[]): string[] {
  const { line } = header;
  const names = header.cells.map((name) => name.trim());
  const known: readonly string[] = [...required, ...optional];
  for (const field of required)
    if (!names.includes(field))
      problems.push({ line, field, found: names.join(',') || 'nothing', expected: `a column ${field}` });
  names.forEach((name, i) => {
    if (!known.includes(name)) problems.push({ line, field: name, found: name, expected: known.join(', ') });
    else if (names.indexOf(name) !== i)
      problems.push({ line, field: name, found: 'the column twice', expected: 'it once' });
  });
  return names;
}

/**
 * Reader of the long ratings table: header `item_id,case_id,dimension,rater_id,rater_kind,score`, optional `status` and
 * `repeat`, in any order. An empty score without status is missing. Any problem stops the use of the whole table; after
 * 1,000 of them the rest is not looked at.
 * @param scaleOf the declared scale of a dimension
 * @example const reader = ratingsReader(() => ({ kind: 'ordinal', min: 0, max: 5 })); reader.add({ line: 1, cells: … })
 */
export function ratingsReader(scaleOf: (dimension: string) => TableScale): RatingsReader {
  const cells: RatingCell[] = [];
  const problems: TableProblem[] = [];
  let names: string[] | null = null;
  let at: ((field: Field) => number) | null = null;
  let rows = 0;
  let lastLine = 1;
  const seen = new Map<string, number>();
  const caseOf = new Map<string, string>();
  const kindOf = new Map<string, string>();
  // One string for each id however often it occurs: a field of the file would keep its own copy.
  const known = new Map<string, { text: string; number: number }>();
  const one = (text: string): { text: string; number: number } => {
    const found = known.get(text);
    if (found) return found;
    const fresh = { text, number: known.size };
    known.set(text, fresh);
    return fresh;
  };
  const readRow = (line: number, row: readonly string[]): void => {
    const before = problems.length;
    const problem = (field: string, found: string, expected: string): void => {
      problems.push({ line, field, found, expected });
    };
    if (row.length !== names?.length)
      return problem('(row)', `${row.length} fields`, `${names?.length ?? 0} fields`);
    const read = (field: Field): string => (row[at?.(field) ?? -1] ?? '').trim();
    const item = one(read('item_id'));
    const caseId = one(read('case_id')).text;
    const dimension = one(read('dimension'));
    const rater = one(read('rater_id'));
    const kind = read('rater_kind');
    for (const field of ['item_id', 'case_id', 'dimension', 'rater_id'] as const)
      if (read(field) === '') problem(field, 'nothing', 'an id');
    if (kind !== 'human' && kind !== 'llm') return problem('rater_kind', kind || 'nothing', 'human or llm');
    const repeatText = read('repeat') || '0';
    if (!/^\d+$/.test(repeatText)) problem('repeat', repeatText, 'a whole number from 0');
    const scoreText = read('score');
    const status = read('status') || (scoreText === '' ? 'missing' : 'scored');
    let score: number | null = null;
    if (!isStatus(status)) return problem('status', status, statuses.join(', '));
    if (status === 'scored') {
      const value = readScore(scoreText, scaleOf(dimension.text), kind);
      if (typeof value === 'string') problem('score', scoreText || 'nothing', value);
      else score = value;
    } else if (scoreText !== '') problem('score', scoreText, `no score beside status ${status}`);
    const itemId = item.text;
    const knownCase = caseOf.get(itemId);
    if (knownCase === undefined) caseOf.set(itemId, caseId);
    else if (knownCase !== caseId)
      problem('case_id', caseId, `${knownCase}, as in the other rows of item ${itemId}`);
    const raterId = rater.text;
    const knownKind = kindOf.get(raterId);
    if (knownKind === undefined) kindOf.set(raterId, kind);
    else if (knownKind !== kind)
      problem('rater_kind', kind, `${knownKind}, as in the other rows of rater ${raterId}`);
    const key = `${item.number}/${dimension.number}/${rater.number}/${Number(repeatText)}`;
    const first = seen.get(key);
    if (first !== undefined)
      problem(
        'item_id',
        `${itemId}, ${dimension.text}, ${raterId}, repeat ${repeatText} again`,
        `one row for each (first on line ${first})`,
      );
    else seen.set(key, line);
    if (problems.length === before)
      cells.push({
        itemId,
        caseId,
        dimension: dimension.text,
        raterId,
        raterKind: kind,
        repeat: Number(repeatText),
        status,
        score,
      });
  };
  return {
    add(record) {
      lastLine = record.line;
      if (names === null) {
        const found = readHeader(record, problems);
        const places = new Map(found.map((name, i) => [name, i]));
        names = found;
        // A wrong header is told alone: its rows cannot be read.
        if (problems.length === 0) at = (field) => places.get(field) ?? -1;
        return;
      }
      rows += 1;
      if (at && problems.length < mostProblems) readRow(record.line, record.cells);
    },
    finish() {
      if (names === null) readHeader({ line: 1, cells: [] }, problems);
      else if (rows === 0 && problems.length === 0)
        problems.push({
          line: lastLine,
          field: '(file)',
          found: 'no rows',
          expected: 'at least one row of scores',
        });
      return { cells, problems };
    },
  };
}
