import { caseJackknifeMean } from '../gate/case-jackknife-mean.ts';
import type { Estimate, Excluded } from '../stats/estimate.ts';
import { predictionPoweredMean } from '../stats/prediction-powered-mean.ts';
import { roganGladen } from '../stats/rogan-gladen.ts';
import type { CalibrationGrader } from './calibration-input.ts';
import type { ResponseConsensus } from './consensus.ts';
import type { GraderScore } from './grader-scores.ts';
import { finalLines } from './grader-scores.ts';
import { majorityCorrect } from './label-reports.ts';

/** What a benchmark would say of one respondent, scored by the grader alone and corrected by what clinicians read. */
export type RespondentMeans = {
  respondentId: string;
  /** Mean total of the grader over every test response that it scored, points of 0 to 100. */
  grader: Estimate;
  /** Mean consensus total over the responses with a consensus, points. */
  clinicians: Estimate;
  /** Prediction-powered: the grader's mean, corrected by consensus − grader where both are known. */
  corrected: Estimate;
  /** Share that the grader calls correct, of those it calls correct or incorrect. */
  calledCorrect: Estimate;
  /** The same share by Rogan and Gladen, with the grader's sensitivity and specificity on all test responses read. */
  correctedCorrect: Estimate;
};

type Row = { consensus: ResponseConsensus; total: number | null; called: 'correct' | 'incorrect' | null };

const casesOf = (rows: readonly Row[]): number =>
  new Set(rows.map(({ consensus }) => consensus.response.caseId)).size;

const without = (count: number, reason: keyof Excluded): Excluded => (count > 0 ? { [reason]: count } : {});

function meanOf(
  rows: readonly Row[],
  side: (row: Row) => number | null,
  reason: keyof Excluded,
  level: number,
) {
  const values = rows.flatMap((row) => {
    const value = side(row);
    const { responseId, caseId } = row.consensus.response;
    return value === null ? [] : [{ itemId: responseId, caseId, consensus: 0, grader: value }];
  });
  return caseJackknifeMean(
    values,
    (pair) => pair.grader,
    level,
    without(rows.length - values.length, reason),
  );
}

function correctedMean(rows: readonly Row[], level: number): Estimate {
  const byCase = new Map<string, { grader: number[]; read: { consensus: number; grader: number }[] }>();
  let unscored = 0;
  for (const { consensus, total } of rows) {
    if (total === null) {
      unscored += 1;
      continue;
    }
    const { caseId } = consensus.response;
    const own = byCase.get(caseId) ?? { grader: [], read: [] };
    own.grader.push(total);
    if (consensus.total !== null) own.read.push({ consensus: consensus.total, grader: total });
    byCase.set(caseId, own);
  }
  const cases = [...byCase].map(([caseId, own]) => ({ caseId, ...own }));
  return predictionPoweredMean(cases, without(unscored, 'missing'), level);
}

/** How often the grader hits on all responses whose truth the clinicians settled; `correct` is what is counted. */
function hits(rows: readonly Row[]) {
  const counts = { truePositives: 0, positives: 0, trueNegatives: 0, negatives: 0 };
  for (const { consensus, called } of rows) {
    const truth = called === null ? null : majorityCorrect(consensus);
    if (truth === 'correct') {
      counts.positives += 1;
      if (called === 'correct') counts.truePositives += 1;
    } else if (truth === 'incorrect') {
      counts.negatives += 1;
      if (called === 'incorrect') counts.trueNegatives += 1;
    }
  }
  return counts;
}

function correctShares(
  rows: readonly Row[],
  calibration: ReturnType<typeof hits>,
  level: number,
): Pick<RespondentMeans, 'calledCorrect' | 'correctedCorrect'> {
  const called = rows.filter((row) => row.called !== null);
  const calledCorrect = meanOf(
    rows,
    (row) => (row.called === null ? null : Number(row.called === 'correct')),
    'missing',
    level,
  );
  const apparent = called.filter((row) => row.called === 'correct').length;
  const corrected = roganGladen({ apparent, n: called.length }, calibration, level);
  return {
    calledCorrect,
    correctedCorrect: {
      ...corrected,
      nCases: casesOf(called),
      excluded: without(rows.length - called.length, 'missing'),
    },
  };
}

/**
 * One row per respondent of the test split, in order of id. The correction of the mean supposes that the responses read
 * are a random part of those scored; the correction of the share that the grader errs alike on every respondent.
 */
export function respondentMeans(
  grader: CalibrationGrader,
  consensus: readonly ResponseConsensus[],
  scores: ReadonlyMap<string, GraderScore>,
  level: number,
): RespondentMeans[] {
  const lines = finalLines(
    grader,
    consensus.map((row) => row.response),
  );
  const rows = consensus.map((row): Row => {
    const { responseId } = row.response;
    const label = lines.get(responseId)?.[0]?.correct;
    return {
      consensus: row,
      total: scores.get(responseId)?.total ?? null,
      called: label === 'correct' || label === 'incorrect' ? label : null,
    };
  });
  const calibration = hits(rows);
  const respondents = [...new Set(rows.map((row) => row.consensus.response.respondentId))].sort();
  return respondents.map((respondentId) => {
    const own = rows.filter((row) => row.consensus.response.respondentId === respondentId);
    return {
      respondentId,
      grader: meanOf(own, (row) => row.total, 'missing', level),
      clinicians: meanOf(own, (row) => row.consensus.total, 'no-consensus', level),
      corrected: correctedMean(own, level),
      ...correctShares(own, calibration, level),
    };
  });
}
