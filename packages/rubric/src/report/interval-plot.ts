import type { Estimate } from '../stats/estimate.ts';
import { isDefined } from '../stats/estimate.ts';
import { escapeMarkup } from './escape-markup.ts';

export type IntervalRow = {
  label: string;
  estimate: Estimate /** Hollow mark beside it, e.g. the human ceiling. */;
  beside?: Estimate;
};

export type IntervalPlotWords = { title: string; description: string; xLabel: string; undefinedWord: string };

const width = 620;
const labelWidth = 210;
const rowHeight = 24;
const margin = { right: 20, top: 12, bottom: 46 };

/** Round steps that cut a span into four to eight parts. */
function ticksOf(low: number, high: number): number[] {
  const raw = (high - low) / 6;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 5, 10].find((each) => each * power >= raw) ?? 10) * power;
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}

const shown = (value: number, step: number): string => {
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return value.toFixed(decimals).replace('-', '−');
};

/**
 * Estimates with their intervals, one row each, as one SVG text: a filled mark and its interval, a hollow mark beside it
 * where there is one, dashed lines at `bars`. The axis holds every interval and every bar. A row without a value says so.
 * @example intervalPlot([{ label: 'Diagnosis', estimate }], [0.9], words)
 */
export function intervalPlot(
  rows: readonly IntervalRow[],
  bars: readonly number[],
  words: IntervalPlotWords,
): string {
  const values = [
    ...bars,
    ...rows.flatMap(({ estimate, beside }) =>
      [estimate, ...(beside ? [beside] : [])].flatMap((each) =>
        isDefined(each)
          ? [each.value, ...(each.interval ? [each.interval.low, each.interval.high] : [])]
          : [],
      ),
    ),
  ];
  const lowest = values.length > 0 ? Math.min(...values) : 0;
  const highest = values.length > 0 ? Math.max(...values) : 1;
  const pad = (highest - lowest || 1) * 0.06;
  const [from, to] = [lowest - pad, highest + pad];
  const inner = width - labelWidth - margin.right;
  const height = margin.top + rows.length * rowHeight + margin.bottom;
  const bottom = margin.top + rows.length * rowHeight;
  const x = (value: number): string => (labelWidth + ((value - from) / (to - from)) * inner).toFixed(1);
  const ticks = ticksOf(from, to);
  const step = ticks.length > 1 ? (ticks[1] ?? 1) - (ticks[0] ?? 0) : 1;
  const vertical = (value: number, attributes: string): string =>
    `<line x1="${x(value)}" y1="${margin.top}" x2="${x(value)}" y2="${bottom}" ${attributes}/>`;
  const body = rows.map(({ label, estimate, beside }, index) => {
    const y = margin.top + (index + 0.5) * rowHeight;
    const name = `<text x="${labelWidth - 10}" y="${y + 4}" text-anchor="end">${escapeMarkup(label)}</text>`;
    if (!isDefined(estimate))
      return `${name}<text x="${labelWidth + 6}" y="${y + 4}" fill="#666">${escapeMarkup(words.undefinedWord)}</text>`;
    const { interval } = estimate;
    return [
      name,
      interval
        ? `<line x1="${x(interval.low)}" y1="${y}" x2="${x(interval.high)}" y2="${y}" stroke="#0b5394" stroke-width="2"/>`
        : '',
      beside && isDefined(beside)
        ? `<rect x="${(Number(x(beside.value)) - 4).toFixed(1)}" y="${y - 4}" width="8" height="8" fill="#fff" stroke="#222"/>`
        : '',
      `<circle cx="${x(estimate.value)}" cy="${y}" r="4" fill="#0b5394"/>`,
    ].join('');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" ` +
      `aria-label="${escapeMarkup(`${words.title}. ${words.description}`)}" font-family="sans-serif" font-size="12" fill="#222">`,
    `<title>${escapeMarkup(words.title)}</title><desc>${escapeMarkup(words.description)}</desc>`,
    ...ticks.map(
      (tick) =>
        vertical(tick, 'stroke="#ddd"') +
        `<text x="${x(tick)}" y="${bottom + 16}" text-anchor="middle">${shown(tick, step)}</text>`,
    ),
    ...bars.map((bar) => vertical(bar, 'stroke="#222" stroke-dasharray="6 4"')),
    ...body,
    `<text x="${labelWidth + inner / 2}" y="${height - 10}" text-anchor="middle">${escapeMarkup(words.xLabel)}</text>`,
    '</svg>',
  ].join('\n');
}
