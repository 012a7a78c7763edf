import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { caseJackknifeZ } from '@concord/rubric/gate/case-jackknife-z';
import { protocolSchema } from '@concord/rubric/contract/bundle/study';
import { graderFileSchema, graderScoreLineSchema } from '@concord/rubric/contract/bundle/grader';
import { canonicalJson } from '@concord/rubric/model/canonical-json';
import { rubricSchema } from '@concord/rubric/model/rubric';
import type { CalibrationInput } from '@concord/rubric/report/calibration-input';
import { calibrationReport } from '@concord/rubric/report/calibration-report';
import { randomIntegers } from '@concord/rubric/stats/random';
import type { RatingCell } from '@concord/rubric/stats/table/parse-ratings';
import { statsReport } from '@concord/rubric/stats/table/stats-report';
import { printTable } from './machine.ts';

const items = 2000;
const perCase = 4;
const raters = 5;
const replicates = 10_000;
const dimensions = ['accuracy', 'evidence', 'reasoning', 'safety'];
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const rubric = rubricSchema.parse({
  id: 'bench',
  version: '1',
  title: 'Bench',
  origin: 'made for timing',
  dimensions: dimensions.map((id) => ({
    id,
    title: id,
    weight: 1,
    safety: id === 'safety',
    scale: { min: 0, max: 5, anchors: [0, 1, 2, 3, 4, 5].map((value) => ({ value, text: `${value}` })) },
  })),
  askCorrectness: false,
});

/** Planted scores: a true score of 0..5 for each item and dimension; each reader is off by -1, 0 or +1. */
function plant(): { truth: number[][]; read: (item: number, dimension: number) => number } {
  const next = randomIntegers(7, 0);
  const truth = Array.from({ length: items }, () => {
    const level = next(6);
    return dimensions.map(() => Math.min(5, Math.max(0, level + next(3) - 1)));
  });
  return {
    truth,
    read: (item, dimension) => Math.min(5, Math.max(0, (truth[item]?.[dimension] ?? 0) + next(3) - 1)),
  };
}

/** A study of planted scores with `graderCount` graders; also what `bench/lag.ts` writes into a store. */
export function calibrationInput(graderCount: number): CalibrationInput {
  const { read } = plant();
  const scores = (item: number) => dimensions.map((id, dimension) => [id, read(item, dimension)] as const);
  const all = Array.from({ length: items }, (_, item) => item);
  return {
    study: {
      id: 'bench',
      title: 'Bench',
      synthetic: true,
      language: 'en',
      rubric,
      rubricHash: sha256(canonicalJson(rubric)),
      protocol: protocolSchema.parse({}),
      lockedAt: '2026-01-01T00:00:00.000Z',
    },
    responses: all.map((item) => ({
      responseId: `r${item}`,
      caseId: `c${Math.floor(item / perCase)}`,
      split: 'test',
      family: 'differential-diagnosis',
      level: 2,
      respondentId: `m${item % perCase}`,
      respondentKind: 'model',
    })),
    ratings: all.flatMap((item) =>
      Array.from({ length: raters }, (_, rater) => ({
        raterId: `rater-${rater}`,
        responseId: `r${item}`,
        content: {
          scores: Object.fromEntries(scores(item).map(([id, value]) => [id, { value }])),
          correctness: null,
          errors: [],
          primaryError: null,
          comment: '',
        },
      })),
    ),
    graders: Array.from({ length: graderCount }, (_, at) => `grader-${at}`).map((id) => ({
      graderId: id,
      title: id,
      file: graderFileSchema.parse({
        id,
        title: id,
        provider: 'none',
        model: 'planted',
        prompt: 'planted',
        synthetic: true,
      }),
      lines: all.map((item) =>
        graderScoreLineSchema.parse({
          grader: id,
          response: `r${item}`,
          scores: Object.fromEntries(scores(item)),
        }),
      ),
    })),
    softwareVersion: 'bench',
    digest: sha256,
    replicates,
    seed: 1,
  };
}

/** One dimension of the same planted scores as a long table, five people and one grader. */
function tableCells(): RatingCell[] {
  const { read } = plant();
  return Array.from({ length: items }, (_, item) =>
    Array.from(
      { length: raters + 1 },
      (__, rater): RatingCell => ({
        itemId: `r${item}`,
        caseId: `c${Math.floor(item / perCase)}`,
        dimension: 'accuracy',
        raterId: rater < raters ? `rater-${rater}` : 'grader',
        raterKind: rater < raters ? 'human' : 'llm',
        repeat: 0,
        status: 'scored',
        score: read(item, 0),
      }),
    ),
  ).flat();
}

function seconds(work: () => unknown): string {
  const started = performance.now();
  work();
  return ((performance.now() - started) / 1000).toFixed(2);
}

/** Time of the calibration report and of `concord stats` on 2,000 items in 500 cases, 5 raters, 10,000 replicates. */
export async function measureReport(): Promise<void> {
  const cells = tableCells();
  const rows = [['work', 's (one run)']];
  for (const graders of [1, 3]) {
    const input = calibrationInput(graders);
    rows.push([
      `calibration report, 4 dimensions, ${graders} grader(s)`,
      seconds(() => calibrationReport(input)),
    ]);
  }
  rows.push([
    'stats, 1 dimension, 1 grader',
    seconds(() =>
      statsReport(cells, {
        replicates,
        seed: 1,
        epsilon: 0.2,
        scaleOf: () => ({ kind: 'ordinal', min: 0, max: 5 }),
        headline: (pairs, excluded) => caseJackknifeZ(pairs, 0.95, excluded).estimate,
      }),
    ),
  ]);
  printTable(`Report: ${items} items x ${raters} raters x ${replicates} replicates of whole cases`, rows);
}
