import type { Estimate } from '../stats/estimate.ts';
import { isDefined } from '../stats/estimate.ts';
import { escapeMarkup } from './escape-markup.ts';
import type { ReportPoint } from './grader-report.ts';

export type BlandAltmanWords = {
  title: string;
  description: string;
  xLabel: string;
  yLabel: string;
  bias: string;
  limits: string;
};

const width = 480;
const height = 360;
const margin = { left: 56, right: 16, top: 16, bottom: 52 };

/**
 * Differences (grader minus consensus, points) against their means, with the mean difference and the limits of
 * agreement, as one SVG text. The axis is symmetric around 0 and a multiple of 20 wide, so that figures compare.
 */
export function blandAltmanPlot(
  points: readonly ReportPoint[],
  lines: { bias: Estimate; low: Estimate; high: Estimate },
  words: BlandAltmanWords,
): string {
  const differences = points.map(({ grader, consensus }) => Math.abs(grader - consensus));
  const edge = Math.max(20, Math.ceil(Math.max(0, ...differences) / 20) * 20);
  const innerWidth = width - margin.left - margin.right;
  const innerHeight = height - margin.top - margin.bottom;
  const x = (value: number): string => (margin.left + (value / 100) * innerWidth).toFixed(1);
  const y = (value: number): string => (margin.top + ((edge - value) / (2 * edge)) * innerHeight).toFixed(1);
  const horizontal = (value: number, attributes: string): string =>
    `<line x1="${x(0)}" y1="${y(value)}" x2="${x(100)}" y2="${y(value)}" ${attributes}/>`;
  const grid = [
    ...[0, 20, 40, 60, 80, 100].map(
      (tick) => `<text x="${x(tick)}" y="${height - margin.bottom + 18}" text-anchor="middle">${tick}</text>`,
    ),
    ...[-edge, -edge / 2, 0, edge / 2, edge].map(
      (tick) =>
        horizontal(tick, 'stroke="#ddd"') +
        `<text x="${margin.left - 8}" y="${y(tick)}" dy="4" text-anchor="end">${tick < 0 ? `−${-tick}` : tick}</text>`,
    ),
  ];
  const marked = (estimate: Estimate, label: string, dash: string): string =>
    isDefined(estimate)
      ? horizontal(estimate.value, `stroke="#222"${dash}`) +
        `<text x="${x(99)}" y="${y(estimate.value)}" dy="-4" text-anchor="end">${escapeMarkup(label)} ${estimate.value.toFixed(1).replace('-', '−')}</text>`
      : '';
  const dots = points.map(
    ({ responseId, caseId, consensus, grader }) =>
      `<circle cx="${x((consensus + grader) / 2)}" cy="${y(grader - consensus)}" r="3.5" fill="#0b5394" fill-opacity="0.45" ` +
      `stroke="#0b5394"><title>${escapeMarkup(`${responseId} (${caseId}): ${(grader - consensus).toFixed(1)}`)}</title></circle>`,
  );
  const dashed = ' stroke-dasharray="6 4"';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" ` +
      `aria-label="${escapeMarkup(`${words.title}. ${words.description}`)}" font-family="sans-serif" font-size="12" fill="#222">`,
    `<title>${escapeMarkup(words.title)}</title><desc>${escapeMarkup(words.description)}</desc>`,
    ...grid,
    ...dots,
    marked(lines.bias, words.bias, ''),
    marked(lines.low, words.limits, dashed),
    marked(lines.high, words.limits, dashed),
    `<text x="${margin.left + innerWidth / 2}" y="${height - 12}" text-anchor="middle">${escapeMarkup(words.xLabel)}</text>`,
    `<text transform="translate(14 ${margin.top + innerHeight / 2}) rotate(-90)" text-anchor="middle">${escapeMarkup(words.yLabel)}</text>`,
    '</svg>',
  ].join('\n');
}
