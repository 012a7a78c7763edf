import { existsSync, mkdirSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

/** Content-addressed files beside the database: `blobs/ab/cdef…`, named by their SHA-256. */
export type BlobStore = {
  has: (sha256: string) => boolean;
  /** True where the blob was not there before. */
  put: (sha256: string, bytes: Uint8Array) => Promise<boolean>;
  remove: (sha256: string) => Promise<void>;
  get: (sha256: string) => Promise<Buffer>;
};

/** A blob store in a store's folder. A blob is there whole and on disk, or not at all (written aside, synced, renamed). */
export function openBlobStore(folder: string): BlobStore {
  const pathOf = (sha256: string): string => join(folder, 'blobs', sha256.slice(0, 2), sha256.slice(2));
  return {
    has: (sha256) => existsSync(pathOf(sha256)),
    get: (sha256) => readFile(pathOf(sha256)),
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
    async put(sha256, bytes) {
      const path = pathOf(sha256);
      if (existsSync(path)) return false;
      mkdirSync(join(folder, 'blobs', sha256.slice(0, 2)), { recursive: true });
      const aside = `${path}.${randomUUID()}`;
      const file = await open(aside, 'wx');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(aside, path);
      return true;
    },
  };
}
