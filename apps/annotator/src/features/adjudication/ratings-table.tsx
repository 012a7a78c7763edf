import type { AdjudicationItem } from '@concord/rubric/contract/adjudicator/adjudication';
import { inLanguage } from '@concord/rubric/model/local-text';
import type { DimensionAnswer } from '@concord/rubric/model/rating';
import { adjudicationMessages } from '../../language/adjudication.ts';
import { useLanguage, useMessages } from '../../language/language.tsx';
import { readingMessages } from '../../language/reading.ts';

/** The readers' scores side by side under letters; what is disputed is marked, comments stand below. */
export function RatingsTable({ item }: { item: AdjudicationItem }) {
  const text = useMessages(adjudicationMessages);
  const reading = useMessages(readingMessages);
  const { language } = useLanguage();
  const { rubric, ratings, disputes } = item;
  const shown = (answer: DimensionAnswer | undefined): string =>
    !answer ? '–' : 'value' in answer ? String(answer.value) : reading.unscoredShort[answer.unscored];
  const titleOf = (id: string): string => {
    const error = rubric.errors.find((one) => one.id === id);
    return error ? inLanguage(error.title, language) : id;
  };
  const mark = (is: boolean) => is && <span className="tag warn">{text.disputed}</span>;
  const isDisputed = (id: string): boolean =>
    disputes.some((dispute) => dispute.on === 'dimension' && dispute.dimension === id);
  return (
    <>
      <p className="muted small">{text.ratingsHint}</p>
      <table className="ratings">
        <thead>
          <tr>
            <th scope="col">{text.dimension}</th>
            {ratings.map(({ letter }) => (
              <th key={letter} scope="col" aria-label={text.reader(letter)}>
                {letter}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rubric.dimensions.map(({ id, title, scale }) => (
            <tr key={id} data-differs={isDisputed(id)}>
              <th scope="row">
                {inLanguage(title, language)}
                <span className="muted small">
                  {' '}
                  {scale.min}–{scale.max}
                </span>
                {mark(isDisputed(id))}
              </th>
              {ratings.map(({ letter, scores }) => (
                <td key={letter}>{shown(scores[id])}</td>
              ))}
            </tr>
          ))}
          {rubric.askCorrectness && (
            <tr data-differs={disputes.some(({ on }) => on === 'correctness')}>
              <th scope="row">
                {text.correctness}
                {mark(disputes.some(({ on }) => on === 'correctness'))}
              </th>
              {ratings.map(({ letter, correctness }) => (
                <td key={letter}>{correctness ? reading.correctness[correctness] : '–'}</td>
              ))}
            </tr>
          )}
          {rubric.errors.length > 0 && (
            <tr data-differs={disputes.some(({ on }) => on === 'primary-error')}>
              <th scope="row">
                {reading.errors}
                {mark(disputes.some(({ on }) => on === 'primary-error'))}
              </th>
              {ratings.map(({ letter, errors, primaryError }) => (
                <td key={letter}>
                  {errors.length === 0
                    ? text.noErrors
                    : errors
                        .map((id) =>
                          id === primaryError ? `${titleOf(id)} (${reading.primary})` : titleOf(id),
                        )
                        .join(language === 'zh' ? '、' : ', ')}
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
      {ratings.some(({ comment }) => comment.trim() !== '') && (
        <>
          <h3>{text.comments}</h3>
          <dl className="comments">
            {ratings
              .filter(({ comment }) => comment.trim() !== '')
              .map(({ letter, comment }) => (
                <div key={letter}>
                  <dt>{text.reader(letter)}</dt>
                  <dd className="written">{comment}</dd>
                </div>
              ))}
          </dl>
        </>
      )}
    </>
  );
}
