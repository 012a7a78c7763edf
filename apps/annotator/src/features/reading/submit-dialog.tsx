import { useMessages } from '../../language/language.tsx';
import { readingMessages } from '../../language/reading.ts';
import { Dialog } from '../../theme/dialog.tsx';
import type { OpenField } from './open-fields.ts';

type SubmitDialogProps = {
  open: readonly OpenField[];
  busy: boolean;
  failure: string | null;
  /** 1-based round that is locked instead of a submission, or null. */
  round: number | null;
  onJump: (fieldId: string) => void;
  onSubmit: () => void;
  onClose: () => void;
};

/** Asks before submitting; what is missing is listed, each entry leads to its field, and nothing is submitted. */
export function SubmitDialog({ open, busy, failure, round, onJump, onSubmit, onClose }: SubmitDialogProps) {
  const text = useMessages(readingMessages);
  return (
    <Dialog title={round === null ? text.submitTitle : text.lockRound(round)} onClose={onClose}>
      {open.length > 0 ? (
        <>
          <p>{text.submitMissing}</p>
          <ul className="missing">
            {open.map(({ fieldId, title }) => (
              <li key={fieldId}>
                <button type="button" onClick={() => onJump(fieldId)}>
                  {title}
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>{round === null ? text.submitText : text.lockRoundText}</p>
      )}
      <p role="alert" className={failure ? 'problem' : 'visually-hidden'}>
        {failure}
      </p>
      <div className="actions">
        <button type="button" onClick={onClose}>
          {text.cancel}
        </button>
        {open.length === 0 && (
          <button
            type="button"
            className="primary"
            data-first-focus
            aria-disabled={busy}
            onClick={() => !busy && onSubmit()}
          >
            {busy ? text.submitting : round === null ? text.submit : text.lockRound(round)}
          </button>
        )}
      </div>
    </Dialog>
  );
}
