import { createRequire } from 'node:module';
import pdfmake from 'pdfmake';
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { Language } from '@concord/rubric/model/local-text';
import type { CalibrationReport } from '@concord/rubric/report/calibration-report';
import type { Block, Cell } from '@concord/rubric/report/report-block';
import { reportBlocks } from '@concord/rubric/report/report-blocks';
import { reportWords } from '@concord/rubric/report/report-words';

/** Holds Latin, Greek and Chinese, so that one font serves both languages. */
const fontFile = (weight: string): string =>
  createRequire(import.meta.url).resolve(
    `@expo-google-fonts/noto-sans-sc/${weight}/NotoSansSC_${weight}.ttf`,
  );
const regular = fontFile('400Regular');
const bold = fontFile('700Bold');
pdfmake.setFonts({ NotoSansSc: { normal: regular, bold, italics: regular, bolditalics: bold } });
// Fonts are the only files that are read, and no address is ever followed.
pdfmake.setLocalAccessPolicy((path) => path === regular || path === bold);
pdfmake.setUrlAccessPolicy(() => false);

const ink = { pass: '#2e6b3a', fail: '#9d2a20', inconclusive: '#8a6100' } as const;
const sizes = { 1: 18, 2: 14, 3: 11.5 } as const;

/** Points between a column and the next. */
const padding = 6;
const rules = {
  hLineWidth: (line: number, { table }: { table: { body: unknown[] } }) =>
    line === 0 || line === table.body.length ? 0 : line === 1 ? 1 : 0.4,
  vLineWidth: () => 0,
  hLineColor: (line: number) => (line === 1 ? '#333333' : '#bbbbbb'),
  paddingLeft: () => 0,
  paddingRight: () => padding,
  paddingTop: () => 2,
  paddingBottom: () => 2,
};

const cellText = (cell: Cell): string => (typeof cell === 'object' ? cell.text : String(cell));

/** Width in points at the table's font size; Chinese characters are as wide as they are high. */
const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, sign) => sum + (sign > '⺀' ? 7.2 : 4.3), 0);

/** Shares of the page's width: room for each column's longest word, the rest by its longest cell. */
function columnWidths(rows: readonly (readonly Cell[])[], columns: number, page: number): number[] {
  const measured = Array.from({ length: columns }, (_, column) => {
    const texts = rows.map((row) => cellText(row[column] ?? ''));
    const words = texts.flatMap((text) => text.split(/\s+|(?<=[⺀-鿿])/u));
    return {
      least: Math.min(160, Math.max(12, ...words.map(widthOf))),
      wanted: Math.min(190, Math.max(12, ...texts.map(widthOf))),
    };
  });
  const room = page - columns * padding;
  const least = measured.reduce((sum, each) => sum + each.least, 0);
  const more = measured.reduce((sum, each) => sum + (each.wanted - each.least), 0);
  const scale = Math.min(1, room / least);
  const spare = Math.max(0, room - least * scale);
  return measured.map(
    (each) =>
      each.least * scale + (more > 0 ? (spare * (each.wanted - each.least)) / more : spare / measured.length),
  );
}

function content(block: Block, page: number): Content {
  if (block.kind === 'heading')
    return {
      text: block.text,
      fontSize: sizes[block.level],
      bold: true,
      margin: [0, block.level === 2 ? 18 : 10, 0, 4],
      headlineLevel: block.level,
      ...(block.level < 3 ? { tocItem: false, outline: true, outlineText: block.text } : {}),
    };
  if (block.kind === 'paragraph')
    return { text: block.text, bold: block.strong ?? false, margin: [0, 2, 0, 4] };
  if (block.kind === 'label')
    return {
      table: { widths: ['*'], body: [[{ text: block.text, bold: true, margin: [4, 3, 4, 3] }]] },
      margin: [0, 4, 0, 6],
    };
  if (block.kind === 'verdict')
    return {
      table: {
        widths: [3, '*'],
        body: [
          [
            { text: '', fillColor: ink[block.verdict] },
            { text: block.text, fontSize: 10.5, bold: true, fillColor: '#f4f4f4', margin: [4, 4, 4, 4] },
          ],
        ],
      },
      layout: 'noBorders',
      margin: [0, 4, 0, 6],
    };
  if (block.kind === 'list') return { ul: [...block.items], margin: [0, 2, 0, 6] };
  if (block.kind === 'figure')
    return {
      unbreakable: true,
      stack: [
        { svg: block.svg.replaceAll('sans-serif', 'NotoSansSc'), width: Math.min(page, 330) },
        { text: block.caption, fontSize: 7.5, color: '#444444' },
      ],
      margin: [0, 6, 0, 6],
    };
  const rows = block.rows.map((row) =>
    row.map((cell, index) => ({ text: cellText(cell), bold: index === 0 })),
  );
  return [
    { text: block.caption, bold: true, fontSize: 8.5, margin: [0, 6, 0, 2], headlineLevel: 4 },
    {
      table: {
        headerRows: 1,
        dontBreakRows: true,
        widths: columnWidths([block.heads, ...block.rows], block.heads.length, page),
        body: [block.heads.map((text) => ({ text, bold: true })), ...rows],
      },
      layout: rules,
      fontSize: 7,
      margin: [0, 0, 0, 4],
    },
  ];
}

/**
 * The calibration report as PDF (A4) with its fonts inside; the same report gives the same bytes. No browser is needed.
 * @param report a stored report; its lock time, or 1970 where it is open, stands as the time of the file
 */
export async function pdfReport(report: CalibrationReport, language: Language): Promise<Buffer> {
  const title = `${reportWords(language).title}: ${report.study.title}`;
  const time = new Date(report.study.lockedAt ?? 0);
  const margin = 40;
  const definition: TDocumentDefinitions = {
    info: { title, producer: `Concord ${report.softwareVersion}`, creationDate: time, modDate: time },
    language: language === 'zh' ? 'zh-Hans' : 'en',
    pageSize: 'A4',
    pageMargins: [margin, margin, margin, margin + 8],
    defaultStyle: { font: 'NotoSansSc', fontSize: 9, lineHeight: 1.15 },
    content: reportBlocks(report, { language }).map((block) => content(block, 595 - 2 * margin)),
    footer: (current, count) => ({
      text: `${reportWords(language).researchUse}  ${report.study.synthetic ? `${reportWords(language).synthetic}  ` : ''}${current} / ${count}`,
      fontSize: 7,
      color: '#444444',
      margin: [margin, 8, margin, 0],
    }),
    // A heading never stands alone at the foot of a page.
    pageBreakBefore: (node, after) =>
      node.headlineLevel !== undefined && after.getFollowingNodesOnPage().length === 0,
  };
  return pdfmake.createPdf(definition).getBuffer();
}
