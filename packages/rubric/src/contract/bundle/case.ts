import { z } from 'zod';
import { splits } from '../../model/words.ts';
import { bundleId } from './study.ts';

/** `cases/<case>/case.yaml` */
export const caseFileSchema = z.strictObject({
  id: bundleId,
  split: z.enum(splits),
  /** Training cases are for practice and never enter a statistic. */
  purpose: z.enum(['study', 'training']).default('study'),
  /** What the reader sees first: age band, sex, presenting problem. */
  summary: z.string().min(1),
  /** For strata, curators only. */
  diseaseGroup: z.string().optional(),
  dataUse: z.string().optional(),
});
export type CaseFile = z.infer<typeof caseFileSchema>;
