import type { AdjudicationItem } from '@concord/rubric/contract/adjudicator/adjudication';
import { inLanguage } from '@concord/rubric/model/local-text';
import type { DimensionAnswer } from '@concord/rubric/model/rating';
import type { Dimension } from '@concord/rubric/model/rubric';
import type { Settlement } from '@concord/rubric/model/settlement';
import { correctnessAnswers } from '@concord/rubric/model/words';
import type { ReactNode } from 'react';
import { adjudicationMessages } from '../../language/adjudication.ts';
import { useLanguage, useMessages } from '../../language/language.tsx';
import { readingMessages } from '../../language/reading.ts';

export type RenderDimension = (
  dimension: Dimension,
  answer: DimensionAnswer | undefined,
  readOnly: boolean,
  onAnswer: (answer: DimensionAnswer | null) => void,
) => ReactNode;

type SettlementFormProps = {
  item: AdjudicationItem;
  settlement: Settlement;
  reason: string;
  readOnly: boolean;
  renderDimension: RenderDimension;
  onChange: (next: { settlement?: Settlement; reason?: string }) => void;
};

/** What is disputed, and nothing else, with the reason for the decision. */
export function SettlementForm(props: SettlementFormProps) {
  const { item, settlement, readOnly, onChange } = props;
  const text = useMessages(adjudicationMessages);
  const reading = useMessages(readingMessages);
  const { language } = useLanguage();
  const asks = (on: 'correctness' | 'primary-error'): boolean =>
    item.disputes.some((dispute) => dispute.on === on);
  const choice = (name: string, label: string, chosen: boolean, onChoose: () => void) => (
    <label key={label} className="point wide">
      <input type="radio" name={name} checked={chosen} disabled={readOnly} onChange={onChoose} />
      <span>{label}</span>
    </label>
  );
  return (
    <form className="rubric" onSubmit={(event) => event.preventDefault()}>
      {item.disputes.map((dispute) => {
        const dimension =
          dispute.on === 'dimension' && item.rubric.dimensions.find(({ id }) => id === dispute.dimension);
        if (!dimension) return null;
        return (
          <div key={dimension.id}>
            {props.renderDimension(dimension, settlement.scores[dimension.id], readOnly, (answer) => {
              const { [dimension.id]: _, ...others } = settlement.scores;
              const scores = answer ? { ...others, [dimension.id]: answer } : others;
              onChange({ settlement: { ...settlement, scores } });
            })}
          </div>
        );
      })}
      {asks('correctness') && (
        <fieldset data-open={settlement.correctness === undefined}>
          <legend>{reading.correct}</legend>
          <div className="points">
            {correctnessAnswers.map((answer) =>
              choice(
                'settled-correctness',
                reading.correctness[answer],
                settlement.correctness === answer,
                () => onChange({ settlement: { ...settlement, correctness: answer } }),
              ),
            )}
          </div>
        </fieldset>
      )}
      {asks('primary-error') && (
        <fieldset data-open={settlement.primaryError === undefined}>
          <legend>{text.primaryError}</legend>
          <div className="points">
            {choice('settled-error', text.noPrimaryError, settlement.primaryError === null, () =>
              onChange({ settlement: { ...settlement, primaryError: null } }),
            )}
            {item.rubric.errors.map(({ id, title }) =>
              choice('settled-error', inLanguage(title, language), settlement.primaryError === id, () =>
                onChange({ settlement: { ...settlement, primaryError: id } }),
              ),
            )}
          </div>
        </fieldset>
      )}
      <label className="comment">
        {text.reason} <span className="muted small">{text.reasonHint}</span>
        <textarea
          rows={3}
          maxLength={5000}
          required
          value={props.reason}
          readOnly={readOnly}
          onChange={(event) => onChange({ reason: event.target.value })}
        />
      </label>
    </form>
  );
}
