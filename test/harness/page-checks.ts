import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const artifacts = fileURLToPath(new URL('../../test-artifacts', import.meta.url));

type AxeResult = { violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] };

/** Rules of WCAG 2.2 A and AA (as axe-core knows them) that the page breaks, with the first elements. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate<AxeResult>(
    `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })`,
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map((node) => `${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`)
        .join(' | ')}`,
  );
}

/** Keeps a picture of the page in `test-artifacts/` (not committed). */
export async function keepPicture(page: Page, name: string): Promise<void> {
  mkdirSync(artifacts, { recursive: true });
  await page.screenshot({ path: join(artifacts, `${name}.png`), fullPage: true });
}

/** A canvas on screen: its name, how many grey levels its pixels hold and their sum weighted by place. */
type PaintedCanvas = { name: string; greys: number; sum: number; isActive: boolean };

/** Every canvas on screen, once all are painted. */
export async function paintedCanvases(page: Page): Promise<PaintedCanvas[]> {
  await page.waitForFunction(() => {
    const canvases = [...document.querySelectorAll('canvas[data-painted]')];
    return canvases.length > 0 && canvases.every((canvas) => canvas.getAttribute('data-painted') === 'true');
  });
  return page.locator('canvas[data-painted]').evaluateAll((canvases) =>
    canvases.map((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) throw new Error('not a canvas');
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      const greys = new Set<number>();
      let sum = 0;
      for (let index = 0; index < pixels.length; index += 4) {
        const grey = pixels[index] ?? 0;
        greys.add(grey);
        sum += grey * (1 + (index % 997));
      }
      return {
        name: canvas.getAttribute('aria-label') ?? '',
        greys: greys.size,
        sum,
        isActive: canvas.closest('[data-active="true"]') !== null,
      };
    }),
  );
}
