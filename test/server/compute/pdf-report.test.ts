import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { calibrationReport } from '@concord/rubric/report/calibration-report';
import { pdfReport } from '../../../apps/server/src/compute/pdf-report.ts';
import { plantedStudy } from '../../rubric/report/planted-study.ts';

const report = calibrationReport(plantedStudy(25, 1));

async function textOf(bytes: Buffer): Promise<string[]> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages = [];
  for (let page = 1; page <= document.numPages; page += 1) {
    const { items } = await (await document.getPage(page)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  return pages;
}
const plain = (pages: string[]): string => pages.join('').replace(/\s+/gu, '');

describe('The report as PDF', () => {
  it('holds Chinese and Greek as text, not as pictures', async () => {
    const text = plain(await textOf(await pdfReport(report, 'zh')));
    expect(text).toContain('一致性');
    expect(text).toContain('κ');
    expect(text).toContain('仅供研究使用，不用于诊断。');
    expect(text).toContain('维度1');
  }, 60_000);

  it('says the same as the other faces in English, with the study’s own words as they are', async () => {
    const pages = await textOf(await pdfReport(report, 'en'));
    const text = plain(pages);
    for (const part of ['Planted<study>&co', 'PASS', 'FAIL', 'ChecklistofGRRAS', report.inputsDigest])
      expect(text).toContain(part);
    for (const page of pages) expect(page.replace(/\s+/gu, '')).toContain('Researchuse,notfordiagnosis.');
    expect(text).not.toMatch(/NaN|Infinity|\[object/);
  }, 60_000);

  it('is the same bytes for the same report', async () => {
    const [first, second] = [await pdfReport(report, 'en'), await pdfReport(report, 'en')];
    expect(first.equals(second)).toBe(true);
  }, 60_000);
});
