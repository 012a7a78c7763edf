import { calibrationReport } from '@concord/rubric/report/calibration-report';
import { restrictedR } from '@concord/rubric/report/r-limits';
import type { Estimate } from '@concord/rubric/stats/estimate';
import { describe, expect, it } from 'vitest';
import { plantedStudy } from './planted-study.ts';

const study = plantedStudy(26, 1);
const report = calibrationReport(study);
const close = report.graders['close'];
if (!close) throw new Error('no grader');
const sumOf = ({ n, excluded }: Estimate): number =>
  n + Object.values(excluded).reduce((sum, count) => sum + count, 0);

describe('What r cannot show', () => {
  it('on half the spread r = 0.9 falls to 0.72, by hand 0.45 / √(1 − 0.81 + 0.81 · 0.25)', () => {
    expect(restrictedR(0.9, 0.5)).toBeCloseTo(0.45 / Math.sqrt(0.3925), 12);
    expect(restrictedR(0.9, 1)).toBeCloseTo(0.9, 12);
  });

  it('a single clinician agrees less with the grader than the mean of three does', () => {
    const { againstOneRater, perRater, ratersPerResponse } = close.limits;
    expect(ratersPerResponse).toBe(3);
    expect(perRater).toHaveLength(3);
    if (!('value' in againstOneRater) || !('value' in close.total.pearson)) throw new Error('undefined');
    expect(againstOneRater.value).toBeLessThan(close.total.pearson.value);
  });
});

describe('Strata', () => {
  it('of each kind hold every test response once, with what they left out', () => {
    for (const by of ['family', 'level', 'respondent', 'respondentKind'] as const) {
      const own = close.strata.filter((stratum) => stratum.by === by);
      expect(own.reduce((sum, { pearson }) => sum + sumOf(pearson), 0)).toBe(130);
    }
  });

  it('count a response without a grader score where it belongs', () => {
    const [grader, ...rest] = study.graders;
    if (!grader) throw new Error('no grader');
    const lines = grader.lines.filter(({ response }) => response !== 'case-000-r4');
    const less = calibrationReport({ ...study, graders: [{ ...grader, lines }, ...rest] }).graders['close'];
    const senior = less?.strata.find(({ key }) => key === 'senior-physician');
    expect(senior?.pearson).toMatchObject({ n: 25, excluded: { missing: 1 } });
    expect(less?.strata.find(({ key }) => key === 'model')?.pearson).toMatchObject({ n: 104, excluded: {} });
  });

  it('of a grader that is a point too kind everywhere all differ from a bias of 0', () => {
    const generous = report.graders['generous'];
    expect(generous?.strata.every(({ biasIsZero }) => biasIsZero?.rejected)).toBe(true);
  });
});

describe('Adjudicated scores', () => {
  it('change a row of their own and nothing that the gate judges', () => {
    const settled = calibrationReport({
      ...study,
      adjudications: [{ responseId: 'case-000-r0', settlement: { scores: { d1: { value: 5 } } } }],
    }).graders['close'];
    expect(settled?.adjudicated).toMatchObject({ settled: 1, pearson: { n: 130 } });
    expect(settled?.conditions).toEqual(close.conditions);
    expect(settled?.adjudicated?.bias).not.toEqual(close.total.bias);
    expect(close.adjudicated).toBeNull();
  });
});
