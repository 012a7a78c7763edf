import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const webRoot = fileURLToPath(new URL('../../../apps/annotator/dist', import.meta.url));

/** Every script that the page can load: its own, and what those import or name as a chunk, to the end. */
function reachableScripts(page: string): Map<string, string> {
  const seen = new Map<string, string>();
  const waiting = [...readFileSync(join(webRoot, page), 'utf8').matchAll(/\/?(assets\/[\w./-]+\.js)/g)].map(
    ([, path]) => path ?? '',
  );
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path) || !existsSync(join(webRoot, path))) continue;
    const text = readFileSync(join(webRoot, path), 'utf8');
    seen.set(path, text);
    for (const [, name] of text.matchAll(/["'`](?:\.\/|\/?assets\/)([\w./-]+\.js)["'`]/g))
      waiting.push(join(dirname(path), name ?? ''));
  }
  return seen;
}

describe.skipIf(!existsSync(join(webRoot, 'reader.html')))(
  'the built pages (skips when the browser program is not built)',
  () => {
    it('gives readers no script that names a curator route', () => {
      const scripts = reachableScripts('reader.html');
      expect(scripts.size).toBeGreaterThan(0);
      expect([...scripts].filter(([, text]) => text.includes('/api/curator')).map(([path]) => path)).toEqual(
        [],
      );
    });

    it('would notice, for the scripts of the bench do name them', () => {
      expect([...reachableScripts('bench.html').values()].some((text) => text.includes('/api/curator'))).toBe(
        true,
      );
    });
  },
);
