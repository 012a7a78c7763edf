import type { Reading } from '@concord/rubric/contract/rater/reading';
import type { Evidence, EvidencePlace } from '@concord/rubric/model/evidence';
import { inLanguage } from '@concord/rubric/model/local-text';
import { useMemo, useState } from 'react';
import { useLanguage, useMessages } from '../../../language/language.tsx';
import { readingMessages } from '../../../language/reading.ts';
import { Dialog } from '../../../theme/dialog.tsx';
import { placeWords } from './evidence-words.ts';
import type { TextSource } from './text-place.ts';
import { sentencesOf, textPlace } from './text-place.ts';

/** Every place that can be chosen without a pointer: sentences of answer and notes, entries of the record. */
function placesOf(reading: Reading, language: 'en' | 'zh'): EvidencePlace[] {
  const { notes, record } = reading.case;
  const answers = reading.rounds.length > 0 ? reading.rounds.map(({ answer }) => answer) : [reading.answer];
  const inText = (source: TextSource, text: string): EvidencePlace[] =>
    sentencesOf(text, language).map(({ start, end }) => textPlace(source, text, start, end));
  return [
    ...answers.flatMap((text, round) => inText({ kind: 'answer', round }, text)),
    ...notes.flatMap(({ noteId, text }) => inText({ kind: 'note', noteId }, text)),
    ...record.map(({ entryId }): EvidencePlace => ({ kind: 'record', entryId })),
  ];
}

const targetKey = (target: Evidence['target']): string =>
  'dimension' in target ? `dimension ${target.dimension}` : `error ${target.error}`;

/** Asks where the evidence is and what it speaks for. What was selected or pointed at comes first. */
export function EvidenceDialog(props: {
  reading: Reading;
  /** The selection of the page and the place chosen on an image, where there are any. */
  offered: readonly EvidencePlace[];
  target: Evidence['target'] | null;
  errors: readonly string[];
  onAdd: (evidence: Evidence) => void;
  onClose: () => void;
}) {
  const { reading } = props;
  const { rubric } = reading;
  const text = useMessages(readingMessages);
  const words = text.evidence;
  const { language } = useLanguage();
  const [sought, seek] = useState('');
  const places = useMemo(
    () =>
      [...props.offered, ...placesOf(reading, language)].map((place) => ({
        place,
        words: placeWords(place, reading.case, language),
      })),
    [props.offered, reading, language],
  );
  const [chosen, choose] = useState(0);
  const targets: { target: Evidence['target']; title: string }[] = [
    ...rubric.dimensions.map(({ id, title }) => ({
      target: { dimension: id },
      title: inLanguage(title, language),
    })),
    ...rubric.errors
      .filter(({ id }) => props.errors.includes(id))
      .map(({ id, title }) => ({ target: { error: id }, title: inLanguage(title, language) })),
  ];
  const [targetAt, setTarget] = useState(() => {
    const wanted = props.target && targetKey(props.target);
    return Math.max(
      0,
      targets.findIndex(({ target }) => targetKey(target) === wanted),
    );
  });
  const needle = sought.trim().toLocaleLowerCase();
  const found = places
    .map((each, index) => ({ ...each, index }))
    .filter((each) => each.words.toLocaleLowerCase().includes(needle));
  const add = (): void => {
    const place = places[chosen]?.place;
    const target = targets[targetAt]?.target;
    if (place && target) props.onAdd({ target, place });
  };
  return (
    <Dialog title={words.add} onClose={props.onClose}>
      <form
        className="stack evidence-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <p className="muted small">{words.help}</p>
        <label className="stack">
          {words.speaksFor}
          <select value={targetAt} onChange={(event) => setTarget(Number(event.target.value))}>
            {targets.map(({ target, title }, index) => (
              <option key={targetKey(target)} value={index}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label className="stack">
          {words.search}
          <input type="search" value={sought} onChange={(event) => seek(event.target.value)} />
        </label>
        <fieldset className="evidence-places">
          <legend>{words.where}</legend>
          {found.length === 0 && <p className="muted">{words.noPlace}</p>}
          {found.map(({ words: label, index }) => (
            <label key={index}>
              <input
                type="radio"
                name="evidence-place"
                checked={index === chosen}
                {...(index === chosen ? { 'data-first-focus': true } : {})}
                onChange={() => choose(index)}
              />
              {index < props.offered.length && <b>{words.selected} </b>}
              {label}
            </label>
          ))}
        </fieldset>
        <div className="actions">
          <button type="button" onClick={props.onClose}>
            {text.cancel}
          </button>
          <button type="submit" className="primary" disabled={!found.some(({ index }) => index === chosen)}>
            {words.confirm}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
