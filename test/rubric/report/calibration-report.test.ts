import { canonicalJson } from '@concord/rubric/model/canonical-json';
import type { CalibrationInput } from '@concord/rubric/report/calibration-input';
import { calibrationReport } from '@concord/rubric/report/calibration-report';
import type { Estimate } from '@concord/rubric/stats/estimate';
import { describe, expect, it } from 'vitest';
import { plantedStudy } from './planted-study.ts';

const outcomes = (report: ReturnType<typeof calibrationReport>, grader: string) =>
  Object.fromEntries((report.graders[grader]?.conditions ?? []).map((each) => [each.id, each.outcome]));
const sumOf = (estimate: Estimate | undefined): number =>
  (estimate?.n ?? 0) + Object.values(estimate?.excluded ?? {}).reduce((sum, count) => sum + count, 0);

describe('the planted demonstration through the ordinary report', () => {
  it.each([1, 2, 3, 4, 5])('close passes, generous fails on bias, noisy fails on r (draw %i)', (seed) => {
    const report = calibrationReport(plantedStudy(40, seed));
    expect(report.graders['close']).toMatchObject({ verdict: 'pass', approximate: false });
    expect(report.graders['generous']?.verdict).toBe('fail');
    expect(outcomes(report, 'generous')).toMatchObject({ r: 'holds', bias: 'fails' });
    expect(report.graders['noisy']?.verdict).toBe('fail');
    expect(outcomes(report, 'noisy')).toMatchObject({ r: 'fails', bias: 'holds' });
  });
  it('the human ceiling lies near .961, where the simulation note puts it', () => {
    const { humanCeiling } = calibrationReport(plantedStudy(40, 1)).human.total;
    expect(humanCeiling).toMatchObject({ value: expect.closeTo(0.961, 1), n: 200, nCases: 40 });
  });
  it('24 cases are inconclusive, 30 give an approximate pass', () => {
    expect(calibrationReport(plantedStudy(24, 1)).graders['close']).toMatchObject({
      verdict: 'inconclusive',
      reason: 'too-few-cases',
    });
    expect(calibrationReport(plantedStudy(30, 1)).graders['close']).toMatchObject({
      verdict: 'pass',
      approximate: true,
    });
  });
});

describe('the calibration report', () => {
  const study = plantedStudy(30, 9);
  it('gives the same bytes whatever the order of the rows', () => {
    const turned: CalibrationInput = {
      ...study,
      responses: study.responses.toReversed(),
      ratings: study.ratings.toReversed(),
      graders: study.graders.toReversed().map((each) => ({ ...each, lines: each.lines.toReversed() })),
    };
    expect(canonicalJson(calibrationReport(turned))).toBe(canonicalJson(calibrationReport(study)));
    expect(JSON.stringify(calibrationReport(turned))).toBe(JSON.stringify(calibrationReport(study)));
  });
  it('holds no grader number before the lock, and keeps the human part', () => {
    const report = calibrationReport({ ...study, study: { ...study.study, lockedAt: null } });
    expect(report.graders).toEqual({});
    expect(report.gradersWithheld).toBe('study-not-locked');
    expect(report.human.total.humanCeiling).toMatchObject({ n: 150 });
  });
  it('a grader that gives one score to all has no r and is inconclusive', () => {
    const constant = study.graders.slice(0, 1).map((grader) => ({
      ...grader,
      lines: grader.lines.map((line) => ({ ...line, scores: { d1: 3, d2: 3, d3: 3, d4: 3, d5: 3 } })),
    }));
    expect(calibrationReport({ ...study, graders: constant }).graders['close']).toMatchObject({
      verdict: 'inconclusive',
      reason: 'r-undefined',
      total: { pearson: { undefined: 'no-variation' } },
    });
  });
  it('a response with one rating has no consensus and is counted; n and exclusions add up', () => {
    const lone = study.responses[0]?.responseId;
    const ratings = study.ratings.filter((each) => each.responseId !== lone || each.raterId === 'rater-0');
    const report = calibrationReport({ ...study, ratings });
    expect(report.flow).toMatchObject({
      test: { responses: 150 },
      read: { responses: 150 },
      withConsensus: { responses: 149 },
      withoutConsensus: { 'too-few-ratings': 1 },
    });
    const { pearson } = report.graders['close']?.total ?? {};
    expect(pearson).toMatchObject({ n: 149, excluded: { 'no-consensus': 1 } });
    expect(sumOf(pearson)).toBe(150);
  });
  it('cannot-assess is never a 0: one such answer of three leaves the mean of the other two', () => {
    const first = study.ratings[0];
    if (!first) throw new Error('no rating');
    const changed = {
      ...first.content,
      scores: { ...first.content.scores, d1: { unscored: 'cannot-assess' as const } },
    };
    const ratings = study.ratings.map((each) => (each === first ? { ...each, content: changed } : each));
    const others = study.ratings.filter((each) => each.responseId === first.responseId && each !== first);
    const all = (id: string) =>
      study.ratings.filter(
        (each) => each.responseId === first.responseId && (id !== 'd1' || others.includes(each)),
      );
    const mean = (id: string) => {
      const values = all(id).map((each) => {
        const answer = each.content.scores[id];
        return answer && 'value' in answer ? answer.value : Number.NaN;
      });
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    };
    const total =
      20 * (0.3 * mean('d1') + 0.25 * mean('d2') + 0.2 * mean('d3') + 0.15 * mean('d4') + 0.1 * mean('d5'));
    const point = calibrationReport({ ...study, ratings }).graders['close']?.points[0];
    expect(point?.consensus).toBeCloseTo(total, 9);
  });
  it('tells abstained, unparseable and missing replies apart, and coverage counts them against the grader', () => {
    const graders = study.graders.slice(0, 1).map((grader) => ({
      ...grader,
      lines: grader.lines.slice(1).map((line, index) => {
        if (index === 0) return { ...line, status: 'abstained' as const, scores: {} };
        if (index === 1) return { ...line, scores: { ...line.scores, d1: 9 } };
        return index === 2 ? { ...line, scores: { ...line.scores, d2: null } } : line;
      }),
    }));
    const report = calibrationReport({ ...study, graders }).graders['close'];
    expect(report?.coverageByStatus).toEqual({
      scored: 146,
      missing: 1,
      abstained: 1,
      unparseable: 1,
      incomplete: 1,
    });
    expect(report?.conditions.find((each) => each.id === 'coverage')).toMatchObject({
      outcome: 'fails',
      estimate: { value: 146 / 150, n: 150 },
    });
  });
  it('takes the median of repeats and only the final round', () => {
    const graders = study.graders.slice(0, 1).map((grader) => ({
      ...grader,
      file: { ...grader.file, repeats: 3, aggregation: 'median' as const },
      lines: grader.lines.flatMap((line, index) => {
        if (index > 0) return [line];
        const all = (score: number) => ({ d1: score, d2: score, d3: score, d4: score, d5: score });
        return [
          { ...line, round: 0, repeat: 0, scores: all(0) },
          { ...line, round: 1, repeat: 0, scores: all(1) },
          { ...line, round: 1, repeat: 1, scores: all(4) },
          { ...line, round: 1, repeat: 2, scores: all(5) },
        ];
      }),
    }));
    const points = calibrationReport({ ...study, graders }).graders['close']?.points;
    expect(points?.[0]?.grader).toBeCloseTo(80, 12);
  });
  it('responses of the tune split do not enter', () => {
    const responses = study.responses.map((each) =>
      each.caseId === 'case-000' ? { ...each, split: 'tune' as const } : each,
    );
    expect(calibrationReport({ ...study, responses }).graders['close']?.total.pearson).toMatchObject({
      n: 145,
      nCases: 29,
    });
  });
  it('the digest changes with one score', () => {
    const graders = study.graders.map((grader, index) =>
      index > 0
        ? grader
        : {
            ...grader,
            lines: grader.lines.map((line, at) =>
              at ? line : { ...line, scores: { ...line.scores, d1: 4.5 } },
            ),
          },
    );
    expect(calibrationReport({ ...study, graders }).inputsDigest).not.toBe(
      calibrationReport(study).inputsDigest,
    );
  });
});
