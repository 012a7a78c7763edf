import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { openPromise } from 'yauzl';

/** Limits of an archive: bytes unpacked and number of files. */
const maxBytes = 8 * 1024 ** 3;
const maxFiles = 200_000;

export type BundleSource = { root: string; files: string[]; close: () => Promise<void> };

/** Opens a folder, or unpacks a .zip into a temporary folder that `close` removes. Throws a sentence. */
export async function openBundleSource(path: string, signal?: AbortSignal): Promise<BundleSource> {
  const info = await stat(path).catch(() => null);
  if (!info) throw new Error('there is no such file or folder');
  if (info.isDirectory()) return { root: path, files: await listFiles(path), close: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), 'concord-import-'));
  try {
    await unzip(path, folder, signal);
    let root = folder;
    let files = await listFiles(root);
    // Archivers often put everything into one folder.
    const tops = new Set(files.map((file) => file.split('/')[0]));
    tops.delete('__MACOSX');
    const [only] = tops;
    if (tops.size === 1 && only && !files.includes('study.yaml')) {
      root = join(folder, only);
      files = await listFiles(root);
    }
    return { root, files, close: () => rm(folder, { recursive: true, force: true }) };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function listFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.replace(/[/\\]+$/, '').length + 1)
        .split(sep)
        .join('/'),
    )
    .filter((file) => !file.split('/').some((part) => part.startsWith('.') || part === '__MACOSX'))
    .sort();
}

async function unzip(path: string, folder: string, signal?: AbortSignal): Promise<void> {
  const archive = await openPromise(path);
  let bytes = 0;
  const names = new Set<string>();
  for await (const entry of archive.eachEntry()) {
    signal?.throwIfAborted();
    if (entry.fileName.endsWith('/')) continue;
    const target = resolve(folder, entry.fileName);
    if (!target.startsWith(folder + sep))
      throw new Error(`the archive holds a path that leaves it: ${entry.fileName}`);
    if (names.has(target)) throw new Error(`the archive holds ${entry.fileName} twice`);
    names.add(target);
    if (names.size > maxFiles) throw new Error(`the archive holds more than ${maxFiles} files`);
    await mkdir(dirname(target), { recursive: true });
    let checksum = 0;
    const meter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        checksum = crc32(chunk, checksum);
        done(bytes > maxBytes ? new Error('the archive unpacks to more than 8 GiB') : null, chunk);
      },
    });
    await pipeline(await archive.openReadStreamPromise(entry), meter, createWriteStream(target));
    if (checksum !== entry.crc32)
      throw new Error(`the archive is damaged: ${entry.fileName} does not match its checksum`);
  }
}
