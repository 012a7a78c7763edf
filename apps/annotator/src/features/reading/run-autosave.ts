import type { RatingContent } from '@concord/rubric/model/rating';
import type { AutosaveEvent, AutosaveState, Save, SaveFailure } from './autosave.ts';
import { delayBefore, hasUnsent, startAutosave, stepAutosave } from './autosave.ts';
import type { Unsent } from './unsent-store.ts';

/** What the autosave needs of the world; tests hand in their own clock and network. */
export type AutosaveWorld = {
  send: (save: Save) => Promise<{ revision: number; savedAt: string }>;
  failureOf: (error: unknown) => SaveFailure;
  keep: (unsent: Unsent | null) => void;
  newKey: () => string;
  setTimer: (run: () => void, milliseconds: number) => unknown;
  clearTimer: (timer: unknown) => void;
};

export type Autosave = {
  state: () => AutosaveState;
  subscribe: (listener: () => void) => () => void;
  edit: (content: RatingContent) => void;
  /** Sends at once what is open. Resolves to true when the server holds everything, false when it does not. */
  flush: () => Promise<boolean>;
  /** Tries again now: the network is back. */
  retry: () => void;
  /** Another request met an ended session. */
  askPassword: () => void;
  signedIn: () => void;
  keepMine: () => void;
  takeHeld: () => void;
  /** Stops the timers; unsent work stays kept. */
  stop: () => void;
};

/** Runs the autosave: keeps every change locally at once, sends it after a pause, one save at a time. */
export function runAutosave(
  world: AutosaveWorld,
  held: { revision: number; savedAt: string | null; content: RatingContent },
  unsent: Unsent | null,
): Autosave {
  let state = startAutosave(held, unsent);
  let timer: unknown = null;
  let stopped = false;
  const listeners = new Set<() => void>();

  const keep = (): void => {
    if (!hasUnsent(state)) return world.keep(null);
    // The key and revision of a save without an answer go along, so that a reload repeats that very save;
    // once newer changes exist, their own save is formed later and the old key must not carry them.
    const repeat = state.pending && state.newer === 0 ? state.pending : null;
    world.keep({
      content: state.content,
      baseRevision: repeat?.baseRevision ?? state.revision,
      idempotencyKey: repeat?.idempotencyKey ?? world.newKey(),
      changes: state.changes,
    });
  };

  const transmit = async (save: Save): Promise<void> => {
    let event: AutosaveEvent;
    try {
      event = { type: 'confirmed', ...(await world.send(save)) };
    } catch (error) {
      event = { type: 'failed', failure: world.failureOf(error) };
    }
    apply(event);
  };

  function apply(event: AutosaveEvent): void {
    const before = state;
    state = stepAutosave(state, event);
    if (state === before) return;
    keep();
    if (timer !== null) world.clearTimer(timer);
    timer = null;
    if (state.phase === 'sending' && before.phase !== 'sending' && state.pending)
      void transmit(state.pending);
    plan();
    for (const listener of listeners) listener();
  }

  function plan(): void {
    const delay = stopped ? null : delayBefore(state);
    if (delay !== null) timer = world.setTimer(now, delay);
  }

  const now = (): void => apply({ type: 'due', idempotencyKey: world.newKey() });

  plan();
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    edit: (content) => apply({ type: 'edit', content }),
    flush: () =>
      new Promise((resolve) => {
        const look = (): void => {
          if (state.phase === 'sending') return;
          if (state.phase === 'waiting') return now();
          listeners.delete(look);
          resolve(state.phase === 'idle');
        };
        listeners.add(look);
        if (state.phase === 'offline' || state.phase === 'refused') now();
        else look();
      }),
    retry: () => {
      if (state.phase === 'offline') now();
    },
    askPassword: () => apply({ type: 'session-ended' }),
    signedIn: () => apply({ type: 'signed-in' }),
    keepMine: () => apply({ type: 'keep-mine', idempotencyKey: world.newKey() }),
    takeHeld: () => apply({ type: 'take-held' }),
    stop: () => {
      stopped = true;
      if (timer !== null) world.clearTimer(timer);
    },
  };
}
