import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'concord-stats-'));
const command = pathToFileURL(resolve('apps/server/dist/cli/commands/stats.js')).href;
const program = `import { statsCommand } from ${JSON.stringify(command)}; await statsCommand().parseAsync(process.argv);`;
const runner = join(folder, 'run.mjs');
writeFileSync(runner, program);

function run(text: string | Buffer, ...options: string[]): { code: number; out: string; err: string } {
  const file = join(folder, 'ratings.csv');
  writeFileSync(file, text);
  try {
    const out = execFileSync(process.execPath, [runner, file, ...options], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return { code: 0, out, err: '' };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    return { code: status, out: stdout, err: stderr };
  }
}
const header = 'item_id,case_id,dimension,rater_id,rater_kind,score';
const table = (...rows: string[]): string => [header, ...rows].join('\n');
// Consensus 1, 3, 5 and grader 2, 3, 4: by hand r = 1, bias 0, mean absolute error 2/3.
const good = table(
  'a,A,plan,h1,human,1',
  'b,B,plan,h1,human,2',
  'c,C,plan,h1,human,5',
  'a,A,plan,h2,human,1',
  'b,B,plan,h2,human,4',
  'c,C,plan,h2,human,5',
  'a,A,plan,g,llm,2',
  'b,B,plan,g,llm,3',
  'c,C,plan,g,llm,4',
);

describe('concord stats', () => {
  it('gives r, bias and mean absolute error that hand arithmetic gives', () => {
    const { code, out } = run(good, '--json', '--replicates', '100');
    expect(code).toBe(0);
    const report = JSON.parse(out);
    expect(report.schema).toBe('concord.stats/1');
    expect(report.design).toMatchObject({ items: 3, cases: 3, raters: 2, graders: 1, cells: 9, missing: 0 });
    const { g } = report.pooled.graders;
    expect(g.pearson.value).toBe(1);
    expect(g.bias.value).toBeCloseTo(0, 12);
    expect(g.mae.value).toBeCloseTo(2 / 3, 12);
    expect(g.cohenKappa.undefined).toBe('scale-not-declared');
    expect(out).not.toMatch(/NaN|Infinity|: null/);
  });

  it('reads a byte order mark and Windows line ends to the same bytes', () => {
    const windows = `\ufeff${good.replaceAll('\n', '\r\n')}\r\n`;
    expect(run(windows, '--json', '--replicates', '100')).toEqual(run(good, '--json', '--replicates', '100'));
  });

  it('gives the same bytes for rows in another order', () => {
    const [, ...rows] = good.split('\n');
    expect(run(table(...rows.toReversed()), '--json').out).toBe(run(good, '--json').out);
  });

  it.each([
    ['8/10', /ratings\.csv:2: score: found 8\/10; expected a number/],
    ['NaN', /ratings\.csv:2: score: found NaN; expected a number/],
    ['good', /score: found good; .*nominal/],
  ])('refuses the score %s with line, field, found and expected', (score, message) => {
    const { code, err } = run(table(`a,A,plan,h1,human,${score}`));
    expect(code).toBe(1);
    expect(err).toMatch(message);
  });

  it('refuses a second score of one item, dimension, rater and repeat', () => {
    const { code, err } = run(table('a,A,plan,h1,human,1', 'a,A,plan,h1,human,2'));
    expect(code).toBe(1);
    expect(err).toMatch(/ratings\.csv:3: .*first on line 2/);
  });

  it('refuses a score beside the declared scale', () => {
    const { code, err } = run(table('a,A,plan,h1,human,6'), '--scale', 'plan=ordinal:0..5');
    expect(code).toBe(1);
    expect(err).toMatch(/found 6; expected a whole number from 0 to 5/);
  });

  it('counts an empty score as missing and a zero as a score', () => {
    const text = table('a,A,plan,h1,human,0', 'b,B,plan,h1,human,', 'a,A,plan,g,llm,0', 'b,B,plan,g,llm,1');
    const { g } = JSON.parse(run(text, '--json').out).pooled.graders;
    expect(g.bias).toMatchObject({ value: 0, n: 1, excluded: { 'no-consensus': 1 } });
    expect(g.pearson.undefined).toBe('too-few-items');
  });

  it('counts a grader that abstained under that name', () => {
    const text = `${header},status\na,A,plan,h1,human,1,\na,A,plan,g,llm,,abstained\n`;
    const { g } = JSON.parse(run(text, '--json').out).pooled.graders;
    expect(g.pearson).toMatchObject({ undefined: 'no-data', n: 0, excluded: { abstained: 1 } });
  });

  it('pools nothing where the scales of the dimensions differ', () => {
    const text = table('a,A,plan,h1,human,1', 'a,A,tone,h1,human,1');
    const out = run(text, '--json', '--scale', 'plan=ordinal:0..5').out;
    expect(JSON.parse(out).pooled).toEqual({ undefined: 'scales-differ' });
  });

  it('ends with 2 where it is called wrongly', () => {
    expect(run(good, '--scale', 'ordinal:5..0').code).toBe(2);
    expect(run(good, '--wrong').code).toBe(2);
  });
});

describe('tables that are wrong or thin', () => {
  it.each([
    ['an empty file', '', /ratings\.csv:1: item_id: found nothing; expected a column item_id/],
    ['a header alone', `${header}\n`, /ratings\.csv:1: \(file\): found no rows; expected at least one row/],
    [
      'a missing column',
      'item_id,case_id\na,A\n',
      /ratings\.csv:1: score: found item_id,case_id; expected a column score/,
    ],
    [
      'an unknown column',
      `${header},note\na,A,plan,h1,human,1,x\n`,
      /ratings\.csv:1: note: found note; expected item_id/,
    ],
    [
      'a row too short',
      `${header}\na,A,plan,h1,human\n`,
      /ratings\.csv:2: \(row\): found 5 fields; expected 6 fields/,
    ],
    [
      'Infinity',
      `${header}\na,A,plan,h1,human,Infinity\n`,
      /ratings\.csv:2: score: found Infinity; expected a number/,
    ],
    [
      'a number with a comma',
      `${header}\na,A,plan,h1,human,"3,5"\n`,
      /ratings\.csv:2: score: found 3,5; expected a number/,
    ],
    ['an open quote', `${header}\na,A,plan,h1,human,"1\n`, /ratings\.csv:2: \(row\): found Quote Not Closed/],
    [
      'one item in two cases',
      `${header}\na,A,plan,h1,human,1\na,B,plan,h2,human,1\n`,
      /ratings\.csv:3: case_id: found B; expected A/,
    ],
    [
      'one rater of two kinds',
      `${header}\na,A,plan,h1,human,1\nb,A,plan,h1,llm,1\n`,
      /ratings\.csv:3: rater_kind: found llm; expected human/,
    ],
  ])('refuses %s', (_, text, message) => {
    const { code, err, out } = run(text);
    expect(err).toMatch(message);
    expect(code).toBe(1);
    expect(out).toBe('');
  });

  it('counts lines through newlines inside quotes', () => {
    const { err } = run(`${header}\n"a\nb",A,plan,h1,human,1\nc,C,plan,h1,human,x\n`);
    expect(err).toMatch(/ratings\.csv:4: score: found x/);
  });

  it('takes separators of JavaScript lines as letters of an id', () => {
    const { code, out } = run(table('a\u2028b,A,plan,h1,human,1', 'a\u2028b,A,plan,g,llm,1'), '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out).design).toMatchObject({ items: 1, cases: 1 });
  });

  it('names the line before bytes that are not UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from(`${header}\na,A,plan,h1,human,1\n`), Buffer.from([0xff, 0xfe])]);
    const { code, err } = run(bytes);
    expect(code).toBe(1);
    expect(err).toMatch(/ratings\.csv:\d+: \(file\): found .*not UTF-8/);
  });

  const all = (rows: string[]) => {
    const { code, out } = run(table(...rows), '--json', '--replicates', '100', '--scale', 'ordinal:0..5');
    expect(code).toBe(0);
    expect(out).not.toMatch(/NaN|Infinity/);
    return JSON.parse(out).pooled;
  };
  const cell = (item: number, rater: string, score: number | string): string =>
    `i${item},c${item},plan,${rater},${rater.startsWith('g') ? 'llm' : 'human'},${score}`;

  it.each([
    [
      'one rater',
      [0, 1, 2].flatMap((i) => [cell(i, 'h1', i), cell(i, 'g', i)]),
      'krippendorffAlphaOrdinal',
      'too-few-raters',
    ],
    ['one item', [cell(0, 'h1', 1), cell(0, 'h2', 2), cell(0, 'g', 1)], 'iccA1', 'too-few-items'],
    [
      'one category',
      [0, 1, 2].flatMap((i) => [cell(i, 'h1', 3), cell(i, 'h2', 3), cell(i, 'g', 3)]),
      'krippendorffAlphaOrdinal',
      'no-variation',
    ],
    [
      'no overlap',
      [cell(0, 'h1', 1), cell(1, 'h2', 2), cell(0, 'g', 1)],
      'krippendorffAlphaOrdinal',
      'no-overlap',
    ],
  ])('says why there is no figure for %s', (_, rows, name, reason) => {
    expect(all(rows).human[name].undefined).toBe(reason);
  });

  it('says that a constant grader has no r but a bias', () => {
    const { g } = all(
      [0, 1, 2, 3].flatMap((i) => [cell(i, 'h1', i), cell(i, 'h2', i + 1), cell(i, 'g', 2)]),
    ).graders;
    expect(g.pearson.undefined).toBe('no-variation');
    expect(g.bias.value).toBe(0);
  });

  it('sets repeats beside each other: a person shown items again, a grader run twice', () => {
    const again = (item: number, rater: string, first: number, second: number): string[] => [
      `${cell(item, rater, first)},0`,
      `${cell(item, rater, second)},1`,
    ];
    const rows = [
      ...again(0, 'h1', 1, 1),
      ...again(1, 'h1', 2, 3),
      ...again(2, 'h1', 3, 3),
      ...again(3, 'h1', 4, 4),
      ...again(4, 'h1', 5, 4),
      `${cell(5, 'h1', 2)},0`,
      ...[0, 1, 2].flatMap((i) => again(i, 'g', i, i)),
    ];
    const text = [`${header},repeat`, ...rows].join('\n');
    const { code, out } = run(text, '--json', '--replicates', '100', '--scale', 'ordinal:0..5');
    expect(code).toBe(0);
    const { raters, graders } = JSON.parse(out).pooled;
    // R: one-way mean squares of the five items that were shown twice.
    expect(raters.h1.repeats.icc).toMatchObject({ n: 5 });
    expect(raters.h1.repeats.icc.value).toBeCloseTo(0.89873417721519, 11);
    expect(raters.h1.repeats.flipRate.value).toBeCloseTo(2 / 5, 12);
    expect(raters.h1.severity.undefined).toBe('too-few-raters');
    expect(graders.g.repeats.icc.value).toBe(1);
    expect(graders.g.repeats.flipRate.value).toBe(0);
  });

  it('accounts for every item that came in, by reason', () => {
    const rows = [
      ...[0, 1, 2, 3, 4].map((i) => cell(i, 'h1', i === 4 ? '' : i)),
      cell(0, 'g', 1),
      cell(1, 'g', ''),
      cell(2, 'g', 2),
      cell(4, 'g', 3),
    ];
    const { g } = all(rows).graders;
    for (const name of ['pearson', 'bias', 'mae', 'spearman', 'kendallTauB', 'ccc', 'exactAgreement']) {
      const { n, excluded } = g[name] as { n: number; excluded: Record<string, number> };
      expect(n + Object.values(excluded).reduce((sum, count) => sum + count, 0), name).toBe(5);
    }
    expect(g.pearson.excluded).toEqual({ missing: 2, 'no-consensus': 1 });
    expect(g.humanCeiling).toMatchObject({ n: 0, excluded: { 'single-rating': 4, 'no-consensus': 1 } });
    expect(g.altTest.winningRate).toMatchObject({
      n: 0,
      excluded: { 'single-rating': 4, 'no-consensus': 1 },
    });
    const [only] = g.againstRaters.perRater;
    expect(only.pearson).toMatchObject({ n: 2, excluded: { missing: 3 } });
  });

  // By hand: of two right answers the grader finds both, of two wrong ones one; over all five it calls 3 of 5 right, so
  // the corrected share of right is (0.6 + 0.5 - 1) / (1 + 0.5 - 1) = 0.2.
  it('shows how a grader finds each category of a nominal scale', () => {
    const rows = [
      ['a', 'right', 'right'],
      ['b', 'wrong', 'wrong'],
      ['c', 'wrong', 'right'],
      ['d', 'right', 'right'],
    ].flatMap(([item, people, grader]) => [
      `${item},${item},verdict,h1,human,${people}`,
      `${item},${item},verdict,h2,human,${people}`,
      `${item},${item},verdict,g,llm,${grader}`,
    ]);
    const text = table(...rows, 'e,e,verdict,g,llm,wrong');
    const { out } = run(text, '--json', '--replicates', '100', '--scale', 'nominal:right,wrong');
    const { labels } = JSON.parse(out).pooled.graders.g;
    expect(labels.confusion).toEqual({
      labels: ['right', 'wrong'],
      counts: [
        [2, 0],
        [1, 1],
      ],
    });
    expect(labels.detection.right.sensitivity).toMatchObject({ value: 1, n: 2 });
    expect(labels.detection.right.specificity).toMatchObject({ value: 0.5, n: 2 });
    expect(labels.detection.right.correctedShare.value).toBeCloseTo(0.2, 12);
    expect(labels.detection.right.correctedShare.n).toBe(5);
    const printed = run(text, '--replicates', '100', '--scale', 'nominal:right,wrong').out;
    expect(printed).toMatch(/confusion: consensus down, grader across/);
    expect(printed).toMatch(/wrong\s+1\s+1\n/);
  });

  // By hand: the grader's mean over a, b, c, d is 3.5, it is 0 too high on a, b, c together, so the mean stays 3.5.
  it('corrects the mean of everything that the grader scored by what people read', () => {
    const { out } = run(`${good}\nd,D,plan,g,llm,5`, '--json', '--replicates', '100');
    const { correctedMean } = JSON.parse(out).pooled.graders.g;
    expect(correctedMean.value).toBeCloseTo(3.5, 12);
    expect(correctedMean).toMatchObject({ n: 4, nCases: 4, excluded: {} });
  });

  it('sets the dimensions beside each other as strata of the pooled table', () => {
    const second = good
      .split('\n')
      .slice(1)
      .map((line) => line.replace('plan', 'safety'));
    const { out } = run(`${good}\n${second.join('\n')}`, '--json', '--replicates', '100');
    const report = JSON.parse(out);
    const { strata } = report.pooled.graders.g;
    expect(Object.keys(strata)).toEqual(['plan', 'safety']);
    expect(strata.plan.mae.value).toBe(report.dimensions.plan.graders.g.mae.value);
    expect(strata.plan.biasIsZero).toEqual({ p: 1, rejected: false });
    expect(report.dimensions.plan.graders.g.strata).toBeUndefined();
    expect(out).not.toMatch(/NaN|Infinity|: null/);
  });

  it('ends at once when it is interrupted, without half a result', async () => {
    const rows = Array.from({ length: 40_000 }, (_, at) =>
      ['h1', 'h2', 'h3'].map((rater, i) => `i${at},c${at % 500},plan,${rater},human,${(at + i) % 6}`),
    ).flat();
    const file = join(folder, 'long.csv');
    writeFileSync(file, table(...rows));
    const child = spawn(process.execPath, [runner, file, '--scale', 'ordinal:0..5']);
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    const computing = new Promise<void>((resolve) => {
      child.stderr.on('data', (chunk: Buffer) => {
        if (chunk.includes('computing')) resolve();
      });
    });
    const ended = new Promise<string | null>((resolve) => child.on('exit', (_, signal) => resolve(signal)));
    await computing;
    const asked = Date.now();
    child.kill('SIGINT');
    expect(await ended).toBe('SIGINT');
    expect(Date.now() - asked).toBeLessThan(5000);
    expect(out).toBe('');
  });
});
