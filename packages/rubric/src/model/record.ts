import { z } from 'zod';

/** One dated line of the record, derived from FHIR resources; no identifiers. */
export const recordEntrySchema = z.strictObject({
  entryId: z.string(),
  category: z.enum([
    'patient',
    'condition',
    'medication',
    'observation',
    'procedure',
    'encounter',
    'report',
    'allergy',
    'other',
  ]),
  /** ISO date or date-time as shown, already shifted by de-identification, or null. */
  date: z.string().nullable(),
  label: z.string(),
  value: z.string().nullable(),
  /** Interpretation code where given: H, L, A, … */
  flag: z.string().nullable(),
});
export type RecordEntry = z.infer<typeof recordEntrySchema>;

export const noteSchema = z.strictObject({ noteId: z.string(), title: z.string(), text: z.string() });
export type Note = z.infer<typeof noteSchema>;
