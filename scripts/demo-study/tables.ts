import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const folder = new URL('../../data/demo-study/', projectBase());

/** The compiled program lies one folder deeper (dist) than its source. */
function projectBase(): URL {
  const here = new URL('../', import.meta.url);
  return here.pathname.endsWith('/dist/') ? here : new URL('x/', here);
}

const tissueSchema = z.strictObject({
  t1: z.number().positive(),
  t2: z.number().positive(),
  pd: z.number().min(0).max(1),
  /** 10⁻⁶ mm²/s */
  adc: z.number().nonnegative(),
  /** Added longitudinal relaxation rate after contrast, 1/s. */
  uptake: z.number().nonnegative().default(0),
  fat: z.boolean().default(false),
});
export type Tissue = z.infer<typeof tissueSchema>;

const sequenceSchema = z.strictObject({
  kind: z.enum(['se', 'ir', 'gre', 'dwi']),
  tr: z.number().positive(),
  te: z.number().positive(),
  ti: z.number().positive().optional(),
  flip: z.number().positive().optional(),
  b: z.number().nonnegative().optional(),
  gain: z.number().positive(),
  noise: z.number().positive(),
  window: z.tuple([z.number(), z.number()]),
  contrast: z.boolean().default(false),
  blur: z.number().nonnegative().default(0),
  description: z.string(),
});
export type Sequence = z.infer<typeof sequenceSchema>;

const vector = z.tuple([z.number(), z.number(), z.number()]);
const sign = z.enum(['+', '-', '0']);

const lesionSchema = z.strictObject({
  tissue: z.string(),
  /** Centre in mm, LPS, for a left-sided lesion. */
  at: vector,
  radii: vector,
  /** Only what lies in this tissue takes the lesion's signal. */
  on: z.enum(['parenchyma', 'grey', 'white', 'inside-skull']).default('parenchyma'),
  /** Share of the lesion in the voxel at its core. */
  strength: z.number().gt(0).max(1).default(1),
  /** Irregularity of the border in mm. */
  rough: z.number().nonnegative().default(2),
  /** Width of the border in mm. */
  soft: z.number().positive().default(1.5),
  /** Keeps only a shell of this thickness in mm. */
  shell: z.number().positive().optional(),
  mirror: z.boolean().default(false),
});
export type Lesion = z.infer<typeof lesionSchema>;

const vignetteSchema = z.strictObject({
  ages: z.tuple([z.int(), z.int()]),
  sex: z.enum(['female', 'male', 'any']).default('any'),
  presenting: z.string(),
  history: z.string(),
  exam: z.string(),
  course: z.string(),
});

const diseaseSchema = z.strictObject({
  id: z.string(),
  group: z.string(),
  count: z.int().positive(),
  diagnosis: z.string(),
  terms: z.array(z.string()).min(1),
  differential: z.array(z.string()).min(2),
  contrast: z.boolean().default(false),
  coronal: z.boolean().default(false),
  sided: z.boolean().default(true),
  atrophy: z.number().min(0).max(1).default(0),
  hippocampalAtrophy: z.number().min(0).max(1).default(0),
  sinusThrombus: z.boolean().default(false),
  /** Displacement of the surroundings in mm, about the first lesion. */
  massEffect: z.number().nonnegative().default(0),
  lesions: z.array(lesionSchema).default([]),
  /** Tissue whose mean is compared with normal white matter, and the sign in each contrast. */
  signs: z.record(z.string(), z.record(z.string(), sign)).default({}),
  vignettes: z.array(vignetteSchema).min(1),
  findings: z.array(z.string()).min(3),
  inventedFindings: z.array(z.string()).min(2),
  reasoning: z.array(z.string()).min(2),
  wrong: z.array(z.strictObject({ diagnosis: z.string(), because: z.string() })).min(2),
  next: z.array(z.string()).min(2),
  unsafeNext: z.array(z.string()).min(1),
  labs: z.array(z.string()).default([]),
  conditions: z.array(z.string()).default([]),
  medications: z.array(z.string()).default([]),
});
export type Disease = z.infer<typeof diseaseSchema>;

const codeSchema = z.strictObject({ code: z.string(), display: z.string() });
const clinicalSchema = z.strictObject({
  labs: z.record(
    z.string(),
    codeSchema.extend({
      unit: z.string(),
      range: z.tuple([z.number(), z.number()]),
      value: z.number(),
      spread: z.number(),
      digits: z.int(),
    }),
  ),
  conditions: z.record(z.string(), codeSchema),
  medications: z.record(z.string(), codeSchema.extend({ dosage: z.string() })),
});
export type Clinical = z.infer<typeof clinicalSchema>;

const readText = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

export const loadTissues = (): Record<string, Tissue> =>
  z.object({ tissues: z.record(z.string(), tissueSchema) }).parse(JSON.parse(readText('tissues.json')))
    .tissues;

export const loadSequences = (): Record<string, Sequence> =>
  z.object({ sequences: z.record(z.string(), sequenceSchema) }).parse(JSON.parse(readText('sequences.json')))
    .sequences;

export const loadDiseases = (): Disease[] => z.array(diseaseSchema).parse(parse(readText('diseases.yaml')));

export const loadClinical = (): Clinical => clinicalSchema.parse(parse(readText('clinical.yaml')));

/** The rubric template as text and as data; the text goes into the bundle as it is. */
export const readRubricText = (): string => readText('../rubrics/neuro-reasoning.yaml');
