import type { Reading } from '@concord/rubric/contract/rater/reading';
import type { Evidence, EvidencePlace } from '@concord/rubric/model/evidence';
import type { Language } from '@concord/rubric/model/local-text';
import { inLanguage } from '@concord/rubric/model/local-text';
import type { Rubric } from '@concord/rubric/model/rubric';
import { readingMessages } from '../../../language/reading.ts';

const short = (text: string): string => {
  const line = text.replaceAll(/\s+/gu, ' ');
  return line.length > 90 ? `${line.slice(0, 88)}…` : line;
};

/** What a place is called: its quote, the entry, or series and slice. */
export function placeWords(
  place: EvidencePlace,
  { record, series }: Pick<Reading['case'], 'record' | 'series'>,
  language: Language,
): string {
  const text = readingMessages[language].evidence;
  if (place.kind === 'answer') return `${text.inAnswer}: “${short(place.quote)}”`;
  if (place.kind === 'note') return `${text.inNote}: “${short(place.quote)}”`;
  if (place.kind === 'record') {
    const entry = record.find(({ entryId }) => entryId === place.entryId);
    return `${text.inRecord}: ${short([entry?.label, entry?.value].filter(Boolean).join(' '))}`;
  }
  const label = series[place.series]?.label ?? '';
  return place.points.length === 1
    ? text.pointOn(label, place.slice + 1)
    : text.boxOn(label, place.slice + 1);
}

/** The name of what a piece of evidence speaks for. */
export function targetWords(target: Evidence['target'], rubric: Rubric, language: Language): string {
  if ('dimension' in target) {
    const dimension = rubric.dimensions.find(({ id }) => id === target.dimension);
    return dimension ? inLanguage(dimension.title, language) : target.dimension;
  }
  const error = rubric.errors.find(({ id }) => id === target.error);
  return error ? inLanguage(error.title, language) : target.error;
}
