import { emptyRatingContent } from '@concord/rubric/model/rating';
import type { RatingContent } from '@concord/rubric/model/rating';
import { expect, test } from 'vitest';
import type { Save, SaveFailure } from '../../../apps/annotator/src/features/reading/autosave.ts';
import {
  delayBefore,
  startAutosave,
  stepAutosave,
} from '../../../apps/annotator/src/features/reading/autosave.ts';
import { runAutosave } from '../../../apps/annotator/src/features/reading/run-autosave.ts';
import type { Unsent } from '../../../apps/annotator/src/features/reading/unsent-store.ts';

const empty = { revision: 0, savedAt: null, content: emptyRatingContent };
const comment = (text: string): RatingContent => ({ ...emptyRatingContent, comment: text });
const at = '2026-03-01T14:03:00.000Z';

/** A clock that runs only when told, a network that answers only when told, and what was kept on the computer. */
function bench(unsent: Unsent | null = null) {
  const timers = new Map<number, { run: () => void; milliseconds: number }>();
  const sent: { save: Save; answer: (revision: number) => void; fail: (failure: SaveFailure) => void }[] = [];
  let kept = unsent;
  let count = 0;
  const autosave = runAutosave(
    {
      send: (save) =>
        new Promise((resolve, reject) => {
          sent.push({ save, answer: (revision) => resolve({ revision, savedAt: at }), fail: reject });
        }),
      failureOf: (error) => error as SaveFailure,
      keep: (value) => {
        kept = value;
      },
      newKey: () => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`,
      setTimer: (run, milliseconds) => {
        timers.set((count += 1), { run, milliseconds });
        return count;
      },
      clearTimer: (timer) => timers.delete(timer as number),
    },
    empty,
    unsent,
  );
  const delays = () => [...timers.values()].map((timer) => timer.milliseconds);
  const elapse = async () => {
    const due = [...timers.values()];
    timers.clear();
    for (const timer of due) timer.run();
    await settle();
  };
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { autosave, sent, delays, elapse, settle, kept: () => kept };
}

test('a change is kept on the computer at once, sent after 0.7 s, and called saved only when the server confirms', async () => {
  const { autosave, sent, delays, elapse, settle, kept } = bench();
  autosave.edit(comment('a'));
  expect(kept()?.content.comment).toBe('a');
  expect(delays()).toEqual([700]);
  await elapse();
  expect(autosave.state()).toMatchObject({ phase: 'sending', savedAt: null });
  sent[0]?.answer(1);
  await settle();
  expect(autosave.state()).toMatchObject({ phase: 'idle', savedAt: at, revision: 1, changes: 0 });
  expect(kept()).toBeNull();
});

test('several quick changes become one save with the last content', async () => {
  const { autosave, sent, elapse } = bench();
  for (const text of ['a', 'ab', 'abc']) autosave.edit(comment(text));
  await elapse();
  expect(sent.map(({ save }) => save.content.comment)).toEqual(['abc']);
});

test('a change made while a save is under way is sent afterwards, on the new revision', async () => {
  const { autosave, sent, elapse, settle } = bench();
  autosave.edit(comment('a'));
  await elapse();
  autosave.edit(comment('ab'));
  expect(sent).toHaveLength(1);
  sent[0]?.answer(1);
  await settle();
  expect(autosave.state()).toMatchObject({ phase: 'waiting', changes: 1 });
  await elapse();
  expect(sent[1]?.save).toMatchObject({ baseRevision: 1, content: { comment: 'ab' } });
});

test('without an answer the very same save is repeated, with its own key, after 1 s, 2 s, 4 s', async () => {
  const { autosave, sent, delays, elapse, settle } = bench();
  autosave.edit(comment('a'));
  await elapse();
  for (const [index, delay] of [1000, 2000, 4000].entries()) {
    sent[index]?.fail({ kind: 'offline' });
    await settle();
    expect(autosave.state()).toMatchObject({ phase: 'offline', changes: 1 });
    expect(delays()).toEqual([delay]);
    await elapse();
  }
  expect(sent).toHaveLength(4);
  expect(new Set(sent.map(({ save }) => save.idempotencyKey)).size).toBe(1);
});

test('the wait between attempts never exceeds half a minute', () => {
  expect(delayBefore({ ...startAutosave(empty, null), phase: 'offline', attempts: 40 })).toBe(30_000);
});

test('work that an earlier visit could not send is sent again at once after a reload, under the same key', async () => {
  const unsent: Unsent = {
    content: comment('kept'),
    baseRevision: 0,
    idempotencyKey: '11111111-1111-4111-8111-111111111111',
    changes: 2,
  };
  const { autosave, sent, delays, elapse } = bench(unsent);
  expect(autosave.state()).toMatchObject({ changes: 2, content: { comment: 'kept' } });
  expect(delays()).toEqual([0]);
  await elapse();
  expect(sent[0]?.save).toMatchObject({
    idempotencyKey: unsent.idempotencyKey,
    content: { comment: 'kept' },
  });
});

test('a conflict keeps both texts; keeping mine is saved on top of what the server holds', async () => {
  const { autosave, sent, elapse, settle } = bench();
  autosave.edit(comment('mine'));
  await elapse();
  sent[0]?.fail({ kind: 'conflict', held: { revision: 5, savedAt: at, content: comment('other') } });
  await settle();
  expect(autosave.state()).toMatchObject({
    phase: 'conflict',
    content: { comment: 'mine' },
    held: { content: { comment: 'other' } },
  });
  autosave.keepMine();
  expect(sent[1]?.save).toMatchObject({ baseRevision: 5, content: { comment: 'mine' } });
  expect(sent[1]?.save.idempotencyKey).not.toBe(sent[0]?.save.idempotencyKey);
});

test('a conflict settled for the other text takes that text and leaves nothing unsent', async () => {
  const { autosave, sent, elapse, settle, kept } = bench();
  autosave.edit(comment('mine'));
  await elapse();
  sent[0]?.fail({ kind: 'conflict', held: { revision: 5, savedAt: at, content: comment('other') } });
  await settle();
  autosave.takeHeld();
  expect(autosave.state()).toMatchObject({ phase: 'idle', revision: 5, content: { comment: 'other' } });
  expect(kept()).toBeNull();
});

test('a session that ended keeps the work and sends it after the password was given', async () => {
  const { autosave, sent, delays, elapse, settle, kept } = bench();
  autosave.edit(comment('a'));
  await elapse();
  sent[0]?.fail({ kind: 'signed-out' });
  await settle();
  expect(delays()).toEqual([]);
  expect(kept()?.content.comment).toBe('a');
  autosave.signedIn();
  await elapse();
  expect(sent[1]?.save.idempotencyKey).toBe(sent[0]?.save.idempotencyKey);
});

test('before a submission everything open is sent, and the answer says whether the server holds it all', async () => {
  const { autosave, sent, settle } = bench();
  autosave.edit(comment('a'));
  const flushed = autosave.flush();
  await settle();
  autosave.edit(comment('ab'));
  sent[0]?.answer(1);
  await settle();
  sent[1]?.answer(2);
  expect(await flushed).toBe(true);
  autosave.edit(comment('abc'));
  const second = autosave.flush();
  await settle();
  sent[2]?.fail({ kind: 'offline' });
  expect(await second).toBe(false);
});

test('a save that the server refuses is not repeated until something changes', async () => {
  const { autosave, sent, delays, elapse, settle } = bench();
  autosave.edit(comment('a'));
  await elapse();
  sent[0]?.fail({ kind: 'refused', message: 'paused' });
  await settle();
  expect(autosave.state()).toMatchObject({ phase: 'refused', message: 'paused', changes: 1 });
  expect(delays()).toEqual([]);
  autosave.edit(comment('ab'));
  expect(delays()).toEqual([700]);
});

test('an answer that comes when nothing is under way changes nothing', () => {
  const state = startAutosave(empty, null);
  expect(stepAutosave(state, { type: 'confirmed', revision: 9, savedAt: at })).toBe(state);
});
