import { escapeMarkup } from './escape-markup.ts';
import type { ReportPoint } from './grader-report.ts';

export type ScatterWords = {
  /** Short name of the figure, read out first. */
  title: string;
  /** What the figure shows, in a sentence with n. */
  description: string;
  xLabel: string;
  yLabel: string;
  identityLabel: string;
};

const size = 480;
const margin = { left: 56, right: 16, top: 16, bottom: 52 };
const inner = size - margin.left - margin.right;

const x = (value: number): number => margin.left + (value / 100) * inner;
const y = (value: number): number => margin.top + inner - (value / 100) * inner;
const at = (value: number): string => value.toFixed(1);

/**
 * Grader against consensus, both totals 0 to 100, as one SVG text with the line of identity. Points are half
 * transparent so that overlap shows in grey print; each carries `data-response` and its own title for pointing at.
 * Works wherever strings do. @example scatterPlot(report.graders.close.points, words)
 */
export function scatterPlot(points: readonly ReportPoint[], words: ScatterWords): string {
  const ticks = [0, 20, 40, 60, 80, 100];
  const bottom = y(0);
  const grid = ticks.map(
    (tick) =>
      `<line x1="${at(x(tick))}" y1="${at(y(100))}" x2="${at(x(tick))}" y2="${at(bottom)}" stroke="#ddd"/>` +
      `<line x1="${at(x(0))}" y1="${at(y(tick))}" x2="${at(x(100))}" y2="${at(y(tick))}" stroke="#ddd"/>` +
      `<text x="${at(x(tick))}" y="${at(bottom + 18)}" text-anchor="middle">${tick}</text>` +
      `<text x="${at(x(0) - 8)}" y="${at(y(tick) + 4)}" text-anchor="end">${tick}</text>`,
  );
  const dots = points.map(({ responseId, caseId, consensus, grader }) => {
    const label = `${responseId} (${caseId}): ${consensus.toFixed(1)}, ${grader.toFixed(1)}`;
    return (
      `<circle cx="${at(x(consensus))}" cy="${at(y(grader))}" r="3.5" fill="#0b5394" fill-opacity="0.45" ` +
      `stroke="#0b5394" data-response="${escapeMarkup(responseId)}"><title>${escapeMarkup(label)}</title></circle>`
    );
  });
  const middle = margin.top + inner / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" role="img" ` +
      `aria-label="${escapeMarkup(`${words.title}. ${words.description}`)}" font-family="sans-serif" font-size="12" fill="#222">`,
    `<title>${escapeMarkup(words.title)}</title><desc>${escapeMarkup(words.description)}</desc>`,
    ...grid,
    `<line x1="${at(x(0))}" y1="${at(y(0))}" x2="${at(x(100))}" y2="${at(y(100))}" stroke="#222" stroke-dasharray="6 4"/>`,
    `<text x="${at(x(3))}" y="${at(y(96))}">- - ${escapeMarkup(words.identityLabel)}</text>`,
    ...dots,
    `<text x="${at(margin.left + inner / 2)}" y="${size - 12}" text-anchor="middle">${escapeMarkup(words.xLabel)}</text>`,
    `<text transform="translate(14 ${at(middle)}) rotate(-90)" text-anchor="middle">${escapeMarkup(words.yLabel)}</text>`,
    '</svg>',
  ].join('\n');
}
