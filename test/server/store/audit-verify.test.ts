import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appendAudit } from '../../../apps/server/src/store/audit.ts';
import { verifyAudit } from '../../../apps/server/src/store/audit-verify.ts';
import { openTestStore, type TestStore } from '../../harness/open-test-store.ts';

let test: TestStore;
beforeEach(async () => {
  test = openTestStore();
  for (const subject of ['one', 'two', 'three'])
    await test.store.db.transaction().execute((transaction) =>
      appendAudit(transaction, {
        at: '2026-01-05T08:00:00.000Z',
        actor: 'clara',
        action: 'case.flagged',
        studyId: null,
        subject,
        payload: { b: 1, a: '重' },
      }),
    );
});
afterEach(() => test.remove());
/** As somebody would who owns the file: the trigger only stops what goes through the program. */
const tamper = (sql: string): void => {
  test.store.raw.exec(`DROP TRIGGER audit_entry_no_update; DROP TRIGGER audit_entry_no_delete; ${sql}`);
};

describe('The audit log', () => {
  it('is a chain of SHA-256 over the texts as they are stored', () => {
    const verdict = verifyAudit(test.store);
    const link = (previous: string, subject: string): string =>
      createHash('sha256')
        .update(
          [
            previous,
            '2026-01-05T08:00:00.000Z',
            'clara',
            'case.flagged',
            '',
            subject,
            '{"b":1,"a":"重"}',
          ].join('\u0000'),
        )
        .digest('hex');
    const head = ['one', 'two', 'three'].reduce(link, '0'.repeat(64));
    expect(verdict).toEqual({ ok: true, entries: 3, head });
  });

  it('cannot be changed or shortened through the program', () => {
    expect(() => test.store.raw.exec("UPDATE audit_entry SET actor = 'x'")).toThrow('append-only');
    expect(() => test.store.raw.exec('DELETE FROM audit_entry')).toThrow('append-only');
  });

  it.each([
    ['a changed text', "UPDATE audit_entry SET payload = '{}' WHERE sequence = 2", 2, 'changed'],
    ['a removed entry', 'DELETE FROM audit_entry WHERE sequence = 2', 3, 'gap'],
    ['a forged hash', "UPDATE audit_entry SET hash = 'f' WHERE sequence = 1", 1, 'changed'],
    [
      'entries numbered anew',
      'DELETE FROM audit_entry WHERE sequence = 1; UPDATE audit_entry SET sequence = sequence - 1',
      1,
      'wrong-previous',
    ],
  ])('shows %s made behind its back', (_what, sql, sequence, fault) => {
    tamper(sql);
    expect(verifyAudit(test.store)).toEqual({ ok: false, sequence, fault });
  });
});
