import type { CalibrationReport } from './calibration-report.ts';
import { escapeMarkup as text } from './escape-markup.ts';
import type { BlockOptions } from './grader-blocks.ts';
import type { Block, Cell } from './report-block.ts';
import { reportBlocks } from './report-blocks.ts';
import { reportWords } from './report-words.ts';

const style = `
body{font:16px/1.5 Georgia,"Songti SC",serif;color:#1a1a1a;background:#fff;max-width:56rem;margin:2rem auto;padding:0 1rem}
h1,h2,h3{font-family:"Helvetica Neue",Arial,"PingFang SC",sans-serif;line-height:1.25}
h2{border-top:1px solid #999;padding-top:1rem;margin-top:2.5rem}
.scroll{overflow-x:auto;margin:.75rem 0}
table{border-collapse:collapse;width:100%;font-size:.9rem}
caption{text-align:left;font-weight:bold;padding:.25rem 0}
th,td{text-align:left;vertical-align:top;padding:.25rem .6rem .25rem 0;border-bottom:1px solid #ccc}
thead th{border-bottom:2px solid #333}
.verdict{font-size:1.15rem;border-left:6px solid #333;padding:.4rem .8rem;background:#f4f4f4}
.verdict-pass{border-color:#2e6b3a}.verdict-fail{border-color:#9d2a20}.verdict-inconclusive{border-color:#8a6100}
.label{border:2px solid #333;padding:.4rem .8rem;font-weight:bold}
figure{margin:1rem 0;max-width:40rem}code{overflow-wrap:anywhere}
@media print{body{margin:0;max-width:none;font-size:11pt}.scroll{overflow:visible}h2,h3{break-after:avoid}tr,figure,.verdict{break-inside:avoid}}
`;

const cell = (value: Cell): string =>
  typeof value === 'object' ? `<a href="${text(value.href)}">${text(value.text)}</a>` : text(String(value));

function markup(block: Block): string {
  if (block.kind === 'heading') return `<h${block.level}>${text(block.text)}</h${block.level}>`;
  if (block.kind === 'label') return `<p class="label">${text(block.text)}</p>`;
  if (block.kind === 'verdict') return `<p class="verdict verdict-${block.verdict}">${text(block.text)}</p>`;
  if (block.kind === 'figure')
    return `<figure>${block.svg}<figcaption>${text(block.caption)}</figcaption></figure>`;
  if (block.kind === 'list')
    return `<ul>${block.items.map((item) => `<li>${text(item)}</li>`).join('')}</ul>`;
  if (block.kind === 'paragraph') {
    const inside = text(block.text);
    return `<p>${block.strong ? `<strong>${inside}</strong>` : block.code ? `<code>${inside}</code>` : inside}</p>`;
  }
  const head = block.heads.map((each) => `<th scope="col">${text(each)}</th>`).join('');
  const body = block.rows.map(([first = '', ...rest]) => {
    const cells = rest.map((each) => `<td>${cell(each)}</td>`).join('');
    return `<tr><th scope="row">${cell(first)}</th>${cells}</tr>`;
  });
  return [
    `<div class="scroll" role="group" tabindex="0" aria-label="${text(block.caption)}"><table><caption>${text(block.caption)}</caption>`,
    `<thead><tr>${head}</tr></thead><tbody>`,
    ...body,
    '</tbody></table></div>',
  ].join('\n');
}

/**
 * The calibration report as one HTML file: no script, no network, prints on paper, readable without colour.
 * Every text of the study is escaped. @example htmlReport(report, { language: 'en' })
 */
export function htmlReport(report: CalibrationReport, options: BlockOptions): string {
  const { title } = reportWords(options.language);
  return [
    `<!doctype html><html lang="${options.language === 'zh' ? 'zh-Hans' : 'en'}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${text(`${title}: ${report.study.title}`)}</title><style>${style}</style></head><body><main>`,
    ...reportBlocks(report, options).map(markup),
    '</main></body></html>',
  ].join('\n');
}
