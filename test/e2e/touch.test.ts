import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../scripts/browser/launch-browser.ts';
import { e2ePassword, type E2eStudy, startE2eStudy } from '../harness/e2e-study.ts';

let study: E2eStudy;
let browser: Browser;
beforeAll(async () => {
  [study, browser] = await Promise.all([startE2eStudy(), launchBrowser()]);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await study?.close();
});

it('one finger scrolls the slices, two make the picture as much larger as they move apart', async () => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(study.origin);
  await page.getByLabel('Name').fill('reader-1');
  await page.getByLabel('Password').fill(e2ePassword);
  await page.keyboard.press('Enter');
  await page.locator('table.list tbody tr a').first().click();
  await page.locator('canvas[data-painted="true"]').first().waitFor();
  const viewport = page.locator('.iv-viewport').first();
  const counter = async (): Promise<number> =>
    Number((await viewport.locator('.iv-top-right').innerText()).split('/')[0]);
  /** Screen pixels for a millimetre. */
  const scale = async (): Promise<number> => {
    const bar = viewport.locator('.iv-scale');
    const pixels = await bar.locator('i').evaluate((line) => line.getBoundingClientRect().width);
    return pixels / Number(await bar.getAttribute('data-millimetres'));
  };
  const box = await viewport.boundingBox();
  if (!box) throw new Error('no viewport');
  const devtools = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([x, y], id) => ({ x: box.x + x, y: box.y + y, id })),
    });

  const first = await counter();
  await touch('touchStart', [120, 120]);
  for (let step = 1; step <= 8; step += 1) await touch('touchMove', [120, 120 + step * 12]);
  await touch('touchEnd');
  // 96 pixels, 24 for a slice.
  await expect.poll(counter).toBe(first + 4);

  const before = await scale();
  await touch('touchStart', [110, 120], [170, 120]);
  for (let step = 1; step <= 10; step += 1)
    await touch('touchMove', [110 - step * 3, 120], [170 + step * 3, 120]);
  await touch('touchEnd');
  await page.waitForTimeout(300);
  // 60 pixels apart at first, 120 in the end.
  expect((await scale()) / before).toBeCloseTo(2, 1);
  expect(await counter()).toBe(first + 4);
  await context.close();
}, 60_000);
