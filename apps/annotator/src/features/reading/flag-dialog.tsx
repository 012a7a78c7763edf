import { flagCase } from '@concord/rubric/contract/rater/routes';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useMessages } from '../../language/language.tsx';
import { readingMessages } from '../../language/reading.ts';
import { Dialog } from '../../theme/dialog.tsx';

const kinds = ['identifier-seen', 'images-broken'] as const;
type FlagKind = (typeof kinds)[number];

type FlagDialogProps = {
  itemId: string;
  kind: FlagKind;
  note: string;
  onDone: () => void;
  onClose: () => void;
};

/** Reports an identifier or broken images to the curator, which pauses the case. */
export function FlagDialog({ itemId, kind: first, note: firstNote, onDone, onClose }: FlagDialogProps) {
  const text = useMessages(readingMessages);
  const [kind, setKind] = useState(first);
  const [note, setNote] = useState(firstNote);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);

  async function report(): Promise<void> {
    setBusy(true);
    setFailed(false);
    try {
      await call(flagCase, { params: { itemId }, body: { kind, note } });
      onDone();
    } catch {
      setFailed(true);
      setBusy(false);
    }
  }

  return (
    <Dialog title={text.flagTitle} onClose={onClose}>
      <p>{text.flagText}</p>
      <fieldset>
        <legend className="visually-hidden">{text.flagTitle}</legend>
        {kinds.map((choice) => (
          <label key={choice} className="choice">
            <input type="radio" name="flag-kind" checked={kind === choice} onChange={() => setKind(choice)} />
            {text.flagKind[choice]}
          </label>
        ))}
      </fieldset>
      <label className="comment">
        {text.flagNote}
        <textarea rows={3} maxLength={2000} value={note} onChange={(event) => setNote(event.target.value)} />
      </label>
      <p role="alert" className={failed ? 'problem' : 'visually-hidden'}>
        {failed && text.flagFailed}
      </p>
      <div className="actions">
        <button type="button" onClick={onClose}>
          {text.cancel}
        </button>
        <button type="button" className="primary" aria-disabled={busy} onClick={() => !busy && void report()}>
          {busy ? text.flagSending : text.flagSend}
        </button>
      </div>
    </Dialog>
  );
}
