import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { imageIngest } from '../../../apps/server/src/imaging/ingest-images.ts';
import { storeBundle } from '../../../apps/server/src/services/import-study.ts';
import { imageKeeper } from '../../../apps/server/src/services/keep-images.ts';
import { openTestStore, type TestStore } from '../../harness/open-test-store.ts';
import { smallBundle } from '../../harness/small-bundle.ts';
import { tinyPng } from '../../harness/tiny-png.ts';

let test: TestStore;
beforeEach(() => {
  test = openTestStore();
});
afterEach(() => test.remove());

const series = () => {
  const ingest = imageIngest({ secret: 'a secret' });
  ingest.add('images/0.png', tinyPng(8, 8, 40));
  return ingest.finish();
};

/** An import up to where its images are kept. */
async function begin() {
  const keeper = imageKeeper(test.store, test.blobs);
  const kept = await keeper.keepImages(series());
  const bundle = smallBundle();
  bundle.cases = bundle.cases.map((entry) => ({ ...entry, series: kept }));
  return { keeper, bundle, sha256: kept[0]?.images[0]?.sha256 ?? '' };
}
const input = { actor: 'clara', now: () => new Date('2026-01-05T08:00:00Z') };

describe('Two imports at once that hold the same image', () => {
  it('leave it to the one that was stored when the other is refused', async () => {
    const [refused, stored] = [await begin(), await begin()];
    await storeBundle(test.store, test.blobs, stored.bundle, input);
    await refused.keeper.forget();
    expect(test.blobs.has(stored.sha256)).toBe(true);
  });

  it('never store a study whose image the refused one took away', async () => {
    const [refused, late] = [await begin(), await begin()];
    await refused.keeper.forget();
    await expect(storeBundle(test.store, test.blobs, late.bundle, input)).rejects.toMatchObject({
      type: 'busy',
    });
    expect(test.store.raw.prepare('SELECT count(*) AS n FROM study').get()).toEqual({ n: 0 });
    const again = await begin();
    await storeBundle(test.store, test.blobs, again.bundle, input);
    expect(test.blobs.has(again.sha256)).toBe(true);
  });
});
