import { z } from 'zod';

const offset = z.int().nonnegative();
/** UTF-16 offsets, half open, into the text that the rater was shown, and that part of it. */
const span = { start: offset, end: offset, quote: z.string().min(1).max(20_000) };
const point2 = z.tuple([z.number(), z.number()]);
const point3 = z.tuple([z.number(), z.number(), z.number()]);

/** Where in the case or the answer a rater saw something. */
export const evidencePlaceSchema = z.discriminatedUnion('kind', [
  /** `round` is 0 for an answer without rounds. */
  z.strictObject({ kind: z.literal('answer'), round: offset, ...span }),
  z.strictObject({ kind: z.literal('note'), noteId: z.string().min(1), ...span }),
  z.strictObject({ kind: z.literal('record'), entryId: z.string().min(1) }),
  /**
   * A point, or two opposite corners of a box, on one slice. `series` is the place of the series in the case, `slice` that
   * of the image in the series, both from 0. `points` are pixels (centre of the first at 0.5, 0.5), `patient` the same in
   * patient coordinates (LPS, mm), or null where the series has none.
   */
  z.strictObject({
    kind: z.literal('slice'),
    series: offset,
    slice: offset,
    points: z.array(point2).min(1).max(2),
    patient: z.array(point3).min(1).max(2).nullable(),
  }),
]);
export type EvidencePlace = z.infer<typeof evidencePlaceSchema>;

/** A place, and the score or the error that it speaks for. */
export const evidenceSchema = z.strictObject({
  target: z.union([z.strictObject({ dimension: z.string() }), z.strictObject({ error: z.string() })]),
  place: evidencePlaceSchema,
});
export type Evidence = z.infer<typeof evidenceSchema>;

/** What the places of evidence must lie in: the texts as shown, and how many slices each series has. */
export type EvidenceGround = {
  answers: readonly string[];
  notes: readonly { noteId: string; text: string }[];
  record: readonly { entryId: string }[];
  slices: readonly number[];
};

/** Whether a place is there: the entry or slice exists, and the text between the offsets is the one quoted. */
export function placeExists(place: EvidencePlace, ground: EvidenceGround): boolean {
  if (place.kind === 'record') return ground.record.some(({ entryId }) => entryId === place.entryId);
  if (place.kind === 'slice') return place.slice < (ground.slices[place.series] ?? 0);
  const text =
    place.kind === 'answer'
      ? ground.answers[place.round]
      : ground.notes.find(({ noteId }) => noteId === place.noteId)?.text;
  if (place.end - place.start !== place.quote.length) return false;
  return text !== undefined && text.slice(place.start, place.end) === place.quote;
}
