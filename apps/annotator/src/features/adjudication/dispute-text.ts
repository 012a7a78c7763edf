import type { AdjudicationQueue } from '@concord/rubric/contract/adjudicator/adjudication';
import { inLanguage } from '@concord/rubric/model/local-text';
import type { adjudicationMessages } from '../../language/adjudication.ts';

/** What the readers dispute, in words. */
export function disputeText(
  dispute: AdjudicationQueue['items'][number]['disputes'][number],
  rubric: AdjudicationQueue['rubric'],
  text: (typeof adjudicationMessages)['en'],
  language: 'en' | 'zh',
): string {
  if (dispute.on === 'correctness') return text.correctness;
  if (dispute.on === 'primary-error') return text.primaryError;
  const dimension = rubric.dimensions.find(({ id }) => id === dispute.dimension);
  return text.apart(dimension ? inLanguage(dimension.title, language) : dispute.dimension, dispute.gap);
}
