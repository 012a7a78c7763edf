import { blandAltmanPlot } from '@concord/rubric/report/bland-altman-plot';
import type { CalibrationInput } from '@concord/rubric/report/calibration-input';
import { calibrationReport } from '@concord/rubric/report/calibration-report';
import { csvReport } from '@concord/rubric/report/csv-report';
import { htmlReport } from '@concord/rubric/report/html-report';
import { describe, expect, it } from 'vitest';
import { plantedStudy } from './planted-study.ts';

const report = calibrationReport(plantedStudy(40, 1));

describe('the printed report', () => {
  const html = htmlReport(report, { language: 'en' });
  it('is one file without script or network', () => {
    expect(html).not.toMatch(/<script|<link|@import|url\(|src=/i);
    expect(html.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:\/\//);
  });
  it('escapes the words of the study', () => {
    expect(html).toContain('Planted &lt;study&gt; &amp; co');
    expect(html).not.toContain('<study>');
  });
  it('says research use and that the data are synthetic', () => {
    expect(html).toContain('Research use, not for diagnosis.');
    expect(html).toContain('Synthetic demonstration data');
    const real = { ...report, study: { ...report.study, synthetic: false } };
    expect(htmlReport(real, { language: 'en' })).not.toContain('Synthetic demonstration data');
  });
  it('gives every grader its verdict and every response its point', () => {
    expect(html.match(/class="verdict verdict-\w+">(PASS|FAIL|INCONCLUSIVE)/g)).toHaveLength(3);
    // Once against the consensus, once as a difference.
    expect(html.match(/<circle/g)).toHaveLength(1200 + 3 * (5 + 10) + 3);
    expect(html.match(/data-response=/g)).toHaveLength(600);
  });
  it('draws the mean difference and the limits where they are', () => {
    const plot = blandAltmanPlot(
      [{ responseId: 'a', caseId: 'c', respondentId: 'm', consensus: 40, grader: 50 }],
      {
        bias: { value: 10, n: 1, nCases: 1, excluded: {} },
        low: { value: -10, n: 1, nCases: 1, excluded: {} },
        high: { undefined: 'too-few-items', n: 1, nCases: 1, excluded: {} },
      },
      { title: 't', description: 'd', xLabel: 'x', yLabel: 'y', bias: 'mean', limits: 'limit' },
    );
    // By hand: 292 pixels for −20 to 20 from 16 down, so 10 lies at 16 + 292 / 4, −10 at 16 + 292 · 3 / 4.
    expect(plot).toContain('<line x1="56.0" y1="89.0" x2="464.0" y2="89.0" stroke="#222"/>');
    expect(plot).toContain('y1="235.0"');
    expect(plot).toContain('<circle cx="239.6" cy="89.0"');
    expect(plot).toContain('limit −10.0');
    expect(plot.match(/stroke="#222"/g)).toHaveLength(2);
  });
  it('never prints NaN, undefined objects or Infinity', () => {
    expect(html).not.toMatch(/NaN|Infinity|\[object|>undefined</);
  });
  it('reads in Chinese too', () => {
    const chinese = htmlReport(report, { language: 'zh' });
    expect(chinese).toContain('仅供研究使用，不用于诊断。');
    expect(chinese).toContain('维度1');
    expect(chinese).toContain('lang="zh-Hans"');
  });
});

const study = plantedStudy(6, 1);
const one = study.ratings[0]?.raterId;
const starved: [string, Partial<CalibrationInput>, RegExp][] = [
  ['no answers', { responses: [], ratings: [], graders: [] }, /No response to a test case has been imported/],
  ['no ratings', { ratings: [] }, /no submitted rating/],
  ['one rater', { ratings: study.ratings.filter(({ raterId }) => raterId === one) }, /each needs 2 ratings/],
  [
    'one case',
    { responses: study.responses.filter(({ caseId }) => caseId === study.responses[0]?.caseId) },
    /1 test cases have a consensus; a verdict needs 25/,
  ],
  ['no grader', { graders: [] }, /No grader scores have been imported/],
  [
    'a grader without scores',
    { graders: study.graders.map((grader) => ({ ...grader, lines: [] })) },
    /Grader close has no score on a response/,
  ],
  ['an open table', { study: { ...study.study, lockedAt: null } }, /The table of ratings is open/],
];

describe('a study without enough data', () => {
  it.each(starved)('has a report that says what is missing: %s', (_, change, said) => {
    const thin = calibrationReport({ ...study, ...change });
    const html = htmlReport(thin, { language: 'en' });
    expect(html).toMatch(said);
    expect(html).toContain('Research use, not for diagnosis.');
    for (const text of [html, htmlReport(thin, { language: 'zh' }), csvReport(thin)])
      expect(text).not.toMatch(/NaN|Infinity|\[object/);
    expect(Object.values(thin.graders).map(({ verdict }) => verdict)).not.toContain('pass');
  });
});
