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
    expect(html.match(/class="verdict">(PASS|FAIL|INCONCLUSIVE)/g)).toHaveLength(3);
    expect(html.match(/<circle/g)).toHaveLength(600);
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
