import type { Reading } from '@concord/rubric/contract/rater/reading';
import { draftConflictSchema, saveDraft } from '@concord/rubric/contract/rater/routes';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { call } from '../../api/client.ts';
import { isProblem, ProblemError } from '../../api/problem-error.ts';
import type { AutosaveState, SaveFailure } from './autosave.ts';
import { hasUnsent } from './autosave.ts';
import type { Autosave } from './run-autosave.ts';
import { runAutosave } from './run-autosave.ts';
import { readUnsent, writeUnsent } from './unsent-store.ts';

/** What a failed save means; a server that is busy or broken is tried again like a network that is away. */
export function failureOf(error: unknown): SaveFailure {
  if (isProblem(error, 'not-signed-in')) return { kind: 'signed-out' };
  if (isProblem(error, 'draft-conflict')) {
    const held = draftConflictSchema.safeParse(error.problem.current);
    if (held.success) return { kind: 'conflict', held: held.data };
  }
  if (error instanceof ProblemError && error.problem.status < 500 && error.problem.status !== 429)
    return { kind: 'refused', message: error.message };
  return { kind: 'offline' };
}

type Kept = { autosave: Autosave; storageRefused: () => boolean };

function start(reading: Reading, user: string): Kept {
  let refused = false;
  const { itemId, rubricHash } = reading;
  const autosave = runAutosave(
    {
      send: ({ content, baseRevision, idempotencyKey }) =>
        call(saveDraft, { params: { itemId }, body: { content, baseRevision, idempotencyKey, rubricHash } }),
      failureOf,
      keep: (unsent) => {
        refused = !writeUnsent(localStorage, user, itemId, unsent);
      },
      newKey: () => crypto.randomUUID(),
      setTimer: (run, milliseconds) => window.setTimeout(run, milliseconds),
      clearTimer: (timer) => window.clearTimeout(timer as number),
    },
    reading,
    reading.state === 'submitted' ? null : readUnsent(localStorage, user, itemId),
  );
  return { autosave, storageRefused: () => refused };
}

/** The autosave of the item on screen. Leaving the item sends what is open; closing the page with unsent work warns. */
export function useAutosave(
  reading: Reading,
  user: string,
): { autosave: Autosave; state: AutosaveState; storageRefused: boolean } {
  const [{ autosave, storageRefused }] = useState(() => start(reading, user));
  const state = useSyncExternalStore(autosave.subscribe, autosave.state);
  useEffect(() => {
    const online = (): void => autosave.retry();
    const warn = (event: BeforeUnloadEvent): void => {
      if (hasUnsent(autosave.state())) event.preventDefault();
    };
    window.addEventListener('online', online);
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('online', online);
      window.removeEventListener('beforeunload', warn);
      void autosave.flush().finally(autosave.stop);
    };
  }, [autosave]);
  return { autosave, state, storageRefused: storageRefused() };
}
