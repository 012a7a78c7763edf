import type { Reading } from '@concord/rubric/contract/rater/reading';
import type { Evidence, EvidencePlace } from '@concord/rubric/model/evidence';
import { useLanguage, useMessages } from '../../../language/language.tsx';
import { readingMessages } from '../../../language/reading.ts';
import { placeWords, targetWords } from './evidence-words.ts';

/** What was marked so far; each opens its place again, and can be taken off while the rating is open. */
export function EvidenceList(props: {
  reading: Reading;
  evidence: readonly Evidence[];
  readOnly: boolean;
  onAdd: () => void;
  onOpen: (place: EvidencePlace) => void;
  onRemove: (index: number) => void;
}) {
  const text = useMessages(readingMessages);
  const { language } = useLanguage();
  const { reading, evidence } = props;
  return (
    <fieldset className="evidence">
      <legend>{text.evidence.title}</legend>
      {evidence.length === 0 && <p className="muted small">{text.evidence.none}</p>}
      <ul className="plain">
        {evidence.map(({ target, place }, index) => {
          const words = placeWords(place, reading.case, language);
          return (
            <li key={index}>
              <button type="button" className="quiet" onClick={() => props.onOpen(place)}>
                <b>{targetWords(target, reading.rubric, language)}</b> {words}
              </button>
              {!props.readOnly && (
                <button
                  type="button"
                  className="quiet"
                  aria-label={`${text.evidence.remove}: ${words}`}
                  onClick={() => props.onRemove(index)}
                >
                  ×
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {!props.readOnly && (
        <button type="button" onClick={props.onAdd}>
          {text.evidence.add} <kbd>k</kbd>
        </button>
      )}
    </fieldset>
  );
}
