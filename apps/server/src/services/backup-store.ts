import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openDatabase, type Store } from '../db/open-database.ts';
import { verifyAudit } from '../store/audit-verify.ts';
import { openBlobStore } from '../store/blob-store.ts';
import { verifyImages } from '../store/verify-images.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { Progress } from './jobs.ts';

export type CopiedStore = { auditEntries: number; auditHead: string; images: number };

/** How many images are in memory at once. */
const atOnce = 64;

const isFree = (folder: string): boolean => !existsSync(folder) || readdirSync(folder).length === 0;

const refuse = (where: string, found: string, expected: string): never => {
  throw new ProblemError('invalid-request', { errors: [{ where, found, expected }] });
};

/** Opens a copied store and checks its log and every image. Throws with what is wrong. */
async function checkCopy(folder: string): Promise<CopiedStore> {
  const store = openDatabase(folder);
  try {
    const log = verifyAudit(store);
    const images = await verifyImages(store, openBlobStore(folder));
    if (!log.ok)
      return refuse(folder, `an audit log that breaks at entry ${log.sequence}`, 'an unbroken audit log');
    const [bad] = [...images.missing, ...images.damaged];
    if (bad !== undefined) return refuse(folder, `image ${bad} missing or damaged`, 'every image whole');
    return { auditEntries: log.entries, auditHead: log.head, images: images.images };
  } finally {
    await store.close();
  }
}

/** Fills a folder beside its final place, checks it, then gives it its name: whole or not there at all. */
async function makeWhole(target: string, fill: (aside: string) => Promise<void>): Promise<CopiedStore> {
  if (!isFree(target)) refuse(target, 'a folder that holds something', 'a new or an empty folder');
  await mkdir(dirname(target), { recursive: true });
  const aside = `${target}.unfinished`;
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside);
  try {
    await fill(aside);
    const copied = await checkCopy(aside);
    await rm(target, { recursive: true, force: true });
    await rename(aside, target);
    return copied;
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Copies a store that may be in use into a new folder: the database as it stands at one moment, and every image that it
 * names. The copy is checked before it has its name. Throws `invalid-request` where the folder is not free.
 */
export async function backupStore(store: Store, target: string, progress?: Progress): Promise<CopiedStore> {
  return makeWhole(target, async (aside) => {
    await store.raw.backup(join(aside, 'concord.sqlite'));
    const from = openBlobStore(store.folder);
    const to = openBlobStore(aside);
    const hashes = store.raw.prepare('SELECT DISTINCT sha256 FROM image').pluck().all() as string[];
    for (let at = 0; at < hashes.length; at += atOnce) {
      const files = new Map<string, Uint8Array>();
      for (const sha256 of hashes.slice(at, at + atOnce)) {
        if (!from.has(sha256))
          refuse(store.folder, `no file for image ${sha256}`, 'every image of the store');
        files.set(sha256, await from.get(sha256));
      }
      await to.put(files);
      progress?.(Math.min(at + atOnce, hashes.length), hashes.length, 'images');
    }
  });
}

/** Puts a backup in place as the store of a folder that has none. Throws where it is no backup, or not whole. */
export async function restoreStore(source: string, target: string): Promise<CopiedStore> {
  if (!existsSync(join(source, 'concord.sqlite')))
    refuse(source, 'no concord.sqlite', 'a folder that concord backup made');
  return makeWhole(target, (aside) => cp(source, aside, { recursive: true }));
}
