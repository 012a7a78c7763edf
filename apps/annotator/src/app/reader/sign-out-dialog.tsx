import { useMessages } from '../../language/language.tsx';
import { sessionMessages } from '../../language/session.ts';
import { Dialog } from '../../theme/dialog.tsx';

type SignOutDialogProps = { count: number; onStay: () => void; onLeave: () => void };

/** Warns before signing out while work has not been sent. */
export function SignOutDialog({ count, onStay, onLeave }: SignOutDialogProps) {
  const text = useMessages(sessionMessages);
  return (
    <Dialog title={text.unsentTitle} onClose={onStay}>
      <p>{text.unsentText(count)}</p>
      <div className="actions">
        <button type="button" onClick={onLeave}>
          {text.leaveAnyway}
        </button>
        <button type="button" className="primary" onClick={onStay}>
          {text.stay}
        </button>
      </div>
    </Dialog>
  );
}
