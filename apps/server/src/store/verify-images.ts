import { createHash } from 'node:crypto';
import type { Store } from '../db/open-database.ts';
import type { BlobStore } from './blob-store.ts';

export type ImageVerdict = { images: number; missing: string[]; damaged: string[] };

/** Reads every stored image again: `missing` has no file, `damaged` has other bytes than its SHA-256 says. */
export async function verifyImages({ raw }: Pick<Store, 'raw'>, blobs: BlobStore): Promise<ImageVerdict> {
  const hashes = raw.prepare('SELECT DISTINCT sha256 FROM image ORDER BY sha256').pluck().all() as string[];
  const verdict: ImageVerdict = { images: hashes.length, missing: [], damaged: [] };
  for (const sha256 of hashes) {
    if (!blobs.has(sha256)) {
      verdict.missing.push(sha256);
      continue;
    }
    const bytes = await blobs.get(sha256);
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) verdict.damaged.push(sha256);
  }
  return verdict;
}
