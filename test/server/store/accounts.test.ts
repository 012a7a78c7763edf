import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addMembership, checkPassword } from '../../../apps/server/src/store/accounts.ts';
import { openTestStore, type TestStore } from '../../harness/open-test-store.ts';
import { password, seedStudy, type SeededStudy } from '../../harness/seed-study.ts';

let test: TestStore;
let study: SeededStudy;
beforeEach(async () => {
  test = openTestStore();
  study = await seedStudy(test);
});
afterEach(() => test.remove());
const add = (account: 'rosa' | 'clara', role: 'rater' | 'adjudicator' | 'curator') =>
  addMembership(test.store, { studyId: study.studyId, accountId: study.accounts[account], role });

describe('Roles in a study', () => {
  it('a curator never becomes rater or adjudicator of it, nor a rater its curator', async () => {
    await expect(add('clara', 'rater')).rejects.toMatchObject({ type: 'not-allowed' });
    await expect(add('clara', 'adjudicator')).rejects.toMatchObject({ type: 'not-allowed' });
    await expect(add('rosa', 'curator')).rejects.toMatchObject({ type: 'not-allowed' });
  });

  it('who has once seen curator data never reads, even after the role of curator is gone', async () => {
    test.store.raw
      .prepare('INSERT INTO curator_sight VALUES (?, ?, ?)')
      .run(study.studyId, study.accounts.clara, '2026-01-05');
    test.store.raw.prepare("DELETE FROM membership WHERE role = 'curator'").run();
    await expect(add('clara', 'rater')).rejects.toMatchObject({ type: 'not-allowed' });
    await expect(add('clara', 'curator')).resolves.toBeUndefined();
  });

  it('adding the same role twice changes nothing', async () => {
    await add('rosa', 'rater');
    const rows = test.store.raw
      .prepare('SELECT role FROM membership WHERE account_id = ?')
      .all(study.accounts.rosa);
    expect(rows).toEqual([{ role: 'rater' }]);
  });
});

describe('Passwords', () => {
  it('are stored as argon2id with 19 MiB and two passes', async () => {
    const { hash } = test.store.raw
      .prepare('SELECT password_hash AS hash FROM account WHERE username = ?')
      .get('rosa') as { hash: string };
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await checkPassword(test.store, 'rosa', password)).toBe(study.accounts.rosa);
    expect(await checkPassword(test.store, 'rosa', `${password} `)).toBeUndefined();
  });

  it('an account without one, and a disabled account, cannot sign in by password', async () => {
    test.store.raw.exec("UPDATE account SET password_hash = NULL WHERE username = 'rosa'");
    test.store.raw.exec("UPDATE account SET disabled_at = '2026-01-05' WHERE username = 'clara'");
    expect(await checkPassword(test.store, 'rosa', password)).toBeUndefined();
    expect(await checkPassword(test.store, 'clara', password)).toBeUndefined();
  });
});
