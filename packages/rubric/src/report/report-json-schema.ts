import { z } from 'zod';
import { raterRowSchema } from '../contract/bundle/reading.ts';
import { gateRuleSchema } from '../contract/bundle/study.ts';
import { rubricSchema } from '../model/rubric.ts';
import { respondentKinds, scoreStatuses, taskFamilies } from '../model/words.ts';
import { reportSchema } from './report-version.ts';

const count = z.int().nonnegative();
const support = { n: count, nCases: count, excluded: z.record(z.string(), count) };
const interval = z
  .strictObject({
    low: z.number(),
    high: z.number(),
    level: z.number(),
    method: z.string(),
    seed: z.int().optional(),
    replicates: z.int().optional(),
  })
  .meta({ id: 'Interval' });
/** A statistic with what it stands on, or the reason why it has no value. */
const estimate = z
  .union([
    z.strictObject({
      value: z.number(),
      ...support,
      interval: interval.optional(),
      method: z.string().optional(),
      standardError: z.number().optional(),
      standardErrorNull: z.number().optional(),
      p: z.number().optional(),
    }),
    z.strictObject({ undefined: z.string(), ...support }),
  ])
  .meta({ id: 'Estimate' });
const verdict = z.enum(['pass', 'fail', 'inconclusive']).meta({ id: 'Verdict' });
const perRater = z.array(z.strictObject({ raterId: z.string(), pearson: estimate }));
const humanEstimates = z.strictObject({
  humanCeiling: estimate,
  perRater,
  krippendorffAlphaOrdinal: estimate,
  krippendorffAlphaInterval: estimate,
  iccA1: estimate,
  iccAk: estimate,
});
const graderEstimates = {
  pearson: estimate,
  pearsonFisher: estimate,
  pearsonBootstrap: z.strictObject({ percentile: estimate, bca: estimate }),
  spearman: estimate,
  kendallTauB: estimate,
  bias: estimate,
  mae: estimate,
  rmse: estimate,
  ccc: estimate,
  iccA1: estimate,
  limitsOfAgreement: z.strictObject({ low: estimate, high: estimate }),
  demingSlope: estimate,
  demingIntercept: estimate,
  effectiveSampleSize: estimate,
  standardErrorOfZ: z.number().nullable(),
  humanCeiling: estimate,
  graderOnCeiling: estimate,
  spread: z
    .strictObject({
      consensusMean: z.number(),
      consensusSd: z.number(),
      graderMean: z.number(),
      graderSd: z.number(),
    })
    .nullable(),
};
const further = z
  .strictObject({
    evenOdds: count.nullable(),
    fourInFive: count.nullable(),
    tooClose: z.boolean(),
  })
  .nullable();
const judgement = {
  verdict,
  approximate: z.boolean(),
  reason: z.string(),
  conditions: z.array(
    z.strictObject({
      id: z.enum(['r', 'bias', 'coverage', 'dangerous-cells']),
      estimate,
      bar: z.number(),
      outcome: z.enum(['holds', 'fails', 'undecided']),
      reason: z.string(),
      dimension: z.string().optional(),
    }),
  ),
  furtherCases: z.strictObject({ minimum: count, r: further, bias: further }).nullable(),
};
const test = z.strictObject({ p: z.number(), rejected: z.boolean() }).nullable();
const againstRater = z.strictObject({
  raterId: z.string(),
  pearson: estimate,
  bias: estimate,
  mae: estimate,
});
const detection = {
  sensitivity: estimate,
  specificity: estimate,
  positivePredictiveValue: estimate,
  negativePredictiveValue: estimate,
};
const grader = z.strictObject({
  ...judgement,
  title: z.string(),
  pinned: z.strictObject({
    provider: z.string(),
    model: z.string(),
    promptHash: z.string(),
    parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    repeats: z.int().positive(),
    aggregation: z.enum(['mean', 'median', 'first']),
    synthetic: z.boolean(),
  }),
  total: z.strictObject(graderEstimates),
  dimensions: z.record(z.string(), z.strictObject({ ...graderEstimates, gate: z.strictObject(judgement) })),
  influentialCases: z.array(z.looseObject({ caseId: z.string() })),
  points: z.array(
    z.strictObject({
      responseId: z.string(),
      caseId: z.string(),
      respondentId: z.string(),
      consensus: z.number(),
      grader: z.number(),
    }),
  ),
  dangerousCells: z.array(
    z.strictObject({
      dimension: z.string(),
      rate: estimate,
      cells: z.array(
        z.strictObject({
          dimension: z.string(),
          responseId: z.string(),
          caseId: z.string(),
          consensus: z.number(),
          grader: z.number(),
        }),
      ),
    }),
  ),
  coverageByStatus: z.partialRecord(z.enum([...scoreStatuses, 'incomplete']), count),
  incompleteRepeats: count,
  strata: z.array(
    z.strictObject({
      by: z.enum(['family', 'level', 'respondent', 'respondentKind']),
      key: z.string(),
      pearson: estimate,
      humanCeiling: estimate,
      bias: estimate,
      consensusSd: z.number().nullable(),
      biasIsZero: test,
      sameAsRest: test,
    }),
  ),
  bands: z.array(z.strictObject({ from: z.number(), to: z.number(), bias: estimate, mae: estimate })),
  limits: z.strictObject({
    rAtHalfSpread: estimate,
    designEffect: estimate,
    ratersPerResponse: z.number().nullable(),
    againstOneRater: estimate,
    perRater: z.array(againstRater),
    consensusReliability: estimate,
    disattenuated: estimate,
  }),
  altTest: z.strictObject({
    winningRate: estimate,
    advantageProbability: estimate,
    epsilon: z.number(),
    passed: z.boolean(),
    perRater: z.array(
      z.strictObject({
        raterId: z.string(),
        n: count,
        advantage: z.number().optional(),
        p: z.number().optional(),
        rejected: z.boolean().optional(),
        undefined: z.string().optional(),
      }),
    ),
  }),
  repeats: z.strictObject({ repeats: z.int().positive(), icc: estimate, flipRate: estimate }),
  labels: z.strictObject({
    correctness: z
      .strictObject({
        ...detection,
        confusion: z.strictObject({ labels: z.array(z.string()), counts: z.array(z.array(count)) }),
        excluded: z.record(z.string(), count),
      })
      .nullable(),
    errors: z.array(
      z.strictObject({
        label: z.string(),
        kappa: estimate,
        agreement: estimate,
        positiveAgreement: estimate,
      }),
    ),
  }),
  respondents: z.array(
    z.strictObject({
      respondentId: z.string(),
      grader: estimate,
      clinicians: estimate,
      corrected: estimate,
      calledCorrect: estimate,
      correctedCorrect: estimate,
    }),
  ),
  raterSensitivity: z.strictObject({
    ratersAndCases: estimate,
    severityAdjusted: estimate,
    withoutRater: z.array(z.strictObject({ raterId: z.string(), pearson: estimate })),
  }),
  adjudicated: z.strictObject({ settled: count, pearson: estimate, bias: estimate }).nullable(),
});
const counts = z.strictObject({ cases: count, responses: count });

/** The form of a calibration report as other programs may rely on it; every key is listed. */
export const reportJsonShape = z.strictObject({
  schema: z.literal(reportSchema),
  softwareVersion: z.string(),
  study: z.strictObject({
    id: z.string(),
    title: z.string(),
    synthetic: z.boolean(),
    rubric: rubricSchema,
    rubricHash: z.string(),
    minRaters: z.int().positive(),
    lockedAt: z.string().nullable(),
  }),
  gate: gateRuleSchema.extend({
    intervalLevel: z.number(),
    estimand: z.literal('fixed-raters-consensus'),
  }),
  scope: z.strictObject({
    families: z.array(z.enum(taskFamilies)),
    levels: z.array(z.int()),
    respondents: z.array(z.strictObject({ id: z.string(), kind: z.enum(respondentKinds) })),
    respondentKinds: z.array(z.enum(respondentKinds)),
    language: z.enum(['en', 'zh']),
  }),
  design: z.strictObject({
    raters: z.array(raterRowSchema),
    split: z.strictObject({ tune: counts, test: counts }),
    readingsMissing: count.nullable(),
    unscored: z.strictObject({ 'cannot-assess': count, 'lacks-information': count }),
    versionsTried: z.array(
      z.strictObject({ graderId: z.string(), model: z.string(), promptHash: z.string(), lines: count }),
    ),
    referenceShown: z.string(),
    adjudicated: count,
    amendments: z.array(
      z.strictObject({
        at: z.string(),
        actor: z.string(),
        reason: z.string(),
        changed: z.array(z.string()),
      }),
    ),
    annulled: count,
    annulledAfterLock: count,
    masking: z
      .strictObject({
        'author-named': z.record(z.string(), count),
        'reference-stated': z.record(z.string(), count),
      })
      .nullable(),
    intraRater: z.array(z.strictObject({ raterId: z.string(), repeatability: estimate, icc: estimate })),
  }),
  human: z.strictObject({
    raters: count,
    ratings: count,
    responses: count,
    total: humanEstimates,
    dimensions: z.record(z.string(), humanEstimates),
    severities: z.array(
      z.strictObject({ raterId: z.string(), severity: estimate, centralTendency: estimate }),
    ),
    labels: z.strictObject({ correctness: estimate, correctnessKappa: estimate, errors: estimate }),
    passAtK: z.array(z.strictObject({ respondentId: z.string(), k: z.int().positive(), estimate })),
  }),
  graders: z.record(z.string(), grader),
  gradersWithheld: z.literal('study-not-locked').nullable(),
  flow: z.strictObject({
    imported: counts,
    test: counts,
    read: counts,
    withConsensus: counts,
    withoutConsensus: z.strictObject({
      'no-rating': count,
      'too-few-ratings': count,
      'unscored-dimension': count,
    }),
    ratings: count,
  }),
  method: z.strictObject({ level: z.number(), replicates: z.int().positive(), seed: z.int() }),
  inputsDigest: z.string(),
});

/** The published JSON Schema (draft 2020-12) of the report. */
export const reportJsonSchema = (): unknown => ({
  $id: reportSchema,
  title: 'Concord calibration report',
  ...z.toJSONSchema(reportJsonShape, { io: 'input' }),
});
