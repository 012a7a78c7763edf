import { inLanguage } from '../model/local-text.ts';
import type { Language } from '../model/local-text.ts';
import type { CalibrationReport } from './calibration-report.ts';
import { detailWords } from './detail-words.ts';
import { fillWords as fill } from './fill-words.ts';
import type { GraderReport } from './grader-report.ts';
import { intervalPlot } from './interval-plot.ts';
import type { IntervalRow } from './interval-plot.ts';
import { reportWords } from './report-words.ts';

/** A figure as SVG text with what stands under it. */
export type Figure = { svg: string; caption: string };

function figure(
  rows: readonly IntervalRow[],
  bar: number,
  words: { title: string; caption: string; xLabel: string },
  language: Language,
): Figure {
  const { caption, ...rest } = words;
  const { undefinedWord } = reportWords(language);
  return { svg: intervalPlot(rows, [bar], { ...rest, description: caption, undefinedWord }), caption };
}

/** r of each dimension with its interval beside the human ceiling. */
export function dimensionPlot(report: CalibrationReport, grader: GraderReport, language: Language): Figure {
  const { plots } = detailWords(language);
  const titleOf = new Map(
    report.study.rubric.dimensions.map((each) => [each.id, inLanguage(each.title, language)]),
  );
  const rows = Object.entries(grader.dimensions).map(([id, each]) => ({
    label: titleOf.get(id) ?? id,
    estimate: each.pearson,
    beside: each.humanCeiling,
  }));
  const caption = fill(plots.dimensionsText, { n: rows.length });
  return figure(
    rows,
    report.gate.rLowerBound,
    { title: `${plots.dimensions}: ${grader.title}`, caption, xLabel: plots.r },
    language,
  );
}

/** Name of a stratum: its kind and its key. */
export const stratumLabel = ({ by, key }: GraderReport['strata'][number], language: Language): string =>
  `${detailWords(language).strata.kinds[by]}: ${key}`;

/** r of each stratum with its interval beside the human ceiling on the same responses. */
export function strataPlot(report: CalibrationReport, grader: GraderReport, language: Language): Figure {
  const { plots } = detailWords(language);
  const rows = grader.strata.map((stratum) => ({
    label: stratumLabel(stratum, language),
    estimate: stratum.pearson,
    beside: stratum.humanCeiling,
  }));
  const caption = fill(plots.strataText, { n: rows.length });
  return figure(
    rows,
    report.gate.rLowerBound,
    { title: `${plots.strata}: ${grader.title}`, caption, xLabel: plots.r },
    language,
  );
}

/** Mean difference of each rater from the others with its interval. */
export function severityPlot({ human }: CalibrationReport, language: Language): Figure {
  const { plots } = detailWords(language);
  const rows = human.severities.map(({ raterId, severity }) => ({ label: raterId, estimate: severity }));
  const caption = fill(plots.severityText, { n: rows.length });
  return figure(rows, 0, { title: plots.severity, caption, xLabel: plots.points }, language);
}
