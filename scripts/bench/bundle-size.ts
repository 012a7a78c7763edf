import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { printTable } from './machine.ts';

const dist = fileURLToPath(new URL('../../../apps/annotator/dist', import.meta.url));
const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);

/** JavaScript that the page loads before it runs: its scripts, its preloads and what those import statically. */
export function initialScripts(html: string, read: (name: string) => string): Map<string, string> {
  const found = new Map<string, string>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    const source = read(name);
    found.set(name, source);
    // Built chunks name each other by relative path; `import(` of a lazy chunk has no `from` and is left out.
    for (const [, inner] of source.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g))
      if (inner) add(inner);
  };
  for (const [, path] of html.matchAll(/(?:src|href)="\/assets\/([\w.-]+\.js)"/g)) if (path) add(path);
  return found;
}

/** Initial JavaScript of the rater's page, raw and compressed with gzip at level 9, in kB of 1,000 bytes. */
export async function measureBundleSize(): Promise<void> {
  const scripts = initialScripts(readFileSync(`${dist}/reader.html`, 'utf8'), (name) =>
    readFileSync(`${dist}/assets/${basename(name)}`, 'utf8'),
  );
  let raw = 0;
  let packed = 0;
  const rows = [['file', 'kB', 'gz kB']];
  for (const [name, source] of scripts) {
    const bytes = Buffer.from(source);
    const small = gzipSync(bytes, { level: 9 }).length;
    raw += bytes.length;
    packed += small;
    rows.push([name, kilobytes(bytes.length), kilobytes(small)]);
  }
  rows.push(['initial JavaScript', kilobytes(raw), kilobytes(packed)]);
  printTable('Rater page: initial JavaScript', rows);
}
