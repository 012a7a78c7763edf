import { inLanguage } from '@concord/rubric/model/local-text';
import type { RatingContent } from '@concord/rubric/model/rating';
import type { Rubric } from '@concord/rubric/model/rubric';
import { correctnessAnswers } from '@concord/rubric/model/words';
import { useLanguage, useMessages } from '../../language/language.tsx';
import { readingMessages } from '../../language/reading.ts';
import { DimensionRow } from './dimension-row.tsx';

type RubricFormProps = {
  rubric: Rubric;
  content: RatingContent;
  readOnly: boolean;
  singleKeys: boolean;
  /** Set where a second form is on the page: keeps ids and radio groups apart. */
  names?: string;
  onChange: (content: RatingContent) => void;
};

/** The rubric as a grid: dimensions, correct or not, errors with one primary, comment. Nothing is prefilled. */
export function RubricForm({
  rubric,
  content,
  readOnly,
  singleKeys,
  names = 'field',
  onChange,
}: RubricFormProps) {
  const text = useMessages(readingMessages);
  const { language } = useLanguage();

  function toggleError(id: string): void {
    const errors = content.errors.includes(id)
      ? content.errors.filter((error) => error !== id)
      : [...content.errors, id];
    onChange({ ...content, errors, primaryError: content.primaryError === id ? null : content.primaryError });
  }

  return (
    <form className="rubric" onSubmit={(event) => event.preventDefault()}>
      {rubric.dimensions.map((dimension) => (
        <DimensionRow
          key={dimension.id}
          dimension={dimension}
          answer={content.scores[dimension.id]}
          readOnly={readOnly}
          singleKeys={singleKeys}
          names={names}
          onAnswer={(answer) => {
            const { [dimension.id]: _, ...others } = content.scores;
            onChange({ ...content, scores: answer ? { ...others, [dimension.id]: answer } : others });
          }}
        />
      ))}
      {rubric.askCorrectness && (
        <fieldset id={`${names}-correctness`} data-open={content.correctness === null}>
          <legend>{text.correct}</legend>
          <div className="points">
            {correctnessAnswers.map((answer) => (
              <label key={answer} className="point wide">
                <input
                  type="radio"
                  name={`${names}-correctness`}
                  value={answer}
                  checked={content.correctness === answer}
                  disabled={readOnly}
                  onChange={() => onChange({ ...content, correctness: answer })}
                />
                <span>{text.correctness[answer]}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {rubric.errors.length > 0 && (
        <fieldset
          id={`${names}-primaryError`}
          data-open={content.errors.length > 0 && content.primaryError === null}
        >
          <legend>{text.errors}</legend>
          <p className="muted small">{text.errorsHint}</p>
          <ul className="errors">
            {rubric.errors.map((error) => {
              const title = inLanguage(error.title, language);
              const chosen = content.errors.includes(error.id);
              return (
                <li key={error.id}>
                  <label>
                    <input
                      type="checkbox"
                      checked={chosen}
                      disabled={readOnly}
                      aria-describedby={`${names}-definition-${error.id}`}
                      onChange={() => toggleError(error.id)}
                    />
                    {title}
                  </label>
                  {chosen && (
                    <label className="primary-choice">
                      <input
                        type="radio"
                        name={`${names}-primary-error`}
                        aria-label={text.primaryLabel(title)}
                        checked={content.primaryError === error.id}
                        disabled={readOnly}
                        onChange={() => onChange({ ...content, primaryError: error.id })}
                      />
                      {text.primary}
                    </label>
                  )}
                  <p id={`${names}-definition-${error.id}`} className="muted small">
                    {inLanguage(error.definition, language)}
                  </p>
                </li>
              );
            })}
          </ul>
        </fieldset>
      )}
      <label className="comment">
        {text.comment} <span className="muted small">{text.commentHint}</span>
        <textarea
          rows={2}
          maxLength={20_000}
          value={content.comment}
          readOnly={readOnly}
          onChange={(event) => onChange({ ...content, comment: event.target.value })}
        />
      </label>
    </form>
  );
}
