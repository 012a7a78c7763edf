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

/**
 * Reads the long ratings table: header `item_id,case_id,dimension,rater_id,rater_kind,score`, optional `status` and
 * `repeat`, in any order. An empty score without status is missing. Any problem stops the use of the whole table.
 * @param scaleOf the declared scale of a dimension
 * @example parseRatings([{ line: 1, cells: ['item_id', …] }, …], () => ({ kind: 'ordinal', min: 0, max: 5 }))
 */
export function parseRatings(
  records: readonly TableRecord[],
  scaleOf: (dimension: string) => TableScale,
): { cells: RatingCell[]; problems: TableProblem[] } {
  const [header, ...rows] = records;
  const cells: RatingCell[] = [];
  const problems: TableProblem[] = [];
  const names = (header?.cells ?? []).map((name) => name.trim());
  const known: readonly string[] = [...required, ...optional];
  for (const field of required)
    if (!names.includes(field))
      problems.push({
        line: header?.line ?? 1,
        field,
        found: names.join(',') || 'nothing',
        expected: `a column ${field}`,
      });
  names.forEach((name, i) => {
    const line = header?.line ?? 1;
    if (!known.includes(name)) problems.push({ line, field: name, found: name, expected: known.join(', ') });
    else if (names.indexOf(name) !== i)
      problems.push({ line, field: name, found: 'the column twice', expected: 'it once' });
  });
  if (problems.length > 0) return { cells, problems };
  const seen = new Map<string, number>();
  const caseOf = new Map<string, string>();
  const kindOf = new Map<string, string>();
  for (const { line, cells: row } of rows) {
    const before = problems.length;
    const problem = (field: string, found: string, expected: string): void => {
      problems.push({ line, field, found, expected });
    };
    if (row.length !== names.length) {
      problem('(row)', `${row.length} fields`, `${names.length} fields`);
      continue;
    }
    const read = (field: Field): string => (row[names.indexOf(field)] ?? '').trim();
    const itemId = read('item_id');
    const caseId = read('case_id');
    const dimension = read('dimension');
    const raterId = read('rater_id');
    const kind = read('rater_kind');
    for (const field of ['item_id', 'case_id', 'dimension', 'rater_id'] as const)
      if (read(field) === '') problem(field, 'nothing', 'an id');
    if (kind !== 'human' && kind !== 'llm') {
      problem('rater_kind', kind || 'nothing', 'human or llm');
      continue;
    }
    const repeatText = read('repeat') || '0';
    if (!/^\d+$/.test(repeatText)) problem('repeat', repeatText, 'a whole number from 0');
    const scoreText = read('score');
    const status = read('status') || (scoreText === '' ? 'missing' : 'scored');
    let score: number | null = null;
    if (!isStatus(status)) {
      problem('status', status, statuses.join(', '));
      continue;
    }
    if (status === 'scored') {
      const value = readScore(scoreText, scaleOf(dimension), kind);
      if (typeof value === 'string') problem('score', scoreText || 'nothing', value);
      else score = value;
    } else if (scoreText !== '') problem('score', scoreText, `no score beside status ${status}`);
    const knownCase = caseOf.get(itemId);
    if (knownCase !== undefined && knownCase !== caseId)
      problem('case_id', caseId, `${knownCase}, as in the other rows of item ${itemId}`);
    caseOf.set(itemId, knownCase ?? caseId);
    const knownKind = kindOf.get(raterId);
    if (knownKind !== undefined && knownKind !== kind)
      problem('rater_kind', kind, `${knownKind}, as in the other rows of rater ${raterId}`);
    kindOf.set(raterId, knownKind ?? kind);
    const key = JSON.stringify([itemId, dimension, raterId, Number(repeatText)]);
    const first = seen.get(key);
    if (first !== undefined)
      problem(
        'item_id',
        `${itemId}, ${dimension}, ${raterId}, repeat ${repeatText} again`,
        `one row for each (first on line ${first})`,
      );
    else seen.set(key, line);
    if (problems.length === before)
      cells.push({
        itemId,
        caseId,
        dimension,
        raterId,
        raterKind: kind,
        repeat: Number(repeatText),
        status,
        score,
      });
  }
  if (rows.length === 0)
    problems.push({
      line: header?.line ?? 1,
      field: '(file)',
      found: 'no rows',
      expected: 'at least one row of scores',
    });
  return { cells, problems };
}
