import type { CaseView } from '@concord/rubric/contract/curator/case-view';
import type { Evidence, EvidencePlace } from '@concord/rubric/model/evidence';
import { curationMessages } from '../../language/curation-messages.ts';
import { useMessages } from '../../language/language.tsx';

/** A place on a slice as the image viewer takes it. */
export type ImagePlace = Pick<Extract<EvidencePlace, { kind: 'slice' }>, 'slice' | 'points' | 'patient'> & {
  seriesId: string;
};

/** What a rater marked for a score or an error: the words, the entry, or the slice, which opens again. */
export function EvidenceCell(props: {
  evidence: readonly Evidence[];
  view: CaseView;
  onOpen: (place: ImagePlace) => void;
}) {
  const words = useMessages(curationMessages);
  const { view } = props;
  if (props.evidence.length === 0) return '–';
  const where = (place: EvidencePlace) => {
    if (place.kind === 'answer' || place.kind === 'note') return <q>{place.quote}</q>;
    if (place.kind === 'record')
      return view.record.find(({ entryId }) => entryId === place.entryId)?.label ?? place.entryId;
    const series = view.series[place.series];
    if (!series) return '–';
    const { slice, points, patient } = place;
    return (
      <button
        type="button"
        onClick={() => props.onOpen({ seriesId: series.seriesId, slice, points, patient })}
      >
        {words.evidenceOn(series.label, slice + 1)}
      </button>
    );
  };
  return (
    <ul className="plain">
      {props.evidence.map(({ target, place }, index) => (
        <li key={index}>
          <b>{'dimension' in target ? target.dimension : target.error}</b> {where(place)}
        </li>
      ))}
    </ul>
  );
}
