import { inLanguage } from '../model/local-text.ts';
import type { Language } from '../model/local-text.ts';
import type { CalibrationReport } from './calibration-report.ts';
import { detailWords } from './detail-words.ts';
import { fillWords as fill } from './fill-words.ts';
import type { Block, Cell } from './report-block.ts';

const percent = (share: number): string => `${Number((share * 100).toFixed(2))} %`;

/** How the study was designed and what became of it: rule, raters, splits, what is missing, masking, versions, amendments. */
export function designBlocks(report: CalibrationReport, language: Language): Block[] {
  const words = detailWords(language);
  const { design, gate, study, human, flow } = report;
  const { masking } = design;
  const found = (kind: 'author-named' | 'reference-stated'): number =>
    Object.values(masking?.[kind] ?? {}).reduce((sum, count) => sum + count, 0);
  const decisions = ['mask', 'hide', 'keep', 'open']
    .map((decision) => ({
      decision,
      count: (masking?.['author-named'][decision] ?? 0) + (masking?.['reference-stated'][decision] ?? 0),
    }))
    .filter(({ count }) => count > 0)
    .map(({ decision, count }) => `${words.decisions[decision]} ${count}`)
    .join(', ');
  const items = [
    fill(words.splits, {
      testCases: design.split.test.cases,
      testResponses: design.split.test.responses,
      tuneCases: design.split.tune.cases,
      tuneResponses: design.split.tune.responses,
    }),
    fill(words.ratings, { ratings: flow.ratings, raters: human.raters, k: study.minRaters }),
    design.readingsMissing === null
      ? words.noAssignments
      : fill(words.missingReadings, { n: design.readingsMissing }),
    fill(words.unscored, {
      cannot: design.unscored['cannot-assess'],
      lacks: design.unscored['lacks-information'],
    }),
    fill(words.annulled, { n: design.annulled, late: design.annulledAfterLock }),
    words.reference[design.referenceShown] ?? design.referenceShown,
    ...(masking
      ? [
          decisions === ''
            ? words.maskingNone
            : fill(words.masking, {
                author: found('author-named'),
                reference: found('reference-stated'),
                decisions,
              }),
        ]
      : []),
    fill(words.adjudicated, { n: design.adjudicated }),
  ];
  const raters = design.raters.map((row): Cell[] => [
    row.pseudonym,
    row.specialty,
    row.years,
    row.training,
    row.conflict_of_interest,
    row.consent_date,
  ]);
  return [
    { kind: 'heading', level: 2, text: words.design },
    {
      kind: 'paragraph',
      text: fill(words.ruleText, {
        level: percent(gate.intervalLevel),
        r: gate.rLowerBound,
        bias: gate.biasMargin,
        coverage: percent(gate.coverage),
        cells: percent(gate.dangerousCellLimit),
        looks: gate.looks,
      }),
    },
    { kind: 'list', items },
    raters.length > 0
      ? { kind: 'table', caption: words.raters, heads: words.raterHeads, rows: raters }
      : { kind: 'paragraph', text: words.noProfiles },
    {
      kind: 'table',
      caption: words.versions,
      heads: words.versionHeads,
      rows: design.versionsTried.map(({ graderId, model, promptHash, lines }) => [
        graderId,
        model,
        promptHash.slice(0, 16),
        lines,
      ]),
    },
    { kind: 'heading', level: 3, text: words.amendments },
    design.amendments.length > 0
      ? {
          kind: 'table',
          caption: words.amendments,
          heads: words.amendmentHeads,
          rows: design.amendments.map(({ at, actor, changed, reason }) => [
            at,
            actor,
            changed.join(', '),
            reason,
          ]),
        }
      : { kind: 'paragraph', text: words.noAmendments },
  ];
}

/** The fifteen items of GRRAS with what the study records of each. */
export function checklistBlocks(report: CalibrationReport, language: Language): Block[] {
  const words = detailWords(language);
  const { design, gate, study, human, flow, scope } = report;
  const listed = (values: readonly string[]): string => {
    const known = [...new Set(values.filter((value) => value.trim() !== ''))];
    return known.length > 0 ? known.join(', ') : words.notRecorded;
  };
  const values = {
    rubric: `${inLanguage(study.rubric.title, language)} ${study.rubric.version}`,
    n: study.rubric.dimensions.length,
    hash: study.rubricHash.slice(0, 16),
    responses: flow.withConsensus.responses,
    cases: flow.withConsensus.cases,
    families: listed(scope.families),
    levels: listed(scope.levels.map(String)),
    specialties: listed(design.raters.map(({ specialty }) => specialty)),
    r: gate.rLowerBound,
    raters: human.raters,
    ratings: flow.ratings,
    repeats: design.intraRater.reduce((sum, { repeatability }) => sum + repeatability.n, 0),
    years: listed(design.raters.map(({ years }) => years)),
    training: listed(design.raters.map(({ training }) => training)),
  };
  const items = Object.keys(words.grrasItems) as (keyof typeof words.grrasItems)[];
  return [
    { kind: 'heading', level: 2, text: words.grras },
    {
      kind: 'table',
      caption: words.grras,
      heads: words.grrasHeads,
      rows: items.map((item) => [
        words.grrasItems[item],
        fill(words.grrasText[item], item === 'raters' ? { ...values, n: human.raters } : values),
      ]),
    },
  ];
}

/** Which estimator and which interval stands behind each quantity. */
export function methodBlocks(report: CalibrationReport, language: Language): Block[] {
  const words = detailWords(language);
  const { method, softwareVersion } = report;
  return [
    { kind: 'heading', level: 2, text: words.method },
    {
      kind: 'table',
      caption: words.method,
      heads: words.methodHeads,
      rows: words.methodRows.map((row) =>
        row.map((cell) => fill(cell, { replicates: method.replicates, seed: method.seed })),
      ),
    },
    {
      kind: 'paragraph',
      text: fill(words.methodText, { level: percent(method.level), version: softwareVersion }),
    },
  ];
}
