import type { RatingContent } from '@concord/rubric/model/rating';

/** One save as it goes over the wire; sent again with the same key until an answer comes. */
export type Save = { content: RatingContent; baseRevision: number; idempotencyKey: string };

/** What the server holds when somebody, or another tab, saved in between. */
export type Held = { revision: number; savedAt: string | null; content: RatingContent };

/** Why a save did not arrive. Only `offline` is tried again by itself. */
export type SaveFailure =
  | { kind: 'offline' }
  | { kind: 'signed-out' }
  | { kind: 'conflict'; held: Held }
  | { kind: 'refused'; message: string };

export type SavePhase = 'idle' | 'waiting' | 'sending' | 'offline' | 'signed-out' | 'conflict' | 'refused';

/** Everything that decides what the reader is told and what is sent next. */
export type AutosaveState = {
  phase: SavePhase;
  content: RatingContent;
  /** Revision that the server confirmed last; 0 before the first save. */
  revision: number;
  /** ISO time of the last confirmed save, or null. */
  savedAt: string | null;
  /** The save that is under way or has had no answer yet. */
  pending: Save | null;
  /** Changes made since the last confirmed save. */
  changes: number;
  /** Of these, the ones that came after `pending` was formed. */
  newer: number;
  /** Failed attempts in a row. */
  attempts: number;
  held: Held | null;
  message: string | null;
};

export type AutosaveEvent =
  | { type: 'edit'; content: RatingContent }
  | { type: 'due'; idempotencyKey: string }
  | { type: 'confirmed'; revision: number; savedAt: string }
  | { type: 'failed'; failure: SaveFailure }
  | { type: 'session-ended' }
  | { type: 'signed-in' }
  | { type: 'keep-mine'; idempotencyKey: string }
  | { type: 'take-held' };

/** Start from what the server gave, with work that an earlier visit could not send, if there is any. */
export function startAutosave(held: Held, unsent: (Save & { changes: number }) | null): AutosaveState {
  return {
    phase: unsent ? 'waiting' : 'idle',
    content: unsent?.content ?? held.content,
    revision: held.revision,
    savedAt: held.savedAt,
    pending: unsent
      ? { content: unsent.content, baseRevision: unsent.baseRevision, idempotencyKey: unsent.idempotencyKey }
      : null,
    changes: unsent?.changes ?? 0,
    newer: 0,
    attempts: 0,
    held: null,
    message: null,
  };
}

function formSave(state: AutosaveState, idempotencyKey: string): AutosaveState {
  const pending = { content: state.content, baseRevision: state.revision, idempotencyKey };
  return { ...state, pending, newer: 0, phase: 'sending', message: null };
}

function afterFailure(state: AutosaveState, failure: SaveFailure): AutosaveState {
  switch (failure.kind) {
    case 'offline':
      return { ...state, phase: 'offline', attempts: state.attempts + 1 };
    case 'signed-out':
      return { ...state, phase: 'signed-out' };
    case 'conflict':
      return { ...state, phase: 'conflict', held: failure.held, pending: null };
    default:
      // The same save would be refused again, so the next one is formed anew from what is on screen.
      return { ...state, phase: 'refused', message: failure.message, pending: null };
  }
}

/** The next state; no clock, no network, no storage. Events that do not fit the phase change nothing. */
export function stepAutosave(state: AutosaveState, event: AutosaveEvent): AutosaveState {
  switch (event.type) {
    case 'edit': {
      const phase = state.phase === 'idle' || state.phase === 'refused' ? 'waiting' : state.phase;
      return {
        ...state,
        phase,
        content: event.content,
        changes: state.changes + 1,
        newer: state.newer + 1,
        message: null,
      };
    }
    case 'due':
      if (state.phase !== 'waiting' && state.phase !== 'offline' && state.phase !== 'refused') return state;
      // No answer came to `pending`: it may be on disk already, so the very same save is sent again.
      return state.pending ? { ...state, phase: 'sending' } : formSave(state, event.idempotencyKey);
    case 'confirmed': {
      if (state.phase !== 'sending') return state;
      const { revision, savedAt } = event;
      const phase = state.newer > 0 ? 'waiting' : 'idle';
      return {
        ...state,
        phase,
        revision,
        savedAt,
        pending: null,
        changes: state.newer,
        newer: 0,
        attempts: 0,
      };
    }
    case 'failed':
      return state.phase === 'sending' ? afterFailure(state, event.failure) : state;
    case 'session-ended':
      return state.phase === 'idle' ? { ...state, phase: 'signed-out' } : state;
    case 'signed-in': {
      if (state.phase !== 'signed-out') return state;
      return { ...state, phase: state.changes > 0 ? 'waiting' : 'idle', attempts: 0 };
    }
    case 'keep-mine':
      if (state.phase !== 'conflict' || !state.held) return state;
      return formSave({ ...state, revision: state.held.revision, held: null }, event.idempotencyKey);
    default:
      if (state.phase !== 'conflict' || !state.held) return state;
      return startAutosave(state.held, null);
  }
}

/** Wait before the next attempt, in milliseconds: 0.7 s after a change; 1, 2, 4 … at most 30 s while offline. */
export function delayBefore(state: AutosaveState): number | null {
  if (state.phase === 'waiting') return state.pending ? 0 : 700;
  if (state.phase === 'offline') return Math.min(30_000, 1000 * 2 ** (state.attempts - 1));
  return null;
}

/** True while something is on this computer that the server has not confirmed. */
export const hasUnsent = (state: AutosaveState): boolean => state.changes > 0;
