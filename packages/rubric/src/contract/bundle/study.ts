import { z } from 'zod';
import { respondentKinds } from '../../model/words.ts';

export const bundleId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'letters, digits, dot, underscore, hyphen; at most 64');

/** The registered rule (design §7). Points are points of the 0 to 100 total. */
export const gateRuleSchema = z.strictObject({
  rLowerBound: z.number().min(-1).max(1).default(0.9),
  biasMargin: z.number().positive().default(5),
  coverage: z.number().min(0).max(1).default(0.98),
  dangerousCellLimit: z.number().min(0).max(1).default(0.05),
  level: z.number().gt(0).lt(1).default(0.95),
  looks: z.int().positive().default(1),
});
export type GateRule = z.infer<typeof gateRuleSchema>;

/** What makes an adjudicator look at a response. Gaps are points of a dimension's scale. */
export const adjudicationTriggersSchema = z.strictObject({
  gap: z.int().positive().default(2),
  safetyGap: z.int().positive().default(2),
  correctness: z.boolean().default(true),
  primaryError: z.boolean().default(false),
});

export const protocolSchema = z
  .strictObject({
    /** Raters that a response needs before it enters the gate. */
    minRaters: z.int().positive().default(2),
    /** Raters that each response is assigned to; null for every rater. */
    ratersPerResponse: z.int().positive().nullable().default(null),
    /** Hidden second readings: their share of a rater's study readings, and days between the two. */
    repeats: z
      .strictObject({
        share: z.number().min(0).max(0.5).default(0.1),
        washoutDays: z.int().nonnegative().default(14),
      })
      .prefault({}),
    /** Active minutes of reading after which a break is suggested; 0 for never. */
    breakAfterMinutes: z.int().nonnegative().default(0),
    /** The rounds of an iterative task open one by one, each after the scores of the one before are locked. */
    roundsLocked: z.boolean().default(false),
    /** After a training answer is submitted its reference is shown. */
    trainingFeedback: z.boolean().default(true),
    referenceShown: z.enum(['never', 'after-submit', 'always']).default('never'),
    adjudication: adjudicationTriggersSchema.prefault({}),
    gate: gateRuleSchema.prefault({}),
  })
  .refine(
    ({ minRaters, ratersPerResponse }) => ratersPerResponse === null || ratersPerResponse >= minRaters,
    {
      path: ['ratersPerResponse'],
      message: 'at least as many as minRaters, or no response gets a consensus',
    },
  );
export type Protocol = z.infer<typeof protocolSchema>;

export const respondentSchema = z.strictObject({
  id: bundleId,
  kind: z.enum(respondentKinds),
  name: z.string().min(1),
  /** Model family or vendor, for self-preference contrasts and masking. */
  family: z.string().optional(),
});

/** `study.yaml` */
export const studyFileSchema = z.strictObject({
  id: bundleId,
  title: z.string().min(1),
  synthetic: z.boolean().default(false),
  language: z.enum(['en', 'zh']).default('en'),
  /** Seed of every random draw of the study (orders, opaque indices). */
  seed: z.int().nonnegative().default(1),
  protocol: protocolSchema.prefault({}),
  /** Empty while no answers have come. */
  respondents: z.array(respondentSchema),
});
export type StudyFile = z.infer<typeof studyFileSchema>;
