import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../scripts/browser/launch-browser.ts';
import { e2eCurator, e2ePassword, type E2eStudy, e2eStudyId, startE2eStudy } from '../harness/e2e-study.ts';
import { accessibilityFaults } from '../harness/page-checks.ts';

let study: E2eStudy;
let browser: Browser;
beforeAll(async () => {
  [study, browser] = await Promise.all([startE2eStudy(), launchBrowser()]);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await study?.close();
});

const sizes = [
  { width: 1280, height: 800 },
  { width: 2560, height: 1440 },
] as const;
const languages = ['English', '中文'] as const;

async function signIn(name: string, viewport: { width: number; height: number }): Promise<Page> {
  const page = await (await browser.newContext({ viewport })).newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(study.origin);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(e2ePassword);
  await page.keyboard.press('Enter');
  return page;
}

/** Nothing that axe finds, and nothing that makes the page scroll sideways. */
async function check(page: Page, screen: string): Promise<void> {
  await page.locator('h1, h2').first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(await accessibilityFaults(page), screen).toEqual([]);
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(beyond, `${screen} scrolls sideways`).toBeLessThanOrEqual(0);
}

describe.each(sizes)('at $width × $height', (size) => {
  it.each(languages)(
    'every screen of a rater stands in %s',
    async (language) => {
      const page = await signIn('reader-1', size);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByRole('button', { name: language }).click();
      await check(page, 'list');
      await page.locator('table.list tbody tr a').first().click();
      await page.locator('canvas[data-painted="true"]').first().waitFor();
      await check(page, 'item');
      const scrolls = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      expect(scrolls, 'the reading room scrolls').toBeLessThanOrEqual(0);
      for (const tab of ['record', 'notes']) {
        await page.locator(`#tab-${tab}`).click();
        await check(page, tab);
      }
      for (const [name, key] of [
        ['keys', '?'],
        ['evidence', 'k'],
        ['submission', 'Control+Enter'],
      ] as const) {
        await page.keyboard.press(key);
        await page.getByRole('dialog').waitFor();
        await check(page, name);
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
      await page.context().close();
    },
    60_000,
  );

  it.each(languages)(
    'every screen of a curator stands in %s',
    async (language) => {
      const page = await signIn(e2eCurator, size);
      await page.waitForURL('**/bench**');
      await page.getByRole('button', { name: language }).click();
      await check(page, 'studies');
      const base = `${study.origin}/bench/studies/${e2eStudyId}`;
      for (const path of ['', '/cases', '/protocol', '/reading', '/people', '/calibration']) {
        await page.goto(base + path);
        await check(page, path || 'home');
      }
      await page.goto(`${base}/cases`);
      await page.locator('tbody a').first().click();
      await page.locator('canvas[data-painted="true"]').first().waitFor();
      await check(page, 'case');
      await page.goto(`${study.origin}/bench/import`);
      await check(page, 'import');
      await page.context().close();
    },
    60_000,
  );
});
