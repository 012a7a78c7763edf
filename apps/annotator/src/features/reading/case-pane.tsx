import type { Reading } from '@concord/rubric/contract/rater/reading';
import type { Evidence } from '@concord/rubric/model/evidence';
import type { KeyboardEvent } from 'react';
import { useRef, useState } from 'react';
import { useMessages } from '../../language/language.tsx';
import { readingMessages } from '../../language/reading.ts';
import { MarkedText } from './evidence/marked-text.tsx';
import { noteParts } from './note-parts.ts';

type Tab = 'summary' | 'record' | 'notes' | 'rounds';

/** What is known of the patient, in tabs: summary, record, notes and, for iterative tasks, the rounds. */
export function CasePane({
  reading,
  evidence = [],
}: {
  reading: Pick<Reading, 'case' | 'rounds'>;
  evidence?: readonly Evidence[];
}) {
  const text = useMessages(readingMessages);
  const [tab, setTab] = useState<Tab>('summary');
  const bar = useRef<HTMLDivElement>(null);
  const tabs: Tab[] = [
    'summary',
    'record',
    'notes',
    ...(reading.rounds.length > 0 ? (['rounds'] as const) : []),
  ];

  function move(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length] ?? 'summary';
    setTab(next);
    bar.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  }

  return (
    <>
      <div
        role="tablist"
        tabIndex={-1}
        aria-label={text.panes.case}
        className="tabs"
        ref={bar}
        onKeyDown={move}
      >
        {tabs.map((name) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            role="tab"
            aria-selected={name === tab}
            aria-controls="case-panel"
            tabIndex={name === tab ? 0 : -1}
            onClick={() => setTab(name)}
          >
            {text.tabs[name]}
          </button>
        ))}
      </div>
      <div
        id="case-panel"
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
        tabIndex={0}
        className="scroll prose"
      >
        {tab === 'summary' && <p className="written">{reading.case.summary || text.noSummary}</p>}
        {tab === 'record' && <Record entries={reading.case.record} evidence={evidence} />}
        {tab === 'notes' && (
          <>
            {reading.case.notes.length === 0 && <p>{text.noNotes}</p>}
            {reading.case.notes.map((note) => (
              <article key={note.noteId}>
                <h3>{note.title}</h3>
                {noteParts(note.text).map((part, index) =>
                  part.kind === 'heading' ? (
                    <h4 key={index}>{part.text}</h4>
                  ) : (
                    <MarkedText
                      key={index}
                      className="written"
                      source={{ kind: 'note', noteId: note.noteId }}
                      text={part.text}
                      start={part.start}
                      evidence={evidence}
                    />
                  ),
                )}
              </article>
            ))}
          </>
        )}
        {tab === 'rounds' &&
          reading.rounds.map((round, index) => (
            <article key={round.question + round.reveal}>
              <h3>{text.round(index + 1)}</h3>
              <h4>{text.reveal}</h4>
              <p className="written">{round.reveal}</p>
              <h4>{text.question}</h4>
              <p className="written">{round.question}</p>
              <h4>{text.earlierAnswer}</h4>
              <MarkedText
                className="written"
                source={{ kind: 'answer', round: index }}
                text={round.answer}
                evidence={evidence}
              />
            </article>
          ))}
      </div>
    </>
  );
}

function Record({
  entries,
  evidence,
}: {
  entries: Reading['case']['record'];
  evidence: readonly Evidence[];
}) {
  const text = useMessages(readingMessages);
  const marked = new Set(evidence.flatMap(({ place }) => (place.kind === 'record' ? [place.entryId] : [])));
  if (entries.length === 0) return <p>{text.noRecord}</p>;
  const categories = [...new Set(entries.map((entry) => entry.category))];
  return categories.map((category) => (
    <table key={category} className="record">
      <caption>{text.category[category]}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{text.recordColumns.date}</th>
          <th scope="col">{text.recordColumns.entry}</th>
          <th scope="col">{text.recordColumns.value}</th>
        </tr>
      </thead>
      <tbody>
        {entries
          .filter((entry) => entry.category === category)
          .map((entry) => (
            <tr key={entry.entryId}>
              <td className="muted">{entry.date?.slice(0, 10)}</td>
              <td>{marked.has(entry.entryId) ? <mark>{entry.label}</mark> : entry.label}</td>
              <td>
                {entry.value}
                {entry.flag && <strong className="flag"> {entry.flag}</strong>}
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  ));
}
