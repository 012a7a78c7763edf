import type { AltTest } from '../alt-test.ts';
import { altTest } from '../alt-test.ts';
import type { Pair, RatingMatrix } from '../data.ts';
import type { Estimate, ExclusionReason } from '../estimate.ts';
import { raterUse } from '../rater-severity.ts';
import { flipRate, repeatIcc } from '../repeats.ts';
import { roundToScale } from '../scale.ts';
import type { Stratum } from '../strata.ts';
import { strata } from '../strata.ts';
import { correctedMean } from './corrected-mean.ts';
import type { GraderOptions, GraderStatistics } from './grader-statistics.ts';
import { graderStatistics } from './grader-statistics.ts';
import { humanStatistics } from './human-statistics.ts';
import type { LabelStatistics } from './label-statistics.ts';
import { labelStatistics } from './label-statistics.ts';
import type { RatingCell } from './parse-ratings.ts';
import type { TableScale } from './table-scale.ts';

export type GateCallback = (
  pairs: readonly Pair[],
  excluded: Partial<Record<ExclusionReason, number>>,
  scale: TableScale,
  withConsensus: number,
) => unknown;
export type StatsOptions = GraderOptions & {
  epsilon: number;
  scaleOf: (dimension: string) => TableScale;
  gate?: GateCallback;
  /** Called before each block, a dimension or the pooled one, with the number done and of all. */
  onBlock?: (name: string, done: number, of: number) => void;
};
/** Repeated readings of the same items: by a person shown one again, or by a grader run several times. */
export type Repeats = { icc: Estimate; flipRate: Estimate };
/** A stratum by name; tests and spread that cannot be had are left out. */
export type TableStratum = Pick<Stratum, 'pearson' | 'bias' | 'mae'> & {
  consensusSd?: number;
  biasIsZero?: { p: number; rejected: boolean };
  sameAsRest?: { p: number; rejected: boolean };
};
export type StatsBlock = {
  human: Record<string, Estimate>;
  /** Each person's use of the scale and agreement with himself; nominal scales have no severity. */
  raters: Record<string, { severity?: Estimate; centralTendency?: Estimate; repeats?: Repeats }>;
  /** `correctedMean` on scales with numbers, `labels` on nominal ones, `strata` by dimension where several are pooled. */
  graders: Record<
    string,
    GraderStatistics & {
      altTest: AltTest;
      correctedMean?: Estimate;
      labels?: LabelStatistics;
      strata?: Record<string, TableStratum>;
      repeats?: Repeats;
      gate?: unknown;
    }
  >;
};
export type StatsReport = {
  schema: 'concord.stats/1';
  /** `cells` counts the full grid of units and raters, `missing` those without a score; `statuses` counts the rows' statuses. */
  design: {
    items: number;
    cases: number;
    raters: number;
    graders: number;
    cells: number;
    missing: number;
    statuses: Record<string, number>;
  };
  dimensions: Record<string, StatsBlock>;
  pooled: StatsBlock | { undefined: 'scales-differ' };
};

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const distinct = (values: readonly string[]): string[] => [...new Set(values)].sort(byCode);

type Unit = { unitId: string; caseId: string; cells: RatingCell[] };

/** One unit per item, or per item and dimension where several are pooled; sorted, its cells by repeat. */
function unitsOf(cells: readonly RatingCell[]): Unit[] {
  const byDimension = new Map<string, Map<string, Unit>>();
  for (const cell of cells) {
    let units = byDimension.get(cell.dimension);
    if (!units) byDimension.set(cell.dimension, (units = new Map()));
    const unit = units.get(cell.itemId);
    if (unit) unit.cells.push(cell);
    else
      units.set(cell.itemId, {
        unitId: JSON.stringify([cell.itemId, cell.dimension]),
        caseId: cell.caseId,
        cells: [cell],
      });
  }
  const all = [...byDimension.values()].flatMap((units) => [...units.values()]);
  for (const unit of all) unit.cells.sort((a, b) => a.repeat - b.repeat);
  return all.sort((a, b) => byCode(a.unitId, b.unitId));
}

/** Strict majority, or null on a tie. */
function majority(values: readonly number[]): number | null {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  for (const [value, count] of counts) if (count * 2 > values.length) return value;
  return null;
}

function central(values: readonly number[], scale: TableScale): number | null {
  if (values.length === 0) return null;
  if (scale.kind === 'nominal') return majority(values);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** A grader's score of a unit: the mean of its scored repeats (majority where nominal), or why there is none. */
function graderScore(cells: readonly RatingCell[], scale: TableScale): number | ExclusionReason {
  const scores = cells.flatMap((cell) => (cell.score === null ? [] : [cell.score]));
  const status = cells[0]?.status;
  if (scores.length === 0) return status === undefined || status === 'scored' ? 'missing' : status;
  return central(scores, scale) ?? 'unparseable';
}

/** Agreement of a rater's repeats with each other, or undefined where nothing was read twice. */
function repeatsOf(units: readonly Unit[], raterId: string, scale: TableScale): Repeats | undefined {
  const own = units.map((unit) => unit.cells.filter((cell) => cell.raterId === raterId));
  const repeats = [...new Set(own.flat().map((cell) => cell.repeat))].sort((a, b) => a - b);
  if (repeats.length < 2) return undefined;
  // Items that were not meant to be read again are no missing repeats.
  const again = units.flatMap((unit, i) =>
    (own[i]?.length ?? 0) > 1 ? [{ unit, cells: own[i] ?? [] }] : [],
  );
  const runs: RatingMatrix = {
    itemIds: again.map(({ unit }) => unit.unitId),
    caseIds: again.map(({ unit }) => unit.caseId),
    raterIds: repeats.map(String),
    values: again.map(({ cells }) =>
      repeats.map((repeat) => cells.find((cell) => cell.repeat === repeat)?.score ?? null),
    ),
  };
  const support = { n: again.length, nCases: new Set(runs.caseIds).size, excluded: {} };
  return {
    icc: scale.kind === 'nominal' ? { undefined: 'not-estimable', ...support } : repeatIcc(runs),
    flipRate: flipRate(runs, (a, b) =>
      scale.kind === 'ordinal' ? roundToScale(a, scale) !== roundToScale(b, scale) : a !== b,
    ),
  };
}

function strataOf(
  pairs: readonly Pair[],
  dimensionOf: ReadonlyMap<string, string>,
): Record<string, TableStratum> {
  const name = (pair: Pair): string => dimensionOf.get(pair.itemId) ?? '';
  return Object.fromEntries(
    strata(pairs, name).map(({ name: key, consensusSd, biasIsZero, sameAsRest, ...rest }) => [
      key,
      {
        ...rest,
        ...(consensusSd === null ? {} : { consensusSd }),
        ...(biasIsZero ? { biasIsZero } : {}),
        ...(sameAsRest ? { sameAsRest } : {}),
      },
    ]),
  );
}

function block(
  cells: readonly RatingCell[],
  humans: readonly string[],
  graders: readonly string[],
  scale: TableScale,
  options: StatsOptions,
): StatsBlock {
  const units = unitsOf(cells);
  const dimensionOf = new Map(units.map((unit) => [unit.unitId, unit.cells[0]?.dimension ?? '']));
  // A rater's first presentation counts; repeats are for the rater's agreement with himself.
  const matrix: RatingMatrix = {
    itemIds: units.map((unit) => unit.unitId),
    caseIds: units.map((unit) => unit.caseId),
    raterIds: humans,
    values: units.map((unit) =>
      humans.map((rater) => unit.cells.find((cell) => cell.raterId === rater)?.score ?? null),
    ),
  };
  const consensus = matrix.values.map((row) =>
    central(
      row.filter((cell): cell is number => cell !== null),
      scale,
    ),
  );
  const withConsensus = consensus.filter((value) => value !== null).length;
  const use = scale.kind === 'nominal' ? [] : raterUse(matrix);
  const raters = humans.map((raterId, at): [string, StatsBlock['raters'][string]] => {
    const repeats = repeatsOf(units, raterId, scale);
    const own = use[at];
    return [
      raterId,
      {
        ...(own ? { severity: own.severity, centralTendency: own.centralTendency } : {}),
        ...(repeats ? { repeats } : {}),
      },
    ];
  });
  const result: StatsBlock = {
    human: humanStatistics(matrix, scale, options),
    raters: Object.fromEntries(raters),
    graders: {},
  };
  const reliability = result.human.iccCk as Estimate;
  for (const grader of graders) {
    const pairs: Pair[] = [];
    const excluded: Partial<Record<ExclusionReason, number>> = {};
    const exclude = (reason: ExclusionReason): void => {
      excluded[reason] = (excluded[reason] ?? 0) + 1;
    };
    const scores = new Map<string, number>();
    units.forEach((unit, i) => {
      const own = unit.cells.filter((cell) => cell.raterId === grader);
      const score = graderScore(own, scale);
      const reference = consensus[i] ?? null;
      if (typeof score === 'string') return exclude(score);
      scores.set(unit.unitId, score);
      if (reference === null) return exclude('no-consensus');
      pairs.push({ itemId: unit.unitId, caseId: unit.caseId, consensus: reference, grader: score });
      return undefined;
    });
    const statistics = graderStatistics(pairs, excluded, matrix, reliability, scores, scale, options);
    const test = altTest(matrix, scores, {
      epsilon: options.epsilon,
      scoring: scale.kind === 'nominal' ? 'accuracy' : 'negativeRmse',
    });
    const gate = options.gate?.(pairs, excluded, scale, withConsensus);
    const scored = units.flatMap(({ unitId, caseId }) => {
      const score = scores.get(unitId);
      return score === undefined ? [] : [{ caseId, score }];
    });
    const described =
      scale.kind === 'nominal'
        ? { labels: labelStatistics(pairs, scores, scale.categories) }
        : { correctedMean: correctedMean(pairs, scored, excluded) };
    const several = new Set(dimensionOf.values()).size > 1 && scale.kind !== 'nominal';
    const repeats = repeatsOf(units, grader, scale);
    result.graders[grader] = Object.assign(
      statistics,
      { altTest: test },
      described,
      several ? { strata: strataOf(pairs, dimensionOf) } : {},
      repeats ? { repeats } : {},
      gate === undefined ? {} : { gate },
    );
  }
  return result;
}

/**
 * Everything that `concord stats` prints about a ratings table: per dimension and pooled (one unit per item and
 * dimension) where all dimensions have one scale. Rows in any order give the same result.
 * @example statsReport(cells, { replicates: 10_000, seed: 1, epsilon: 0.2, scaleOf: () => ({ kind: 'undeclared' }) })
 */
export function statsReport(cells: readonly RatingCell[], options: StatsOptions): StatsReport {
  const dimensions = distinct(cells.map((cell) => cell.dimension));
  const ratersOf = (kind: 'human' | 'llm', within = cells): string[] => {
    const raters = new Set<string>();
    for (const cell of within) if (cell.raterKind === kind) raters.add(cell.raterId);
    return [...raters].sort(byCode);
  };
  const humans = ratersOf('human');
  const graders = ratersOf('llm');
  const units = unitsOf(cells);
  let scored = 0;
  for (const unit of units)
    scored += new Set(unit.cells.flatMap((cell) => (cell.score === null ? [] : [cell.raterId]))).size;
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(cell.status, (counts.get(cell.status) ?? 0) + 1);
  const statuses = Object.fromEntries([...counts].sort(([a], [b]) => byCode(a, b)));
  const grid = units.length * (humans.length + graders.length);
  const scales = dimensions.map((dimension) => options.scaleOf(dimension));
  const first = scales[0] ?? { kind: 'undeclared' };
  const alike = scales.every((scale) => JSON.stringify(scale) === JSON.stringify(first));
  const blocks = dimensions.map((dimension, i): [string, StatsBlock] => {
    options.onBlock?.(dimension, i, dimensions.length + Number(dimensions.length > 1 && alike));
    const own = dimensions.length === 1 ? cells : cells.filter((cell) => cell.dimension === dimension);
    return [dimension, block(own, ratersOf('human', own), graders, scales[i] ?? first, options)];
  });
  if (dimensions.length > 1 && alike)
    options.onBlock?.('all dimensions pooled', dimensions.length, dimensions.length + 1);
  const only = blocks.length === 1 ? blocks[0]?.[1] : undefined;
  return {
    schema: 'concord.stats/1',
    design: {
      items: distinct(cells.map((cell) => cell.itemId)).length,
      cases: distinct(cells.map((cell) => cell.caseId)).length,
      raters: humans.length,
      graders: graders.length,
      cells: grid,
      missing: grid - scored,
      statuses,
    },
    dimensions: Object.fromEntries(blocks),
    pooled: only ?? (alike ? block(cells, humans, graders, first, options) : { undefined: 'scales-differ' }),
  };
}
