import type { Evidence } from '@concord/rubric/model/evidence';
import type { ReactElement } from 'react';
import type { TextSource } from './text-place.ts';
import { sourceKey } from './text-place.ts';

type Span = { start: number; end: number };

/** Spans of the evidence that lies in a source. */
export const spansIn = (evidence: readonly Evidence[], source: TextSource): Span[] =>
  evidence.flatMap(({ place }) => {
    if (place.kind !== 'answer' && place.kind !== 'note') return [];
    const key = sourceKey(
      place.kind === 'answer'
        ? { kind: 'answer', round: place.round }
        : { kind: 'note', noteId: place.noteId },
    );
    return key === sourceKey(source) ? [{ start: place.start, end: place.end }] : [];
  });

/** A text, or the part of it from `start` on, with its evidence marked; selections in it become evidence by offset. */
export function MarkedText(props: {
  text: string;
  source: TextSource;
  evidence: readonly Evidence[];
  /** Offset of `text` in the whole text of the source. */
  start?: number;
  className: string;
}): ReactElement {
  const { text, source, start = 0 } = props;
  const inside = spansIn(props.evidence, source).map((span) => ({
    start: Math.max(0, span.start - start),
    end: Math.min(text.length, span.end - start),
  }));
  const cuts = [0, text.length, ...inside.flatMap((span) => [span.start, span.end])]
    .filter((cut) => cut >= 0 && cut <= text.length)
    .sort((a, b) => a - b);
  const pieces = cuts.flatMap((from, at) => {
    const to = cuts[at + 1] ?? from;
    if (to <= from) return [];
    const marked = inside.some((span) => span.start <= from && span.end >= to);
    return [{ from, text: text.slice(from, to), marked }];
  });
  return (
    <p className={props.className} data-evidence={sourceKey(source)} data-start={start}>
      {pieces.map((piece) =>
        piece.marked ? (
          <mark key={piece.from}>{piece.text}</mark>
        ) : (
          <span key={piece.from}>{piece.text}</span>
        ),
      )}
    </p>
  );
}
