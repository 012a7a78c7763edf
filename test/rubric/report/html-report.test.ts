import { blandAltmanPlot } from '@concord/rubric/report/bland-altman-plot';
import { calibrationReport } from '@concord/rubric/report/calibration-report';
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
