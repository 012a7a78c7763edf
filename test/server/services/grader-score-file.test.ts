import { describe, expect, it } from 'vitest';
import { readGraderScoreFile } from '../../../apps/server/src/services/grader-score-file.ts';

const read = (name: string, text: string) => readGraderScoreFile(name, Buffer.from(text));
const line = (values: object = {}): string =>
  JSON.stringify({ grader: 'g', response: 'p1', scores: { accuracy: 1 }, ...values });
const header = 'item_id,dimension,rater_id,rater_kind,score,repeat';

describe('Grader scores as JSON lines', () => {
  it('may have a byte order mark, CRLF, empty lines and a line separator inside a reply', () => {
    const { lines, problems } = read(
      's.jsonl',
      `\uFEFF${line()}\r\n\r\n${line({ raw: 'one\u2028two' })}\r\n`,
    );
    expect(problems).toEqual([]);
    expect(lines.map((entry) => entry.line)).toEqual([1, 3]);
    expect(lines[1]?.score.raw).toBe('one\u2028two');
  });

  it.each([
    ['a fraction as text', line({ scores: { accuracy: '8/10' } }), 'scores.accuracy', '8/10'],
    ['an unknown status', line({ status: 'fine' }), 'status', 'fine'],
    ['a negative repeat', line({ repeat: -1 }), 'repeat', '-1'],
    ['a scored reply without scores', line({ scores: {} }), 'scores', '{}'],
    [
      'NaN, which is no JSON',
      '{"grader":"g","response":"p1","scores":{"accuracy":NaN}}',
      null,
      '{"grader":"g","response":"p1","scores":{"accuracy":NaN}}',
    ],
  ])('with %s are refused, naming line and field', (_what, bad, field, found) => {
    const { problems } = read('s.jsonl', `${line()}\n${bad}\n`);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ where: 's.jsonl', line: 2, field, found });
  });
});

describe('Grader scores as a table', () => {
  it('may have a byte order mark and CRLF; human rows are passed over and an empty score is missing, not 0', () => {
    const { lines, problems } = read(
      's.csv',
      `\uFEFF${[header, 'p1,accuracy,g,llm,1.5,0', 'p1,safety,g,llm,2,0', 'p1,accuracy,h,human,1,0', 'p2,accuracy,g,llm,,0'].join('\r\n')}`,
    );
    expect(problems).toEqual([]);
    expect(lines.map(({ score }) => [score.response, score.status, score.scores])).toEqual([
      ['p1', 'scored', { accuracy: 1.5, safety: 2 }],
      ['p2', 'missing', { accuracy: null }],
    ]);
  });

  it.each([
    ['a fraction', 'p1,safety,g,llm,8/10,0', 'score', '8/10'],
    ['NaN', 'p1,safety,g,llm,NaN,0', 'score', 'NaN'],
    ['a kind of rater that there is not', 'p1,safety,g,robot,1,0', 'rater_kind', 'robot'],
    ['a repeat that is no number', 'p1,safety,g,llm,1,x', 'repeat', 'x'],
    ['the same dimension twice', 'p1,accuracy,g,llm,2,0', 'dimension', 'accuracy'],
  ])('with %s is refused, naming line and field', (_what, bad, field, found) => {
    const { problems } = read('s.csv', [header, 'p1,accuracy,g,llm,1,0', bad].join('\n'));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ where: 's.csv', line: 3, field, found });
  });

  it('without a needed column is refused by the name of the column', () => {
    const { problems } = read('s.csv', 'item_id,dimension,score\np1,accuracy,1\n');
    expect(problems).toMatchObject([{ line: 1, field: 'rater_id', expected: 'a column rater_id' }]);
  });
});

describe('A file that is no text', () => {
  it.each([
    ['empty', Buffer.from(' \n'), 'an empty file'],
    ['not UTF-8', Buffer.from([0x7b, 0xe9, 0x7d]), 'bytes that are not UTF-8'],
  ])('or is %s is refused', (_what, bytes, found) => {
    expect(readGraderScoreFile('s.jsonl', bytes).problems).toMatchObject([{ found }]);
  });
});
