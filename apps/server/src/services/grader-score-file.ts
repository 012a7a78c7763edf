import { parse as parseCsv } from 'csv-parse/sync';
import type { ProblemEntry } from '@concord/rubric/contract/problem';
import { type GraderScoreLine, graderScoreLineSchema } from '@concord/rubric/contract/bundle/grader';
import { scoreStatuses, type ScoreStatus } from '@concord/rubric/model/words';

export type ScoreFile = { lines: { line: number; score: GraderScoreLine }[]; problems: ProblemEntry[] };

const maxProblems = 200;

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** Lines of `grader-scores.jsonl`. Lines end at LF or CRLF only: U+2028 may stand inside a string. */
function readJsonLines(name: string, text: string): ScoreFile {
  const lines: ScoreFile['lines'] = [];
  const problems: ProblemEntry[] = [];
  text.split('\n').forEach((raw, index) => {
    const content = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (content.trim() === '') return;
    let value: unknown;
    try {
      value = JSON.parse(content);
    } catch {
      problems.push({
        where: name,
        line: index + 1,
        field: null,
        found: shown(content),
        expected: 'one JSON object on the line',
      });
      return;
    }
    const parsed = graderScoreLineSchema.safeParse(value);
    if (parsed.success) lines.push({ line: index + 1, score: parsed.data });
    else
      for (const issue of parsed.error.issues) {
        const field = issue.path.join('.');
        const found = issue.path.reduce<unknown>(
          (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
          value,
        );
        problems.push({
          where: name,
          line: index + 1,
          field: field || null,
          found: shown(found),
          expected: issue.message,
        });
      }
  });
  return { lines, problems };
}

const csvColumns = ['item_id', 'dimension', 'rater_id', 'score'] as const;

/** A ratings table (design §8) whose `llm` rows are a grader's scores; one reply per item, rater and repeat. */
function readRatingsTable(name: string, text: string): ScoreFile {
  const problems: ProblemEntry[] = [];
  let rows: { record: Record<string, string>; info: { lines: number } }[];
  try {
    rows = parseCsv(text, {
      columns: true,
      bom: true,
      info: true,
      relax_column_count: false,
      skip_empty_lines: true,
    }) as unknown as typeof rows;
  } catch (error) {
    const { lines } = error as { lines?: number };
    return {
      lines: [],
      problems: [
        {
          where: name,
          line: lines ?? 1,
          field: null,
          found: (error as Error).message,
          expected: 'a CSV table with one header line',
        },
      ],
    };
  }
  const header = Object.keys(rows[0]?.record ?? {});
  for (const column of csvColumns)
    if (!header.includes(column))
      problems.push({
        where: name,
        line: 1,
        field: column,
        found: header.join(','),
        expected: `a column ${column}`,
      });
  if (problems.length > 0) return { lines: [], problems };
  const replies = new Map<string, { line: number; score: GraderScoreLine }>();
  for (const { record, info } of rows) {
    const problem = (field: string, expected: string): void => {
      problems.push({ where: name, line: info.lines, field, found: shown(record[field]), expected });
    };
    if (record['rater_kind'] === 'human') continue;
    if (record['rater_kind'] !== undefined && record['rater_kind'] !== 'llm')
      problem('rater_kind', 'human or llm');
    const text = record['score'] ?? '';
    const status = record['status'] || (text === '' ? 'missing' : 'scored');
    if (!(scoreStatuses as readonly string[]).includes(status)) problem('status', scoreStatuses.join(', '));
    if (text !== '' && !/^-?\d+(\.\d+)?$/.test(text)) problem('score', 'a number');
    const repeatText = record['repeat'] || '0';
    if (!/^\d+$/.test(repeatText)) problem('repeat', 'a whole number from 0');
    const roundText = record['round'] ?? '';
    if (roundText !== '' && !/^\d+$/.test(roundText)) problem('round', 'a whole number from 0');
    const key = JSON.stringify([record['rater_id'], record['item_id'], repeatText, roundText]);
    const reply = replies.get(key) ?? {
      line: info.lines,
      score: {
        grader: record['rater_id'] ?? '',
        response: record['item_id'] ?? '',
        status: status as ScoreStatus,
        scores: {},
        repeat: Number(repeatText),
        ...(roundText === '' ? {} : { round: Number(roundText) }),
      },
    };
    const dimension = record['dimension'] ?? '';
    if (dimension in reply.score.scores)
      problem('dimension', 'each dimension once for an item, rater and repeat');
    reply.score.scores[dimension] = text === '' ? null : Number(text);
    if (reply.score.status !== status) reply.score.status = 'scored';
    replies.set(key, reply);
  }
  return { lines: [...replies.values()], problems };
}

/** Reads grader scores out of a JSONL or CSV file, by its name. Every fault names its line and field. */
export function readGraderScoreFile(name: string, bytes: Uint8Array): ScoreFile {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return {
      lines: [],
      problems: [
        { where: name, line: null, field: null, found: 'bytes that are not UTF-8', expected: 'UTF-8 text' },
      ],
    };
  }
  if (text.trim() === '')
    return {
      lines: [],
      problems: [{ where: name, line: 1, field: null, found: 'an empty file', expected: 'grader scores' }],
    };
  const file = /\.csv$/i.test(name) ? readRatingsTable(name, text) : readJsonLines(name, text);
  return { lines: file.lines, problems: file.problems.slice(0, maxProblems) };
}
