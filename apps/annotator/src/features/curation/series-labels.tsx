import type { CaseView } from '@concord/rubric/contract/curator/case-view';
import { seriesLabelPattern } from '@concord/rubric/model/imaging';
import { useId, useState } from 'react';
import { useMessages } from '../../language/language.tsx';
import { planningMessages } from '../../language/planning.ts';
import { Failure } from './failure.tsx';
import { useCorrectLabel } from './queries.ts';

const known = [
  'T1w',
  'T1w+C',
  'T2w',
  'FLAIR',
  'DWI b=0',
  'DWI b=1000',
  'ADC',
  'SWI',
  'PD',
  'localiser',
  'unlabelled',
];

function LabelForm(props: { studyId: string; seriesId: string; label: string }) {
  const words = useMessages(planningMessages).labels;
  const [label, setLabel] = useState(props.label);
  const [reason, setReason] = useState('');
  const [asked, ask] = useState(false);
  const correct = useCorrectLabel(props.studyId);
  const listId = useId();
  const changed = label.trim() !== props.label;
  const fits = seriesLabelPattern.test(label.trim());
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault();
        ask(true);
        if (!changed || !fits || reason.trim() === '') return;
        correct.mutate({ seriesId: props.seriesId, label: label.trim(), reason: reason.trim() });
      }}
    >
      <input
        aria-label={`${words.label}: ${props.label}`}
        list={listId}
        value={label}
        aria-invalid={!fits}
        onChange={(event) => setLabel(event.target.value)}
      />
      <datalist id={listId}>
        {known.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </datalist>
      {changed && (
        <>
          <input
            aria-label={`${words.reason}: ${props.label}`}
            placeholder={words.reason}
            maxLength={2000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <button type="submit" disabled={correct.isPending}>
            {words.correct}
          </button>
        </>
      )}
      {asked && changed && (!fits || reason.trim() === '') && (
        <span role="alert" className="problem">
          {fits ? words.reasonNeeded : words.unknown}
        </span>
      )}
      {correct.error && <Failure error={correct.error} />}
    </form>
  );
}

/** Labels of the series with the rule that decided each, to be corrected with a reason. */
export function SeriesLabels({ studyId, view }: { studyId: string; view: CaseView }) {
  const words = useMessages(planningMessages).labels;
  const ruleOf = new Map(view.labelRules.map(({ seriesId, rule }) => [seriesId, rule]));
  return (
    <details>
      <summary>
        {words.title} ({view.series.length})
      </summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.label}</th>
            <th scope="col">{words.images}</th>
            <th scope="col">{words.rule}</th>
          </tr>
        </thead>
        <tbody>
          {view.series.map((series) => (
            <tr key={series.seriesId}>
              <td>
                <LabelForm
                  key={series.label}
                  studyId={studyId}
                  seriesId={series.seriesId}
                  label={series.label}
                />
              </td>
              <td className="number">{series.images.length}</td>
              <td>{ruleOf.get(series.seriesId)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
