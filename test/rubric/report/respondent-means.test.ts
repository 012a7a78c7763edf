import { expect, test } from 'vitest';
import { graderScoreLineSchema } from '@concord/rubric/contract/bundle/grader';
import type { CalibrationInput } from '@concord/rubric/report/calibration-input';
import { calibrationReport } from '@concord/rubric/report/calibration-report';
import { plantedStudy } from './planted-study.ts';

/** Two tasks a case, each answered twice by the respondent `m`; the grader is 10 points too kind everywhere. */
function partlyRead(): CalibrationInput {
  const base = plantedStudy(4, 1);
  const cases = ['A', 'B', 'C', 'D'];
  const responses = cases.flatMap((caseId) =>
    [1, 2].map((sample) => ({
      responseId: `${caseId}${sample}`,
      caseId,
      taskId: `${caseId}-task`,
      split: 'test' as const,
      family: 'differential-diagnosis' as const,
      level: 1 as const,
      respondentId: 'm',
      respondentKind: 'model' as const,
    })),
  );
  // Scores are the same on every dimension, so that total = 20 · score whatever the weights.
  const score: Record<string, number> = { A1: 2, A2: 3, B1: 3, B2: 4, C1: 2, C2: 2, D1: 1, D2: 3 };
  const truth: Record<string, 'correct' | 'incorrect'> = {
    A1: 'correct',
    A2: 'incorrect',
    B1: 'correct',
    B2: 'correct',
  };
  const { dimensions } = base.study.rubric;
  const all = <Cell>(cell: Cell) => Object.fromEntries(dimensions.map(({ id }) => [id, cell]));
  return {
    ...base,
    responses,
    ratings: Object.entries(truth).flatMap(([responseId, correctness]) =>
      ['x', 'y', 'z'].map((raterId) => ({
        raterId,
        responseId,
        content: {
          scores: all({ value: score[responseId] ?? 0 }),
          correctness,
          errors: [],
          primaryError: null,
          comment: '',
        },
      })),
    ),
    graders: base.graders.slice(0, 1).map((grader) => ({
      ...grader,
      lines: responses.map(({ responseId }) =>
        graderScoreLineSchema.parse({
          grader: grader.graderId,
          response: responseId,
          scores: all((score[responseId] ?? 0) + 0.5),
          correct: responseId === 'A2' || responseId === 'D2' ? 'incorrect' : 'correct',
        }),
      ),
    })),
    replicates: 200,
  };
}

test('the mean of a benchmark scored by a kind grader is corrected by what was read', () => {
  const report = calibrationReport(partlyRead());
  const [row] = report.graders['close']?.respondents ?? [];
  // Grader: 20 · (20 + 8 · 0.5)/8 = 60. Clinicians: 20 · (2 + 3 + 3 + 4)/4 = 60. Corrected: 60 − 10 = 50.
  expect(row).toMatchObject({
    respondentId: 'm',
    grader: { value: 60, n: 8, nCases: 4 },
    clinicians: { value: 60, n: 4, nCases: 2, excluded: { 'no-consensus': 4 } },
    corrected: { value: 50, n: 8, nCases: 4 },
  });
  // The correction is the same on every response, so only the cases' means vary: 0, +1, −0.5, −0.5 scores around 2.5.
  // Shares of the cases in the error, points: 2 · 20 · (0, 1, −0.5, −0.5)/8; standard error √(4/3 · Σ²).
  const se = Math.sqrt((4 / 3) * [0, 5, -2.5, -2.5].reduce((sum, x) => sum + x * x, 0));
  expect(row?.corrected).toMatchObject({ standardError: expect.closeTo(se, 10) });
});

test('the share called correct is corrected with sensitivity and specificity of the responses read', () => {
  const report = calibrationReport(partlyRead());
  const [row] = report.graders['close']?.respondents ?? [];
  // Six of eight called correct; sensitivity 3/3, specificity 1/1 on the four read: nothing to correct.
  expect(row?.calledCorrect).toMatchObject({ value: 0.75, n: 8, nCases: 4 });
  expect(row?.correctedCorrect).toMatchObject({ value: 0.75, n: 8, nCases: 4 });
});

test('pass@k counts the answers of a respondent to one task as samples', () => {
  // Case A: one of two correct, case B: two of two. pass@1 = (1/2 + 1)/2, pass@2 = 1.
  expect(calibrationReport(partlyRead()).human.passAtK).toMatchObject([
    { respondentId: 'm', k: 1, estimate: { value: 0.75, n: 2, nCases: 2 } },
    { respondentId: 'm', k: 2, estimate: { value: 1, n: 2, nCases: 2 } },
  ]);
});
