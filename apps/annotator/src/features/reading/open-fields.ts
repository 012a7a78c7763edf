import type { Language } from '@concord/rubric/model/local-text';
import { inLanguage } from '@concord/rubric/model/local-text';
import type { RatingContent } from '@concord/rubric/model/rating';
import { checkRating } from '@concord/rubric/model/rating-check';
import type { Rubric } from '@concord/rubric/model/rubric';
import { readingMessages } from '../../language/reading.ts';

/** A field that still needs an answer: its element on screen and its name. */
export type OpenField = { fieldId: string; title: string };

/** Fields without an answer, in the order of the form. */
export function openFields(rubric: Rubric, content: RatingContent, language: Language): OpenField[] {
  const text = readingMessages[language];
  return checkRating(rubric, content)
    .filter((fault) => fault.kind === 'open')
    .map(({ pointer }) => {
      const dimension = rubric.dimensions.find(({ id }) => pointer === `/scores/${id}`);
      const title = dimension
        ? inLanguage(dimension.title, language)
        : pointer === '/correctness'
          ? text.correct
          : `${text.errors}: ${text.primary}`;
      return { fieldId: `field${pointer.replaceAll('/', '-')}`, title };
    });
}

/** Moves focus into a field: the chosen control of the group, else the first one that still needs a choice. */
export function focusField(fieldId: string): void {
  const field = document.getElementById(fieldId);
  const control =
    field?.querySelector<HTMLElement>('input:checked[type=radio]') ??
    field?.querySelector<HTMLElement>('input[type=radio]') ??
    field?.querySelector<HTMLElement>('input, textarea');
  control?.focus();
  field?.scrollIntoView({ block: 'nearest' });
}
