import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../apps/server/src/db/open-database.ts';
import { imageIngest } from '../../../apps/server/src/imaging/ingest-images.ts';
import { backupStore } from '../../../apps/server/src/services/backup-store.ts';
import { storeBundle } from '../../../apps/server/src/services/import-study.ts';
import { imageKeeper } from '../../../apps/server/src/services/keep-images.ts';
import { openTestStore, type TestStore } from '../../harness/open-test-store.ts';
import { smallBundle } from '../../harness/small-bundle.ts';
import { tinyPng } from '../../harness/tiny-png.ts';

let test: TestStore;
let folder: string;
beforeEach(() => {
  test = openTestStore();
  folder = mkdtempSync(join(tmpdir(), 'concord-backup-'));
});
afterEach(async () => {
  await test.remove();
  rmSync(folder, { recursive: true, force: true });
});

const input = { actor: 'clara', now: () => new Date('2026-01-05T08:00:00Z') };

/** Stores a study with `count` images of its own. */
async function addStudy(id: string, count: number, grey: number): Promise<void> {
  const ingest = imageIngest({ secret: 'a secret' });
  for (let image = 0; image < count; image += 1)
    ingest.add(`images/${String(image).padStart(4, '0')}.png`, tinyPng(8 + image, 8, grey));
  const { keepImages } = imageKeeper(test.store, test.blobs);
  const bundle = smallBundle();
  const [first, ...rest] = bundle.cases;
  if (!first) throw new Error('no case');
  bundle.cases = [{ ...first, series: await keepImages(ingest.finish()) }, ...rest];
  bundle.study = { ...bundle.study, id };
  await storeBundle(test.store, test.blobs, bundle, input);
}

describe('A backup of a store in use', () => {
  it('is the store of one moment, with every image that it names', async () => {
    await addStudy('first', 150, 10);
    const ended = new AbortController();
    let written = 0;
    const writing = (async () => {
      while (!ended.signal.aborted) {
        written += 1;
        await addStudy(`more-${written}`, 3, 20 + written);
      }
    })();
    const done: number[] = [];
    // Throws where the copy's log or an image of it were not whole.
    const copied = await backupStore(test.store, join(folder, 'copy'), (count) => done.push(count));
    ended.abort();
    await writing;
    expect(written).toBeGreaterThan(0);
    expect(copied.images).toBeGreaterThanOrEqual(150);
    expect(done.at(-1)).toBe(copied.images);
    const copy = openDatabase(join(folder, 'copy'));
    const studies = copy.raw.prepare('SELECT study_id FROM study ORDER BY imported_at').pluck().all();
    await copy.close();
    expect(studies).toContain('first');
    expect(studies).toHaveLength(copied.auditEntries);
  });
});
