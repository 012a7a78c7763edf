import type { Rubric } from '../model/rubric.ts';
import { confusionMatrix, detection } from '../stats/classification.ts';
import type { ConfusionMatrix, Detection, LabelPair } from '../stats/classification.ts';
import { caseInterval } from '../stats/clustered.ts';
import type { RatingMatrix } from '../stats/data.ts';
import type { Estimate, Excluded } from '../stats/estimate.ts';
import { fleissKappa } from '../stats/fleiss-kappa.ts';
import { labelSetBootstrap } from '../stats/label-set-bootstrap.ts';
import { krippendorffAlpha } from '../stats/krippendorff-alpha.ts';
import { alphaReplicates } from '../stats/krippendorff-alpha-bootstrap.ts';
import { labelAgreement, labelSetAlpha, masiDistance } from '../stats/label-sets.ts';
import type { LabelAgreement, LabelSetPair } from '../stats/label-sets.ts';
import type { CalibrationGrader } from './calibration-input.ts';
import type { ResponseConsensus } from './consensus.ts';
import type { Drawing } from './drawing.ts';
import { fewer } from './drawing.ts';
import { finalLines } from './grader-scores.ts';

/** Agreement of the clinicians on what is no score. */
export type HumanLabels = {
  /** Krippendorff's alpha, nominal, of correct against incorrect; "cannot judge" is missing. */
  correctness: Estimate;
  /** Fleiss' kappa of the same. */
  correctnessKappa: Estimate;
  /** Alpha over sets of error labels, MASI distance. */
  errors: Estimate;
};

/** A grader's labels beside the majority of the clinicians. */
export type GraderLabels = {
  correctness: (Detection & { confusion: ConfusionMatrix; excluded: Excluded }) | null;
  /** Per error label; an error is the clinicians' where more than half of them named it. */
  errors: LabelAgreement[];
};

const codes = { correct: 1, incorrect: 0 } as const;

/** Agreement among clinicians on correctness and on errors, over test responses with a rating. */
export function humanLabels(consensus: readonly ResponseConsensus[], drawing: Drawing): HumanLabels {
  const rows = consensus.filter(({ ratings }) => ratings.length > 0);
  const raterIds = [...new Set(rows.flatMap(({ ratings }) => ratings.map(({ raterId }) => raterId)))].sort();
  const frame = {
    itemIds: rows.map(({ response }) => response.responseId),
    caseIds: rows.map(({ response }) => response.caseId),
    raterIds,
  };
  const cells = <Cell>(read: (content: ResponseConsensus['ratings'][number]['content']) => Cell | null) =>
    rows.map(({ ratings }) =>
      raterIds.map((raterId) => {
        const rating = ratings.find((one) => one.raterId === raterId);
        return rating ? read(rating.content) : null;
      }),
    );
  const matrix: RatingMatrix = {
    ...frame,
    values: cells(({ correctness }) =>
      correctness === 'correct' || correctness === 'incorrect' ? codes[correctness] : null,
    ),
  };
  const sets = { ...frame, sets: cells(({ errors }) => new Set(errors)) };
  const options = fewer(drawing);
  return {
    correctness: caseInterval(
      krippendorffAlpha(matrix, 'nominal'),
      alphaReplicates(matrix, 'nominal', options) ?? undefined,
    ),
    correctnessKappa: fleissKappa(matrix, [0, 1], 'unweighted', drawing.level),
    errors: caseInterval(labelSetAlpha(sets, masiDistance), labelSetBootstrap(sets, masiDistance, options)),
  };
}

/** Strict majority of correct against incorrect; null on a tie or where nobody could judge. */
export function majorityCorrect({ ratings }: ResponseConsensus): 'correct' | 'incorrect' | null {
  const count = (answer: string): number =>
    ratings.filter(({ content }) => content.correctness === answer).length;
  const [correct, incorrect] = [count('correct'), count('incorrect')];
  return correct === incorrect ? null : correct > incorrect ? 'correct' : 'incorrect';
}

/** Correctness and error labels of a grader against the clinicians; `incorrect` is what is to be found. */
export function graderLabels(
  grader: CalibrationGrader,
  rubric: Rubric,
  consensus: readonly ResponseConsensus[],
  level: number,
): GraderLabels {
  const lines = finalLines(
    grader,
    consensus.map((row) => row.response),
  );
  const pairs: LabelPair[] = [];
  const sets: LabelSetPair[] = [];
  const excluded: Excluded = {};
  for (const row of consensus) {
    const { responseId, caseId } = row.response;
    const line = lines.get(responseId)?.[0];
    const truth = majorityCorrect(row);
    const called = line?.correct;
    if (truth !== null && (called === 'correct' || called === 'incorrect'))
      pairs.push({ itemId: responseId, caseId, consensus: truth, grader: called });
    else {
      const reason = truth === null ? 'no-consensus' : 'missing';
      excluded[reason] = (excluded[reason] ?? 0) + 1;
    }
    if (row.ratings.length > 0 && line?.errors)
      sets.push({
        itemId: responseId,
        caseId,
        consensus: new Set(
          rubric.errors
            .map(({ id }) => id)
            .filter(
              (id) =>
                row.ratings.filter(({ content }) => content.errors.includes(id)).length * 2 >
                row.ratings.length,
            ),
        ),
        grader: new Set(line.errors),
      });
  }
  return {
    correctness:
      pairs.length === 0
        ? null
        : {
            ...detection(pairs, 'incorrect', level),
            confusion: confusionMatrix(pairs, ['correct', 'incorrect']),
            excluded,
          },
    errors:
      sets.length === 0
        ? []
        : labelAgreement(
            sets,
            rubric.errors.map(({ id }) => id),
            level,
          ),
  };
}
