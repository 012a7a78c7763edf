import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../scripts/browser/launch-browser.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
});

/** The painted pixels of one character, as a data URL of a canvas. */
async function painted(characters: readonly string[]): Promise<string[]> {
  const page = await browser.newPage();
  const pictures = await page.evaluate(
    (texts) =>
      texts.map((text) => {
        const canvas = document.createElement('canvas');
        canvas.width = 48;
        canvas.height = 48;
        const context = canvas.getContext('2d');
        if (context === null) return '';
        context.font = '32px sans-serif';
        context.fillText(text, 4, 38);
        return canvas.toDataURL();
      }),
    characters,
  );
  await page.close();
  return pictures;
}

it('paints Chinese and Greek characters as characters, not as one box for all', async () => {
  // U+10FFFF is no character: whatever stands for it is the box of a missing glyph.
  const [missing, ...pictures] = await painted(['\u{10FFFF}', '一', '致', '性', '分', 'κ', 'α']);
  expect(new Set(pictures).size).toBe(6);
  expect(pictures).not.toContain(missing);
});
