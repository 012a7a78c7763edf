import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@concord/server/db/open-database';
import { buildApp } from '@concord/server/http/app';
import { importStudy } from '@concord/server/services/import-study';
import { addMembership, createAccount, makeSignInLink } from '@concord/server/store/accounts';
import { openBlobStore } from '@concord/server/store/blob-store';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../browser/launch-browser.ts';
import { printTable, quantile } from './machine.ts';

const webRoot = fileURLToPath(new URL('../../../apps/annotator/dist', import.meta.url));
const generator = fileURLToPath(new URL('../demo-study/main.js', import.meta.url));
const openings = 5;

// Both run in the page, hence as text: this project is not compiled against the browser's types.
const clickToPaint = `new Promise((resolve) => {
  const began = performance.now();
  const look = () =>
    document.querySelector('canvas[data-painted="true"]') ? resolve(performance.now() - began) : requestAnimationFrame(look);
  document.querySelector('tr[data-state] a').click();
  requestAnimationFrame(look);
})`;
const scrollThrough = `new Promise((resolve) => {
  const room = document.querySelector('.iv');
  const canvases = () => [...document.querySelectorAll('.iv canvas[data-slice]')];
  const frames = [];
  let slices = 0;
  for (const label of document.querySelectorAll('.iv-top-right')) slices = Math.max(slices, Number(label.textContent.split('/')[1]));
  const press = (key) => (room.querySelector('[tabindex]') ?? room).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  press('Home');
  let last = null, steps = 0;
  const seen = new Set();
  const frame = (now) => {
    if (last !== null) frames.push(now - last);
    last = now;
    for (const canvas of canvases()) if (canvas.dataset.painted === 'true') seen.add(canvas.dataset.seriesId + ' ' + canvas.dataset.slice);
    if (steps++ >= 2 * slices) return resolve({ frames, slices, viewports: canvases().length, seen: seen.size });
    press(steps <= slices ? 'ArrowDown' : 'ArrowUp');
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})`;

type Scroll = { frames: number[]; slices: number; viewports: number; seen: number };

async function openList(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1600, height: 1000 } });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto(url);
  await page.waitForSelector('tr[data-state] a');
  return page;
}

/** First slice from the click (a fresh browser context each time) and frame times of scrolling four viewports. */
export async function measureViewer(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'concord-bench-'));
  const bundle = join(folder, 'bundle');
  execFileSync(process.execPath, [generator, '--out', bundle, '--cases', '2'], { stdio: 'ignore' });
  const store = openDatabase(join(folder, 'store'));
  const blobs = openBlobStore(store.folder);
  const app = await buildApp({ store, blobs, webRoot });
  let browser: Browser | undefined;
  try {
    const { studyId } = await importStudy(store, blobs, bundle, { actor: 'bench', now: () => new Date() });
    const accountId = await createAccount(store, { username: 'bench', displayName: 'Bench' });
    await addMembership(store, { studyId, accountId, role: 'rater' });
    store.raw.prepare(`UPDATE rater SET account_id = ? WHERE pseudonym = 'visitor'`).run(accountId);
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    browser = await launchBrowser();
    const times: number[] = [];
    const scrolls: Scroll[] = [];
    for (let run = 0; run < openings; run += 1) {
      const link = `http://127.0.0.1:${port}/link#${await makeSignInLink(store, accountId, 5)}`;
      const page = await openList(browser, link);
      times.push(await page.evaluate<number>(clickToPaint));
      if (run === openings - 1) {
        await page.getByRole('button', { name: '4 viewports', exact: true }).click();
        await page.waitForTimeout(3000);
        scrolls.push(await page.evaluate<Scroll>(scrollThrough));
      }
      await page.context().close();
    }
    const ms = (values: readonly number[], share: number): string => quantile(values, share).toFixed(1);
    printTable('Viewer in Chromium', [
      ['what', 'median ms', 'p95 ms', 'n'],
      ['first slice painted, from the click', ms(times, 0.5), '', `${times.length}`],
      ...scrolls.map(({ frames, slices, viewports, seen }) => [
        `frame, scrolling ${slices} slices in ${viewports} viewports (${seen} pictures painted)`,
        ms(frames, 0.5),
        ms(frames, 0.95),
        `${frames.length}`,
      ]),
    ]);
  } finally {
    await browser?.close();
    await app.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
