import type { ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';

type DialogProps = {
  title: string;
  /** Called for Escape and wherever the dialog is left without a choice; absent where one must be made. */
  onClose?: () => void;
  children: ReactNode;
};

/** A modal dialog: traps focus, starts at `data-first-focus` where something in it has that, closes on Escape, and gives focus back to where it was. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => {
      // A removed dialog never closes, so the browser does not return the focus itself.
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      // Some browsers close on a second Escape whatever the page says.
      onClose={() => (onClose ? onClose() : dialog.current?.showModal())}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
