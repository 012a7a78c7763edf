import { useEffect, useRef, useState } from 'react';
import { curationMessages } from '../../language/curation-messages.ts';
import { useMessages } from '../../language/language.tsx';
import { Failure } from './failure.tsx';
import { useLock } from './queries.ts';

/** Asks for the reason and says what locking does; the browser's own dialog keeps and returns the focus. */
export function LockDialog(props: { studyId: string; open: number; onClose: () => void }) {
  const words = useMessages(curationMessages);
  const dialog = useRef<HTMLDialogElement>(null);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const lock = useLock(props.studyId);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="lock-title" onClose={props.onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(reason.trim() === '');
          if (reason.trim() !== '' && !lock.isPending)
            lock.mutate(reason.trim(), { onSuccess: () => dialog.current?.close() });
        }}
      >
        <h2 id="lock-title">{words.lockTitle}</h2>
        <p>{words.lockText}</p>
        {props.open > 0 && <p className="notice warn">{words.lockOpen(props.open)}</p>}
        <label className="stack">
          {words.reason}
          <textarea
            rows={3}
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
        {lock.error && <Failure error={lock.error} />}
        <div className="row">
          <button type="submit" className="primary" disabled={lock.isPending}>
            {words.lockConfirm}
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            {words.cancel}
          </button>
        </div>
      </form>
    </dialog>
  );
}
