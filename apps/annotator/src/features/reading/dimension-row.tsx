import type { Dimension } from '@concord/rubric/model/rubric';
import type { DimensionAnswer } from '@concord/rubric/model/rating';
import { inLanguage } from '@concord/rubric/model/local-text';
import { unscoredReasons } from '@concord/rubric/model/words';
import type { KeyboardEvent } from 'react';
import { useState } from 'react';
import { useLanguage, useMessages } from '../../language/language.tsx';
import { readingMessages } from '../../language/reading.ts';

type DimensionRowProps = {
  dimension: Dimension;
  answer: DimensionAnswer | undefined;
  readOnly: boolean;
  singleKeys: boolean;
  names?: string;
  onAnswer: (answer: DimensionAnswer | null) => void;
};

/**
 * One dimension: its scale and the two reasons for no score in one radio group.
 * The focused or chosen point shows its anchor in place; all anchors are listed while the row has focus.
 * Digits set the point, `x` and `i` the reasons, Delete clears.
 */
export function DimensionRow({
  dimension,
  answer,
  readOnly,
  singleKeys,
  names,
  onAnswer,
}: DimensionRowProps) {
  const text = useMessages(readingMessages);
  const { language } = useLanguage();
  const [focused, setFocused] = useState(false);
  const title = inLanguage(dimension.title, language);
  const anchors = dimension.scale.anchors.toSorted((left, right) => left.value - right.value);
  const value = answer && 'value' in answer ? answer.value : null;
  const unscored = answer && 'unscored' in answer ? answer.unscored : null;
  const chosen = anchors.find((anchor) => anchor.value === value);

  function press(event: KeyboardEvent): void {
    if (readOnly || event.ctrlKey || event.altKey || event.metaKey || event.nativeEvent.isComposing) return;
    const point = /^\d$/u.test(event.key) ? Number(event.key) : null;
    let next: DimensionAnswer | null | undefined;
    if (event.key === 'Delete' || event.key === 'Backspace') next = null;
    else if (!singleKeys) return;
    else if (point !== null && anchors.some((anchor) => anchor.value === point)) next = { value: point };
    else if (event.key === 'x') next = { unscored: 'cannot-assess' };
    else if (event.key === 'i') next = { unscored: 'lacks-information' };
    if (next === undefined) return;
    // The digit belongs to this row, not to a shortcut of the images.
    event.preventDefault();
    event.stopPropagation();
    onAnswer(next);
    const id = next === null ? null : 'value' in next ? next.value : next.unscored;
    if (id !== null) event.currentTarget.querySelector<HTMLElement>(`input[value="${id}"]`)?.focus();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys bubble up from the radios inside
    <fieldset
      className="dimension"
      id={`${names}-scores-${dimension.id}`}
      data-open={answer === undefined}
      onKeyDown={press}
      onFocus={() => setFocused(true)}
      onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
    >
      <legend>
        {title}
        {dimension.safety && <span className="tag warn">{text.safety}</span>}
      </legend>
      {dimension.help !== undefined && focused && (
        <p className="muted small">{inLanguage(dimension.help, language)}</p>
      )}
      <div className="points">
        {anchors.map((anchor) => {
          const sentence = inLanguage(anchor.text, language);
          return (
            <label key={anchor.value} className="point" title={text.point(anchor.value, sentence)}>
              <input
                type="radio"
                name={`${names}-score-${dimension.id}`}
                value={anchor.value}
                checked={value === anchor.value}
                disabled={readOnly}
                aria-label={text.point(anchor.value, sentence)}
                onChange={() => onAnswer({ value: anchor.value })}
              />
              <span aria-hidden="true">{anchor.value}</span>
            </label>
          );
        })}
        {unscoredReasons.map((reason) => (
          <label key={reason} className="point wide" title={text.unscored[reason]}>
            <input
              type="radio"
              name={`${names}-score-${dimension.id}`}
              value={reason}
              checked={unscored === reason}
              disabled={readOnly}
              aria-label={text.unscored[reason]}
              onChange={() => onAnswer({ unscored: reason })}
            />
            <span aria-hidden="true">{text.unscoredShort[reason]}</span>
          </label>
        ))}
        {answer !== undefined && !readOnly && (
          <button
            type="button"
            className="quiet clear"
            aria-label={text.clearLabel(title)}
            title={text.clear}
            onClick={(event) => {
              event.currentTarget.closest('fieldset')?.querySelector('input')?.focus();
              onAnswer(null);
            }}
          >
            ×
          </button>
        )}
      </div>
      {focused ? (
        <ol className="anchors" aria-label={text.anchors}>
          {anchors.map((anchor) => (
            <li key={anchor.value} data-chosen={anchor.value === value}>
              <b>{anchor.value}</b> {inLanguage(anchor.text, language)}
            </li>
          ))}
        </ol>
      ) : (
        (chosen || unscored) && (
          <p className="chosen-anchor">
            {chosen ? inLanguage(chosen.text, language) : unscored && text.unscored[unscored]}
          </p>
        )
      )}
    </fieldset>
  );
}
