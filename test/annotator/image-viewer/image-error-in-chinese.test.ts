import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { imageErrorInChinese } from '../../../apps/annotator/src/features/image-viewer/image-error-in-chinese.ts';

const folder = fileURLToPath(new URL('../../../apps/annotator/src/features/image-viewer', import.meta.url));
/** Sentences in the sources: literals that begin like one, from a capital letter on. */
const sentences = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.includes('in-chinese'))
  .flatMap((name) => {
    const source = readFileSync(join(folder, name), 'utf8');
    return [...source.matchAll(/['`]((?:The|This|Pictures|JPEG|Colour) [^'`\n]{12,})['`]/g)].map(([, text]) =>
      // As the reader sees it: what is filled in is a number.
      String(text).replace(/\$\{[^}]*\}/g, '1'),
    );
  });

it('says every image error of the viewer in Chinese', () => {
  expect(sentences.length).toBeGreaterThan(25);
  const general = imageErrorInChinese('something else');
  expect(sentences.filter((sentence) => imageErrorInChinese(sentence) === general)).toEqual([]);
  expect(imageErrorInChinese('The server did not give this picture (answer 503).')).toBe(
    '服务器未提供此图像（应答 503）。',
  );
});
