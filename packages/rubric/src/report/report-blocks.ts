import { inLanguage } from '../model/local-text.ts';
import type { CalibrationReport } from './calibration-report.ts';
import { checklistBlocks, designBlocks, methodBlocks } from './design-blocks.ts';
import { detailWords } from './detail-words.ts';
import { estimateTable, graderBlocks } from './grader-blocks.ts';
import type { BlockOptions } from './grader-blocks.ts';
import { missingBlocks } from './missing-blocks.ts';
import type { Block } from './report-block.ts';
import { passAtKBlocks } from './respondent-blocks.ts';
import { severityPlot } from './report-plots.ts';
import { reportWords } from './report-words.ts';
import type { ReportWords } from './report-words.ts';
import { showEstimate } from './show-number.ts';

function flowTable(report: CalibrationReport, words: ReportWords): Block {
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
  return {
    kind: 'table',
    caption: words.sections.flow,
    heads: [heads.step, heads.responses, heads.cases, heads.reason],
    rows: [...steps, ...analysed],
  };
}

function humanBlocks(report: CalibrationReport, { language }: BlockOptions): Block[] {
  const words = reportWords(language);
  const detail = detailWords(language);
  const { heads, measures, sections } = words;
  const { human, design } = report;
  return [
    { kind: 'heading', level: 2, text: sections.human },
    estimateTable(
      measures.ceiling,
      [
        [measures.ceiling, human.total.humanCeiling, 3],
        [measures.iccHuman, human.total.iccA1, 3],
        [measures.alpha, human.total.krippendorffAlphaInterval, 3],
        [detail.human.correctness, human.labels.correctness, 3],
        [detail.human.correctnessKappa, human.labels.correctnessKappa, 3],
        [detail.human.errors, human.labels.errors, 3],
      ],
      words,
    ),
    {
      kind: 'table',
      caption: sections.human,
      heads: [heads.raters, heads.agreement, detail.human.severity, detail.human.use, heads.n, heads.cases],
      rows: human.severities.map(({ raterId, severity, centralTendency }) => {
        const pearson = human.total.perRater.find((each) => each.raterId === raterId)?.pearson;
        return [
          raterId,
          pearson ? showEstimate(pearson, words, 3) : '–',
          showEstimate(severity, words, 1),
          showEstimate(centralTendency, words, 2),
          severity.n,
          severity.nCases,
        ];
      }),
    },
    { kind: 'figure', ...severityPlot(report, language) },
    ...(design.intraRater.length > 0
      ? [
          estimateTable(
            detail.human.repeat,
            design.intraRater.flatMap(({ raterId, repeatability, icc }) => [
              [raterId, repeatability, 1] as const,
              [`${raterId}: ${detail.human.repeatIcc}`, icc, 3] as const,
            ]),
            words,
          ),
        ]
      : []),
    ...passAtKBlocks(human, language),
  ];
}

/**
 * The report as blocks in reading order: verdicts, design, clinicians, flow, limits, checklist, method, digest.
 * @example reportBlocks(report, { language: 'zh' })
 */
export function reportBlocks(report: CalibrationReport, options: BlockOptions): Block[] {
  const { language } = options;
  const words = reportWords(language);
  const { study } = report;
  const rubric = `${inLanguage(study.rubric.title, language)} ${study.rubric.version}`;
  return [
    { kind: 'heading', level: 1, text: `${words.title}: ${study.title}` },
    { kind: 'paragraph', text: words.researchUse, strong: true },
    ...(study.synthetic ? [{ kind: 'label', text: words.synthetic } satisfies Block] : []),
    { kind: 'paragraph', text: study.lockedAt === null ? rubric : `${rubric} · ${study.lockedAt}` },
    ...(report.gradersWithheld ? [{ kind: 'label', text: words.withheld } satisfies Block] : []),
    ...missingBlocks(report, language),
    ...Object.entries(report.graders).flatMap(([id, grader]) => graderBlocks(report, id, grader, options)),
    ...designBlocks(report, language),
    ...humanBlocks(report, options),
    { kind: 'heading', level: 2, text: words.sections.flow },
    flowTable(report, words),
    { kind: 'heading', level: 2, text: words.sections.limits },
    { kind: 'paragraph', text: words.estimand },
    { kind: 'list', items: words.limits },
    ...checklistBlocks(report, language),
    ...methodBlocks(report, language),
    { kind: 'heading', level: 2, text: words.sections.digest },
    { kind: 'paragraph', text: `${detailWords(language).digestOf}: ${report.inputsDigest}`, code: true },
    { kind: 'paragraph', text: `Concord ${report.softwareVersion} · ${report.schema}` },
  ];
}
