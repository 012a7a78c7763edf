import { useLanguage, useMessages } from '../../language/language.tsx';
import { readingMessages } from '../../language/reading.ts';
import { clockTime, dayAndTime } from '../../language/time.ts';
import type { AutosaveState } from './autosave.ts';

/** Where the draft stands; *saved* appears only for what the server confirmed. */
export function SaveStatus({ state, storageRefused }: { state: AutosaveState; storageRefused: boolean }) {
  const { save } = useMessages(readingMessages);
  const { language } = useLanguage();
  const { phase, savedAt, changes } = state;
  let line = savedAt ? save.saved(clockTime(savedAt, language)) : save.none;
  if (phase === 'waiting' || phase === 'sending') line = save.saving;
  else if (phase === 'offline') line = storageRefused ? save.notKept(changes) : save.offline(changes);
  else if (phase === 'signed-out') line = save.signedOut;
  else if (phase === 'conflict') line = save.conflict;
  else if (phase === 'refused') line = save.refused(state.message ?? '');
  return (
    <output
      className="save-status"
      data-phase={phase}
      title={savedAt ? dayAndTime(savedAt, language) : undefined}
    >
      {line}
    </output>
  );
}
