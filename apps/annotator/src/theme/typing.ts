type KeyLike = Pick<KeyboardEvent, 'isComposing' | 'keyCode' | 'target'>;

const typed =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), input:not([type=radio]):not([type=checkbox])';

/** True while the key belongs to a text: inside a field, or while an input method composes (key code 229). */
export function isTyping(event: KeyLike): boolean {
  if (event.isComposing || event.keyCode === 229) return true;
  return event.target instanceof Element && event.target.closest(typed) !== null;
}
