import { inLanguage } from '../model/local-text.ts';
import type { Language } from '../model/local-text.ts';
import { blandAltmanPlot } from './bland-altman-plot.ts';
import type { CalibrationReport } from './calibration-report.ts';
import { escapeMarkup as text } from './escape-markup.ts';
import type { GraderReport } from './grader-report.ts';
import { reportWords } from './report-words.ts';
import type { ReportWords } from './report-words.ts';
import { scatterPlot } from './scatter-plot.ts';
import { showEstimate } from './show-number.ts';

export type HtmlReportOptions = {
  language: Language;
  /** SVG per grader id in place of the built-in scatter plot; trusted markup, put in as it is. */
  charts?: { scatter?: Readonly<Record<string, string>> };
};

const style = `
body{font:16px/1.5 Georgia,"Songti SC",serif;color:#1a1a1a;background:#fff;max-width:52rem;margin:2rem auto;padding:0 1rem}
h1,h2,h3{font-family:"Helvetica Neue",Arial,"PingFang SC",sans-serif;line-height:1.25}
h2{border-top:1px solid #999;padding-top:1rem;margin-top:2.5rem}
table{border-collapse:collapse;width:100%;font-size:.9rem;margin:.75rem 0}
caption{text-align:left;font-weight:bold;padding:.25rem 0}
th,td{text-align:left;vertical-align:top;padding:.25rem .6rem .25rem 0;border-bottom:1px solid #ccc}
thead th{border-bottom:2px solid #333}
.verdict{font-size:1.15rem;border-left:6px solid #333;padding:.4rem .8rem;background:#f4f4f4}
.label{border:2px solid #333;padding:.4rem .8rem;font-weight:bold}
figure{margin:1rem 0;max-width:30rem}code{overflow-wrap:anywhere}
@media print{body{margin:0;max-width:none;font-size:11pt}h2{break-after:avoid}table,figure,.verdict{break-inside:avoid}}
`;

type Cell = string | number;

function table(caption: string, heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const head = heads.map((each) => `<th scope="col">${text(each)}</th>`).join('');
  const body = rows
    .map(([first, ...rest]) => {
      const cells = rest.map((cell) => `<td>${text(String(cell))}</td>`).join('');
      return `<tr><th scope="row">${text(String(first))}</th>${cells}</tr>`;
    })
    .join('\n');
  return `<table><caption>${text(caption)}</caption><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table>`;
}

const fill = (pattern: string, values: Record<string, string | number>): string =>
  pattern.replaceAll(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole));

function verdictSentence(grader: GraderReport, words: ReportWords): string {
  const { verdict, approximate, reason, furtherCases } = grader;
  const parts = [
    `${words.verdict[verdict]}${approximate ? `, ${words.approximate}` : ''}. ${words.verdictReason[reason]}`,
  ];
  if (furtherCases && furtherCases.minimum > 0) parts.push(fill(words.minimum, { n: furtherCases.minimum }));
  for (const id of ['r', 'bias'] as const) {
    const further = furtherCases?.[id];
    if (!further) continue;
    const counted = fill(words.more, {
      even: further.evenOdds ?? '>2000',
      four: further.fourInFive ?? '>2000',
    });
    parts.push(`${words.condition[id]}: ${further.tooClose ? words.tooClose : counted}`);
  }
  return `<p class="verdict">${text(parts.join(' '))}</p>`;
}

function conditionTable(grader: GraderReport, words: ReportWords): string {
  const { heads } = words;
  return table(
    words.verdict[grader.verdict],
    [heads.condition, heads.estimate, heads.bar, heads.outcome, heads.reason, heads.n, heads.cases],
    grader.conditions.map((each) => [
      each.dimension ? `${words.condition[each.id]}: ${each.dimension}` : words.condition[each.id],
      each.reason === 'no-safety-dimension' ? '–' : showEstimate(each.estimate, words, 3, each.bar),
      `${words.bar[each.id]} ${each.bar}`,
      words.outcome[each.outcome],
      words.conditionReason[each.reason],
      each.estimate.n,
      each.estimate.nCases,
    ]),
  );
}

function estimateTable(grader: GraderReport, words: ReportWords): string {
  const { total } = grader;
  const { measures, heads } = words;
  const rows = [
    [measures.pearson, total.pearson, 3],
    [measures.ceiling, total.humanCeiling, 3],
    [measures.like, total.graderOnCeiling, 3],
    [measures.bias, total.bias, 1],
    [measures.mae, total.mae, 1],
    [measures.rmse, total.rmse, 1],
    [measures.limitLow, total.limitsOfAgreement.low, 1],
    [measures.limitHigh, total.limitsOfAgreement.high, 1],
    [measures.slope, total.demingSlope, 2],
    [measures.ccc, total.ccc, 3],
    [measures.iccA1, total.iccA1, 3],
    [measures.spearman, total.spearman, 3],
    [measures.effective, total.effectiveSampleSize, 0],
    [measures.percentile, total.pearsonBootstrap.percentile, 3],
    [measures.pearsonFisher, total.pearsonFisher, 3],
  ] as const;
  return table(
    words.sections.estimates,
    [heads.measure, heads.estimate, heads.n, heads.cases],
    rows.map(([name, estimate, decimals]) => [
      name,
      showEstimate(estimate, words, decimals),
      estimate.n,
      estimate.nCases,
    ]),
  );
}

function graderSection(
  report: CalibrationReport,
  id: string,
  grader: GraderReport,
  options: HtmlReportOptions,
) {
  const { language } = options;
  const words = reportWords(language);
  const { heads, sections } = words;
  const { n, nCases } = grader.total.pearson;
  const scatter =
    options.charts?.scatter?.[id] ??
    scatterPlot(grader.points, {
      title: `${words.scatter.title}: ${grader.title}`,
      description: fill(words.scatter.description, { n, cases: nCases }),
      xLabel: words.scatter.x,
      yLabel: words.scatter.y,
      identityLabel: words.scatter.identity,
    });
  const { blandAltman } = words;
  const described = fill(blandAltman.description, { n, cases: nCases });
  const differences = blandAltmanPlot(
    grader.points,
    { bias: grader.total.bias, ...grader.total.limitsOfAgreement },
    {
      title: `${blandAltman.title}: ${grader.title}`,
      description: described,
      xLabel: blandAltman.x,
      yLabel: blandAltman.y,
      bias: blandAltman.bias,
      limits: blandAltman.limits,
    },
  );
  const titleOf = new Map(
    report.study.rubric.dimensions.map((each) => [each.id, inLanguage(each.title, language)]),
  );
  const dimensions = Object.entries(grader.dimensions).map(([dimension, each]) => [
    titleOf.get(dimension) ?? dimension,
    showEstimate(each.pearson, words, 3),
    showEstimate(each.humanCeiling, words, 3),
    showEstimate(each.bias, words),
    showEstimate(each.mae, words),
    words.verdict[each.gate.verdict],
    each.pearson.n,
  ]);
  const cells = grader.dangerousCells.flatMap((each) => each.cells);
  return [
    `<section><h2>${text(grader.title)} <small>(${text(id)})</small></h2>`,
    verdictSentence(grader, words),
    `<p>${text(`${grader.pinned.provider} · ${grader.pinned.model}`)}</p>`,
    conditionTable(grader, words),
    `<figure>${scatter}<figcaption>${text(fill(words.scatter.description, { n, cases: nCases }))}</figcaption></figure>`,
    `<figure>${differences}<figcaption>${text(described)}</figcaption></figure>`,
    estimateTable(grader, words),
    table(
      sections.dimensions,
      [heads.dimension, heads.agreement, heads.ceiling, heads.bias, heads.mae, heads.verdict, heads.n],
      dimensions,
    ),
    table(
      sections.strata,
      [heads.stratum, heads.agreement, heads.bias, heads.n, heads.cases],
      grader.strata.map(({ key, pearson, bias }) => [
        key,
        showEstimate(pearson, words, 3),
        showEstimate(bias, words, 1),
        pearson.n,
        pearson.nCases,
      ]),
    ),
    `<h3>${text(sections.influence)}</h3><p>${text(grader.influentialCases.map((each) => each.caseId).join(', ') || '–')}</p>`,
    `<h3>${text(sections.cells)}</h3><p>${text(cells.map((each) => `${each.responseId} (${each.dimension})`).join(', ') || words.noCells)}</p>`,
    '</section>',
  ].join('\n');
}

function flowTable(report: CalibrationReport, words: ReportWords): string {
  const { flow } = report;
  const { heads } = words;
  const steps = (['imported', 'test', 'read', 'withConsensus'] as const).map((step) => [
    words.flow[step],
    flow[step].responses,
    flow[step].cases,
    step === 'withConsensus'
      ? Object.entries(flow.withoutConsensus)
          .filter(([, count]) => count > 0)
          .map(
            ([reason, count]) =>
              `${words.noConsensus[reason as keyof typeof flow.withoutConsensus]}: ${count}`,
          )
          .join('; ')
      : '',
  ]);
  const analysed = Object.entries(report.graders).map(([id, { total, coverageByStatus }]) => [
    `${words.flow.analysed} ${id}`,
    total.pearson.n,
    total.pearson.nCases,
    Object.entries(coverageByStatus)
      .map(([status, count]) => `${status}: ${count}`)
      .join('; '),
  ]);
  return table(
    words.sections.flow,
    [heads.step, heads.responses, heads.cases, heads.reason],
    [...steps, ...analysed],
  );
}

/**
 * The calibration report as one HTML file: no script, no network, prints on paper, readable without colour.
 * Every text of the study is escaped. @example htmlReport(report, { language: 'en' })
 */
export function htmlReport(report: CalibrationReport, options: HtmlReportOptions): string {
  const words = reportWords(options.language);
  const { study, human } = report;
  const severities = human.severities.map(({ raterId, severity }, index) => {
    const pearson = human.total.perRater[index]?.pearson;
    return [
      raterId,
      pearson ? showEstimate(pearson, words, 3) : '–',
      showEstimate(severity, words, 1),
      severity.n,
    ];
  });
  const { heads } = words;
  return [
    `<!doctype html><html lang="${options.language === 'zh' ? 'zh-Hans' : 'en'}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${text(`${words.title}: ${study.title}`)}</title><style>${style}</style></head><body><main>`,
    `<h1>${text(`${words.title}: ${study.title}`)}</h1>`,
    `<p><strong>${text(words.researchUse)}</strong></p>`,
    study.synthetic ? `<p class="label">${text(words.synthetic)}</p>` : '',
    `<p>${text(`${inLanguage(study.rubric.title, options.language)} ${study.rubric.version}`)} · ${text(study.lockedAt ?? '')}</p>`,
    report.gradersWithheld ? `<p class="label">${text(words.withheld)}</p>` : '',
    ...Object.entries(report.graders).map(([id, grader]) => graderSection(report, id, grader, options)),
    `<section><h2>${text(words.sections.human)}</h2>`,
    table(
      words.measures.ceiling,
      [heads.measure, heads.estimate, heads.n, heads.cases],
      (
        [
          [words.measures.ceiling, human.total.humanCeiling],
          [words.measures.iccHuman, human.total.iccA1],
          [words.measures.alpha, human.total.krippendorffAlphaInterval],
        ] as const
      ).map(([name, each]) => [name, showEstimate(each, words, 3), each.n, each.nCases]),
    ),
    table(
      words.sections.human,
      [words.heads.raters, words.heads.agreement, words.heads.bias, words.heads.n],
      severities,
    ),
    '</section><section>',
    `<h2>${text(words.sections.flow)}</h2>${flowTable(report, words)}`,
    `<h2>${text(words.sections.limits)}</h2><p>${text(words.estimand)}</p>`,
    `<ul>${words.limits.map((limit) => `<li>${text(limit)}</li>`).join('')}</ul>`,
    `<h2>${text(words.sections.digest)}</h2><p><code>${text(report.inputsDigest)}</code></p>`,
    `<p>${text(`Concord ${report.softwareVersion} · ${report.schema}`)}</p>`,
    '</section></main></body></html>',
  ].join('\n');
}
