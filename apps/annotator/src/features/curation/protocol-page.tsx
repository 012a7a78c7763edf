import type { Protocol } from '@concord/rubric/contract/bundle/study';
import type { ProtocolView } from '@concord/rubric/contract/curator/protocol';
import { jsonChanges } from '@concord/rubric/model/json-changes';
import { useState } from 'react';
import { curationMessages } from '../../language/curation-messages.ts';
import { useLanguage, useMessages } from '../../language/language.tsx';
import { planningMessages } from '../../language/planning.ts';
import { dayAndTime } from '../../language/time.ts';
import { Failure } from './failure.tsx';
import { NumberField } from './number-field.tsx';
import { Planner } from './planner.tsx';
import { useChangeProtocol, useProtocol } from './queries.ts';
import { SortableTable } from './sortable-table.tsx';

type FieldsProps = { protocol: Protocol; readOnly: boolean; onChange: (protocol: Protocol) => void };

function ReadingFields({ protocol, readOnly, onChange }: FieldsProps) {
  const words = useMessages(planningMessages);
  const { fields } = words;
  const { repeats } = protocol;
  return (
    <fieldset disabled={readOnly}>
      <legend>{words.groups.reading}</legend>
      <NumberField
        label={fields.minRaters}
        value={protocol.minRaters}
        min={1}
        onChange={(minRaters) => onChange({ ...protocol, minRaters })}
      />
      <NumberField
        label={`${fields.raters} (0: ${words.everyRater})`}
        value={protocol.ratersPerResponse ?? 0}
        min={0}
        onChange={(count) => onChange({ ...protocol, ratersPerResponse: count === 0 ? null : count })}
      />
      <label className="field">
        {fields.referenceShown}
        <select
          value={protocol.referenceShown}
          onChange={(event) =>
            onChange({ ...protocol, referenceShown: event.target.value as Protocol['referenceShown'] })
          }
        >
          {(['never', 'after-submit', 'always'] as const).map((when) => (
            <option key={when} value={when}>
              {words.referenceWords[when]}
            </option>
          ))}
        </select>
      </label>
      <NumberField
        label={fields.repeatShare}
        value={repeats.share}
        min={0}
        max={0.5}
        step={0.01}
        onChange={(share) => onChange({ ...protocol, repeats: { ...repeats, share } })}
      />
      <NumberField
        label={fields.washoutDays}
        value={repeats.washoutDays}
        min={0}
        onChange={(washoutDays) => onChange({ ...protocol, repeats: { ...repeats, washoutDays } })}
        {...(repeats.share > 0 && repeats.washoutDays < 14 ? { warning: words.washoutShort } : {})}
      />
      {(['roundsLocked', 'trainingFeedback'] as const).map((key) => (
        <label key={key} className="check">
          <input
            type="checkbox"
            checked={protocol[key]}
            onChange={(event) => onChange({ ...protocol, [key]: event.target.checked })}
          />
          {fields[key]}
        </label>
      ))}
      <NumberField
        label={fields.breakAfterMinutes}
        value={protocol.breakAfterMinutes}
        min={0}
        onChange={(breakAfterMinutes) => onChange({ ...protocol, breakAfterMinutes })}
      />
    </fieldset>
  );
}

function AdjudicationFields({ protocol, readOnly, onChange }: FieldsProps) {
  const words = useMessages(planningMessages);
  const { adjudication } = protocol;
  const set = (part: Partial<Protocol['adjudication']>): void =>
    onChange({ ...protocol, adjudication: { ...adjudication, ...part } });
  return (
    <fieldset disabled={readOnly}>
      <legend>{words.groups.adjudication}</legend>
      <NumberField
        label={words.fields.gap}
        value={adjudication.gap}
        min={1}
        onChange={(gap) => set({ gap })}
      />
      <NumberField
        label={words.fields.safetyGap}
        value={adjudication.safetyGap}
        min={1}
        onChange={(safetyGap) => set({ safetyGap })}
      />
      {(['correctness', 'primaryError'] as const).map((key) => (
        <label key={key} className="check">
          <input
            type="checkbox"
            checked={adjudication[key]}
            onChange={(event) => set({ [key]: event.target.checked })}
          />
          {words.fields[key]}
        </label>
      ))}
    </fieldset>
  );
}

const gateSteps = {
  rLowerBound: { min: -1, max: 1, step: 0.01 },
  biasMargin: { min: 0.1, max: 100, step: 0.1 },
  coverage: { min: 0, max: 1, step: 0.01 },
  dangerousCellLimit: { min: 0, max: 1, step: 0.01 },
  level: { min: 0.5, max: 0.999, step: 0.001 },
  looks: { min: 1, max: 20, step: 1 },
} as const;

function GateFields({ protocol, readOnly, onChange }: FieldsProps) {
  const words = useMessages(planningMessages);
  return (
    <fieldset disabled={readOnly}>
      <legend>{words.groups.gate}</legend>
      {(Object.keys(gateSteps) as (keyof typeof gateSteps)[]).map((key) => (
        <NumberField
          key={key}
          label={words.fields[key]}
          value={protocol.gate[key]}
          {...gateSteps[key]}
          onChange={(value) => onChange({ ...protocol, gate: { ...protocol.gate, [key]: value } })}
        />
      ))}
    </fieldset>
  );
}

/** The fields, what differs from the registered protocol, the reason, and the button that registers. */
function ProtocolForm(props: { studyId: string; view: ProtocolView; locked: boolean }) {
  const words = useMessages(planningMessages);
  const { view, locked } = props;
  const [protocol, setProtocol] = useState(view.protocol);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const change = useChangeProtocol(props.studyId);
  const changes = jsonChanges(view.protocol, protocol);
  const fields = { protocol, readOnly: locked, onChange: setProtocol };
  const amending = view.ratings > 0;
  return (
    <form
      className="stack protocol"
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(reason.trim() === '');
        if (reason.trim() === '' || changes.length === 0 || change.isPending) return;
        change.mutate({ protocol, baseSequence: view.sequence, reason: reason.trim() });
      }}
    >
      <div className="field-groups">
        <ReadingFields {...fields} />
        <AdjudicationFields {...fields} />
        <GateFields {...fields} />
      </div>
      {locked && <p className="notice">{words.lockedText}</p>}
      {!locked && (
        <>
          {amending && <p className="notice warn">{words.amendmentWarning(view.ratings)}</p>}
          {changes.length === 0 ? (
            <p className="muted">{words.nothingChanged}</p>
          ) : (
            <>
              <h3>{words.changes}</h3>
              <ul>
                {changes.map((line) => (
                  <li key={line}>
                    <code>{line}</code>
                  </li>
                ))}
              </ul>
            </>
          )}
          <label className="stack">
            {words.reason}
            <textarea
              rows={2}
              maxLength={2000}
              value={reason}
              aria-invalid={missing}
              onChange={(event) => setReason(event.target.value)}
            />
          </label>
          {missing && reason.trim() === '' && (
            <p role="alert" className="problem">
              {words.reasonNeeded}
            </p>
          )}
          {change.error && <Failure error={change.error} />}
          <div className="row">
            <button type="submit" className="primary" disabled={changes.length === 0 || change.isPending}>
              {amending ? words.amend : words.register}
            </button>
            <button type="button" disabled={changes.length === 0} onClick={() => setProtocol(view.protocol)}>
              {words.reset}
            </button>
          </div>
        </>
      )}
    </form>
  );
}

/** The protocol in force, its form, and every version with who changed what and why. */
export function ProtocolPage({ studyId, locked }: { studyId: string; locked: boolean }) {
  const words = useMessages(planningMessages);
  const common = useMessages(curationMessages);
  const { language } = useLanguage();
  const view = useProtocol(studyId);
  const { data } = view;
  const kindOf = (sequence: number, ratings: number): string =>
    sequence === 0 ? words.imported : ratings > 0 ? words.amendment(ratings) : words.registration;
  return (
    <>
      <h2>{words.protocol}</h2>
      <p className="muted">{words.protocolIntro}</p>
      {view.error && <Failure error={view.error} retry={() => void view.refetch()} />}
      {view.isPending && <output>{common.loading}</output>}
      {data && (
        <>
          <p role="status">{words.inForce(data.sequence, data.ratings)}</p>
          <ProtocolForm key={data.sequence} studyId={studyId} view={data} locked={locked} />
          <Planner protocol={data.protocol} />
          <h3>{words.history}</h3>
          <SortableTable
            caption={words.history}
            rows={data.versions}
            rowKey={(row) => String(row.sequence)}
            empty=""
            columns={[
              { key: 'version', title: words.columns.version, by: (row) => row.sequence },
              {
                key: 'when',
                title: words.columns.when,
                by: (row) => row.at,
                show: (row) => dayAndTime(row.at, language),
              },
              { key: 'who', title: words.columns.who, by: (row) => row.actor || '–' },
              {
                key: 'kind',
                title: words.columns.kind,
                by: (row) => kindOf(row.sequence, row.ratingsBefore),
              },
              { key: 'what', title: words.columns.what, by: (row) => row.changed.join('; ') || '–' },
              { key: 'why', title: words.columns.why, by: (row) => row.reason || '–' },
            ]}
          />
        </>
      )}
    </>
  );
}
