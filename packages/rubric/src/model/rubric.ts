import { z } from 'zod';
import { localTextSchema } from './local-text.ts';

const slug = z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'lower-case letters, digits and hyphens');

/** One point of an ordinal scale, with the sentence that says what earns it. */
export const anchorSchema = z.strictObject({ value: z.int(), text: localTextSchema });

/** An ordinal scale with integer steps from `min` to `max`; every point has its anchor. */
export const scaleSchema = z
  .strictObject({ min: z.int(), max: z.int(), anchors: z.array(anchorSchema).min(2) })
  .superRefine((scale, context) => {
    if (scale.max <= scale.min)
      context.addIssue({ code: 'custom', path: ['max'], message: 'max must exceed min' });
    const values = new Set(scale.anchors.map((anchor) => anchor.value));
    for (let value = scale.min; value <= scale.max; value += 1) {
      if (!values.has(value))
        context.addIssue({ code: 'custom', path: ['anchors'], message: `no anchor for ${value}` });
    }
    if (values.size !== scale.anchors.length || scale.anchors.length !== scale.max - scale.min + 1)
      context.addIssue({ code: 'custom', path: ['anchors'], message: 'exactly one anchor for each point' });
  });
export type Scale = z.infer<typeof scaleSchema>;

export const dimensionSchema = z.strictObject({
  id: slug,
  title: localTextSchema,
  help: localTextSchema.optional(),
  /** Share in the total, any positive number; weights are normalised by their sum. */
  weight: z.number().nonnegative(),
  /** True where a high score on a bad answer could harm a patient (gate: dangerous cells). */
  safety: z.boolean().default(false),
  scale: scaleSchema,
});
export type Dimension = z.infer<typeof dimensionSchema>;

export const errorLabelSchema = z.strictObject({
  id: slug,
  title: localTextSchema,
  definition: localTextSchema,
});
export type ErrorLabel = z.infer<typeof errorLabelSchema>;

export const rubricSchema = z
  .strictObject({
    id: slug,
    version: z.string().min(1),
    title: localTextSchema,
    /** Where the rubric comes from; ours are labelled ours, never the paper's. */
    origin: localTextSchema,
    dimensions: z.array(dimensionSchema).min(1),
    askCorrectness: z.boolean().default(true),
    errors: z.array(errorLabelSchema).default([]),
  })
  .superRefine((rubric, context) => {
    const ids = rubric.dimensions.map((dimension) => dimension.id);
    if (new Set(ids).size !== ids.length)
      context.addIssue({ code: 'custom', path: ['dimensions'], message: 'dimension ids must differ' });
    if (!(rubric.dimensions.reduce((sum, dimension) => sum + dimension.weight, 0) > 0))
      context.addIssue({ code: 'custom', path: ['dimensions'], message: 'weights must not all be 0' });
  });
/** What raters score against; immutable once used, named by the hash of its content. */
export type Rubric = z.infer<typeof rubricSchema>;
