import type { Reading } from '@concord/rubric/contract/rater/reading';
import type { Evidence, EvidencePlace } from '@concord/rubric/model/evidence';
import type { RatingContent } from '@concord/rubric/model/rating';
import { useCallback, useRef, useState } from 'react';
import type { TextSource } from './text-place.ts';
import { selectedPlace, sourceKey } from './text-place.ts';

/** A place on a slice as the image viewer names it. */
export type ImagePlace = {
  readonly seriesId: string;
  readonly slice: number;
  readonly points: readonly (readonly [number, number])[];
  readonly patient: readonly (readonly [number, number, number])[] | null;
};

const copy2 = ([x, y]: readonly [number, number]): [number, number] => [x, y];
const copy3 = ([x, y, z]: readonly [number, number, number]): [number, number, number] => [x, y, z];

function sourcesOf(reading: Reading): Map<string, { source: TextSource; text: string }> {
  const answers = reading.rounds.length > 0 ? reading.rounds.map(({ answer }) => answer) : [reading.answer];
  const all = [
    ...answers.map((text, round) => ({ source: { kind: 'answer', round } as TextSource, text })),
    ...reading.case.notes.map(({ noteId, text }) => ({
      source: { kind: 'note', noteId } as TextSource,
      text,
    })),
  ];
  return new Map(all.map((each) => [sourceKey(each.source), each]));
}

/** The dimension whose field has the focus. */
function focusedTarget(): Evidence['target'] | null {
  const field = document.activeElement?.closest('[id^="field-scores-"]');
  return field ? { dimension: field.id.slice('field-scores-'.length) } : null;
}

/** The element of the screen that shows a text place, and the tab that it is on. */
function elementOf(place: EvidencePlace, rounds: number): { tab: string | null; selector: string } | null {
  if (place.kind === 'slice') return null;
  if (place.kind === 'record') return { tab: 'record', selector: '#case-panel mark' };
  const note = place.kind === 'note';
  const key = note
    ? sourceKey({ kind: 'note', noteId: place.noteId })
    : sourceKey({ kind: 'answer', round: place.round });
  const tab = note ? 'notes' : place.round < rounds - 1 ? 'rounds' : null;
  return { tab, selector: `[data-evidence="${CSS.escape(key)}"] mark` };
}

/** The evidence of a rating: what can be marked now, what is marked, and where it opens again. */
export function useEvidence(
  reading: Reading,
  content: RatingContent,
  edit: (content: RatingContent) => void,
) {
  const all = content.evidence ?? [];
  const pointed = useRef<ImagePlace | null>(null);
  const [target, setTarget] = useState<ImagePlace | null>(null);
  const write = (evidence: Evidence[]): void => {
    const { evidence: _, ...rest } = content;
    edit(evidence.length > 0 ? { ...rest, evidence } : rest);
  };
  const sliceOf = ({ seriesId, slice, points, patient }: ImagePlace): EvidencePlace[] => {
    const series = reading.case.series.findIndex((each) => each.seriesId === seriesId);
    if (series < 0) return [];
    const place = { series, slice, points: points.map(copy2), patient: patient ? patient.map(copy3) : null };
    return [{ kind: 'slice', ...place }];
  };
  return {
    all,
    target,
    onPlace: useCallback((place: ImagePlace | null) => {
      pointed.current = place;
    }, []),
    /** What the dialog offers first: the selected words, the place pointed at. */
    offer: (): { offered: EvidencePlace[]; target: Evidence['target'] | null } => {
      const selected = selectedPlace(document.getSelection(), sourcesOf(reading));
      return {
        offered: [...(selected ? [selected] : []), ...(pointed.current ? sliceOf(pointed.current) : [])],
        target: focusedTarget(),
      };
    },
    add: (evidence: Evidence): void => write([...all, evidence]),
    remove: (index: number): void => write(all.filter((_, at) => at !== index)),
    /** Brings the place into view: its slice, or its text. */
    open: (place: EvidencePlace): void => {
      if (place.kind === 'slice') {
        const seriesId = reading.case.series[place.series]?.seriesId;
        const { slice, points, patient } = place;
        if (seriesId !== undefined) setTarget({ seriesId, slice, points, patient });
        return;
      }
      const element = elementOf(place, reading.rounds.length);
      if (!element) return;
      if (element.tab) document.getElementById(`tab-${element.tab}`)?.click();
      // The tab is drawn in the next frame.
      requestAnimationFrame(() =>
        document.querySelector(element.selector)?.scrollIntoView({ block: 'center' }),
      );
    },
  };
}
