import { existsSync, mkdirSync } from 'node:fs';
import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

/** Content-addressed files beside the database: `blobs/ab/cdef…`, named by their SHA-256. */
export type BlobStore = {
  has: (sha256: string) => boolean;
  /** Keeps files by their hash; resolves, with the hashes that were not there before, once all are on disk. */
  put: (files: ReadonlyMap<string, Uint8Array>) => Promise<string[]>;
  remove: (sha256: string) => Promise<void>;
  get: (sha256: string) => Promise<Buffer>;
};

type Written = { sha256: string; aside: string; path: string; file: FileHandle };

/** How many files are open at once. */
const atOnce = 64;

/** A blob store in a store's folder. A blob is there whole and on disk, or not at all (written aside, synced, renamed). */
export function openBlobStore(folder: string): BlobStore {
  const pathOf = (sha256: string): string => join(folder, 'blobs', sha256.slice(0, 2), sha256.slice(2));
  const write = async (sha256: string, bytes: Uint8Array): Promise<Written> => {
    const path = pathOf(sha256);
    mkdirSync(join(folder, 'blobs', sha256.slice(0, 2)), { recursive: true });
    const aside = `${path}.${randomUUID()}`;
    const file = await open(aside, 'wx');
    await file.writeFile(bytes);
    return { sha256, aside, path, file };
  };
  const settle = async ({ sha256, aside, path, file }: Written): Promise<string> => {
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(aside, path);
    return sha256;
  };
  return {
    has: (sha256) => existsSync(pathOf(sha256)),
    get: (sha256) => readFile(pathOf(sha256)),
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
    async put(files) {
      const fresh = [...files].filter(([sha256]) => !existsSync(pathOf(sha256)));
      const brought: string[] = [];
      for (let at = 0; at < fresh.length; at += atOnce) {
        // All are written before the first is synced: the first flush then takes the others along.
        const written = await Promise.all(
          fresh.slice(at, at + atOnce).map(([sha256, bytes]) => write(sha256, bytes)),
        );
        brought.push(...(await Promise.all(written.map(settle))));
      }
      return brought;
    },
  };
}
