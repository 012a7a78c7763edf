import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Store } from '../../apps/server/src/db/open-database.ts';
import { type BlobStore, openBlobStore } from '../../apps/server/src/store/blob-store.ts';

export type TestStore = { store: Store; blobs: BlobStore; remove: () => Promise<void> };

/** A real store in a folder of its own under the temporary directory; `remove` closes it and deletes the folder. */
export function openTestStore(): TestStore {
  const folder = mkdtempSync(join(tmpdir(), 'concord-test-'));
  const store = openDatabase(folder);
  return {
    store,
    blobs: openBlobStore(folder),
    remove: async () => {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
