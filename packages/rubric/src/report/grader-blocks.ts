import { inLanguage } from '../model/local-text.ts';
import type { Language } from '../model/local-text.ts';
import type { Estimate } from '../stats/estimate.ts';
import { isDefined } from '../stats/estimate.ts';
import { blandAltmanPlot } from './bland-altman-plot.ts';
import type { CalibrationReport } from './calibration-report.ts';
import { detailWords } from './detail-words.ts';
import { fillWords as fill } from './fill-words.ts';
import type { GraderReport } from './grader-report.ts';
import type { Block, Cell } from './report-block.ts';
import { dimensionPlot, strataPlot, stratumLabel } from './report-plots.ts';
import { respondentBlocks } from './respondent-blocks.ts';
import { reportWords } from './report-words.ts';
import type { ReportWords } from './report-words.ts';
import { scatterPlot } from './scatter-plot.ts';
import { showEstimate } from './show-number.ts';

export type BlockOptions = {
  language: Language;
  /** Address of an answer in the bench, where there is a bench to go to. */
  hrefOf?: (answer: { caseId: string; responseId: string }) => string;
};

function verdictBlock(grader: GraderReport, words: ReportWords): Block {
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
  return { kind: 'verdict', verdict, text: parts.join(' ') };
}

function conditionTable(grader: GraderReport, words: ReportWords): Block {
  const { heads } = words;
  return {
    kind: 'table',
    caption: words.verdict[grader.verdict],
    heads: [heads.condition, heads.estimate, heads.bar, heads.outcome, heads.reason, heads.n, heads.cases],
    rows: grader.conditions.map((each) => [
      each.dimension ? `${words.condition[each.id]}: ${each.dimension}` : words.condition[each.id],
      each.reason === 'no-safety-dimension' ? '–' : showEstimate(each.estimate, words, 3, each.bar),
      `${words.bar[each.id]} ${each.bar}`,
      words.outcome[each.outcome],
      words.conditionReason[each.reason],
      each.estimate.n,
      each.estimate.nCases,
    ]),
  };
}

/** A table of measures, each an estimate with its n and cases. */
export function estimateTable(
  caption: string,
  rows: readonly (readonly [string, Estimate, number])[],
  words: ReportWords,
): Block {
  return {
    kind: 'table',
    caption,
    heads: [words.heads.measure, words.heads.estimate, words.heads.n, words.heads.cases],
    rows: rows.map(([name, estimate, decimals]) => [
      name,
      showEstimate(estimate, words, decimals),
      estimate.n,
      estimate.nCases,
    ]),
  };
}

function figures(grader: GraderReport, words: ReportWords): Block[] {
  const { n, nCases } = grader.total.pearson;
  const { blandAltman, scatter } = words;
  const against = fill(scatter.description, { n, cases: nCases });
  const differences = fill(blandAltman.description, { n, cases: nCases });
  return [
    {
      kind: 'figure',
      svg: scatterPlot(grader.points, {
        title: `${scatter.title}: ${grader.title}`,
        description: against,
        xLabel: scatter.x,
        yLabel: scatter.y,
        identityLabel: scatter.identity,
      }),
      caption: against,
    },
    {
      kind: 'figure',
      svg: blandAltmanPlot(
        grader.points,
        { bias: grader.total.bias, ...grader.total.limitsOfAgreement },
        {
          title: `${blandAltman.title}: ${grader.title}`,
          description: differences,
          xLabel: blandAltman.x,
          yLabel: blandAltman.y,
          bias: blandAltman.bias,
          limits: blandAltman.limits,
        },
      ),
      caption: differences,
    },
  ];
}

const shownP = (test: { p: number; rejected: boolean } | null): string =>
  test === null ? '–' : `${test.p < 0.001 ? '<0.001' : test.p.toFixed(3)}${test.rejected ? ' *' : ''}`;

function strataBlocks(report: CalibrationReport, grader: GraderReport, language: Language): Block[] {
  const words = reportWords(language);
  const detail = detailWords(language);
  const { heads } = words;
  return [
    {
      kind: 'table',
      caption: words.sections.strata,
      heads: [
        heads.stratum,
        heads.agreement,
        detail.strata.ceiling,
        heads.bias,
        detail.strata.sd,
        detail.strata.biasTest,
        detail.strata.restTest,
        heads.n,
        heads.cases,
      ],
      rows: grader.strata.map((stratum) => [
        stratumLabel(stratum, language),
        showEstimate(stratum.pearson, words, 3),
        showEstimate(stratum.humanCeiling, words, 3),
        showEstimate(stratum.bias, words, 1),
        stratum.consensusSd?.toFixed(1) ?? '–',
        shownP(stratum.biasIsZero),
        shownP(stratum.sameAsRest),
        stratum.pearson.n,
        stratum.pearson.nCases,
      ]),
    },
    { kind: 'paragraph', text: detail.strata.note },
    { kind: 'figure', ...strataPlot(report, grader, language) },
    {
      kind: 'table',
      caption: detail.bands,
      heads: [detail.band, heads.bias, heads.mae, heads.n, heads.cases],
      rows: grader.bands.map(({ from, to, bias, mae }) => [
        `${from}–${to}`,
        showEstimate(bias, words, 1),
        showEstimate(mae, words, 1),
        bias.n,
        bias.nCases,
      ]),
    },
  ];
}

function limitsBlocks(grader: GraderReport, language: Language): Block[] {
  const words = reportWords(language);
  const detail = detailWords(language);
  const { limits, total } = grader;
  const value = (estimate: Estimate, decimals: number): string =>
    isDefined(estimate) ? estimate.value.toFixed(decimals) : showEstimate(estimate, words);
  const items = [
    isDefined(limits.rAtHalfSpread) && total.spread
      ? fill(detail.limits.spread, {
          sd: total.spread.consensusSd.toFixed(1),
          r: value(limits.rAtHalfSpread, 2),
        })
      : detail.limits.spreadNone,
    isDefined(limits.designEffect)
      ? fill(detail.limits.cluster, {
          n: total.pearson.n,
          cases: total.pearson.nCases,
          effective: value(total.effectiveSampleSize, 0),
          effect: value(limits.designEffect, 2),
        })
      : detail.limits.clusterNone,
    isDefined(limits.againstOneRater) && limits.ratersPerResponse !== null
      ? fill(detail.limits.averaging, {
          k: Number(limits.ratersPerResponse.toFixed(1)),
          single: value(limits.againstOneRater, 3),
          r: value(total.pearson, 3),
        })
      : detail.limits.averagingNone,
    ...(isDefined(limits.disattenuated)
      ? [
          fill(detail.limits.hypothetical, {
            r: value(limits.disattenuated, 3),
            reliability: value(limits.consensusReliability, 3),
          }),
        ]
      : []),
  ];
  return [
    { kind: 'heading', level: 3, text: detail.limits.title },
    { kind: 'list', items },
    {
      kind: 'table',
      caption: detail.single.caption,
      heads: detail.single.heads,
      rows: limits.perRater.map(({ raterId, pearson, bias, mae }) => [
        raterId,
        showEstimate(pearson, words, 3),
        showEstimate(bias, words, 1),
        showEstimate(mae, words, 1),
        pearson.n,
      ]),
    },
  ];
}

function altTestBlocks({ altTest }: GraderReport, language: Language): Block[] {
  const words = reportWords(language);
  const { alt } = detailWords(language);
  const { winningRate, advantageProbability, perRater, passed } = altTest;
  const tested = perRater.filter((each) => each.p !== undefined);
  const text =
    isDefined(winningRate) && isDefined(advantageProbability)
      ? fill(alt.text, {
          won: tested.filter((each) => each.rejected).length,
          tested: tested.length,
          omega: winningRate.value.toFixed(2),
          rho: advantageProbability.value.toFixed(2),
          outcome: passed ? alt.passed : alt.failed,
        })
      : fill(alt.none, { reason: showEstimate(winningRate, words) });
  return [
    { kind: 'heading', level: 3, text: alt.title },
    { kind: 'paragraph', text },
    {
      kind: 'table',
      caption: alt.title,
      heads: alt.heads,
      rows: perRater.map((each) => [
        each.raterId,
        each.advantage?.toFixed(3) ?? '–',
        each.undefined ? words.undefinedReason[each.undefined] : shownP({ p: each.p ?? 1, rejected: false }),
        each.rejected ? alt.yes : alt.no,
        each.n,
      ]),
    },
  ];
}

function labelBlocks(report: CalibrationReport, grader: GraderReport, language: Language): Block[] {
  const words = reportWords(language);
  const detail = detailWords(language);
  const { correctness, errors } = grader.labels;
  const titleOf = new Map(
    report.study.rubric.errors.map((each) => [each.id, inLanguage(each.title, language)]),
  );
  return [
    ...(correctness
      ? [
          estimateTable(
            detail.labels,
            (
              ['sensitivity', 'specificity', 'positivePredictiveValue', 'negativePredictiveValue'] as const
            ).map((name) => [detail.labelRows[name], correctness[name], 3] as const),
            words,
          ),
          {
            kind: 'table',
            caption: detail.confusion.caption,
            heads: ['', detail.confusion.correct, detail.confusion.incorrect],
            rows: (['correct', 'incorrect'] as const).map((label, index) => [
              detail.confusion[label],
              ...(correctness.confusion.counts[index] ?? []),
            ]),
          } satisfies Block,
        ]
      : []),
    ...(errors.length > 0
      ? [
          {
            kind: 'table',
            caption: detail.errorLabels,
            heads: detail.errorHeads,
            rows: errors.map(({ label, kappa, agreement, positiveAgreement }) => [
              titleOf.get(label) ?? label,
              showEstimate(kappa, words, 2),
              showEstimate(agreement, words, 2),
              showEstimate(positiveAgreement, words, 2),
              kappa.n,
            ]),
          } satisfies Block,
        ]
      : []),
  ];
}

/** Everything of one grader, in reading order. */
export function graderBlocks(
  report: CalibrationReport,
  id: string,
  grader: GraderReport,
  options: BlockOptions,
): Block[] {
  const { language, hrefOf } = options;
  const words = reportWords(language);
  const detail = detailWords(language);
  const { heads, measures, sections } = words;
  const { total, repeats, adjudicated } = grader;
  const titleOf = new Map(
    report.study.rubric.dimensions.map((each) => [each.id, inLanguage(each.title, language)]),
  );
  const cells = grader.dangerousCells.flatMap((each) => each.cells);
  const dimensions = Object.entries(grader.dimensions);
  return [
    { kind: 'heading', level: 2, text: `${grader.title} (${id})` },
    verdictBlock(grader, words),
    { kind: 'paragraph', text: `${grader.pinned.provider} · ${grader.pinned.model}` },
    conditionTable(grader, words),
    ...figures(grader, words),
    estimateTable(
      sections.estimates,
      [
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
      ],
      words,
    ),
    ...(adjudicated
      ? [
          estimateTable(
            fill(detail.sensitivity, { n: adjudicated.settled }),
            [
              [measures.pearson, adjudicated.pearson, 3],
              [measures.bias, adjudicated.bias, 1],
            ],
            words,
          ),
        ]
      : []),
    estimateTable(
      detail.panel.title,
      [
        [detail.panel.ratersAndCases, grader.raterSensitivity.ratersAndCases, 3],
        [detail.panel.severity, grader.raterSensitivity.severityAdjusted, 3],
        ...grader.raterSensitivity.withoutRater.map(
          ({ raterId, pearson }) => [fill(detail.panel.without, { id: raterId }), pearson, 3] as const,
        ),
      ],
      words,
    ),
    {
      kind: 'table',
      caption: sections.dimensions,
      heads: [heads.dimension, heads.agreement, heads.ceiling, heads.bias, heads.mae, heads.verdict, heads.n],
      rows: dimensions.map(([dimension, each]) => [
        titleOf.get(dimension) ?? dimension,
        showEstimate(each.pearson, words, 3),
        showEstimate(each.humanCeiling, words, 3),
        showEstimate(each.bias, words),
        showEstimate(each.mae, words),
        words.verdict[each.gate.verdict],
        each.pearson.n,
      ]),
    },
    { kind: 'figure', ...dimensionPlot(report, grader, language) },
    ...strataBlocks(report, grader, language),
    ...limitsBlocks(grader, language),
    ...altTestBlocks(grader, language),
    ...respondentBlocks(grader, language),
    ...labelBlocks(report, grader, language),
    estimateTable(
      detail.repeats,
      [
        [detail.repeatRows.icc, repeats.icc, 3],
        [detail.repeatRows.flip, repeats.flipRate, 3],
      ],
      words,
    ),
    { kind: 'heading', level: 3, text: sections.influence },
    {
      kind: 'paragraph',
      text: grader.influentialCases.map((each) => each.caseId).join(', ') || '–',
    },
    { kind: 'heading', level: 3, text: sections.cells },
    cells.length === 0
      ? { kind: 'paragraph', text: words.noCells }
      : {
          kind: 'table',
          caption: sections.cells,
          heads: detail.cellHeads,
          rows: cells.map((cell): Cell[] => [
            hrefOf ? { text: cell.responseId, href: hrefOf(cell) } : cell.responseId,
            titleOf.get(cell.dimension) ?? cell.dimension,
            cell.consensus.toFixed(2),
            cell.grader.toFixed(2),
          ]),
        },
  ];
}
