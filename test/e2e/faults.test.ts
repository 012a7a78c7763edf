import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../scripts/browser/launch-browser.ts';
import { e2eCurator, e2ePassword, type E2eStudy, e2eStudyId, startE2eStudy } from '../harness/e2e-study.ts';

let study: E2eStudy;
let browser: Browser;
beforeAll(async () => {
  [study, browser] = await Promise.all([startE2eStudy(), launchBrowser()]);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await study?.close();
});

async function signIn(name: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(study.origin);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(e2ePassword);
  await page.keyboard.press('Enter');
  return page;
}
async function openFirst(page: Page): Promise<void> {
  await page.locator('table.list tbody tr a').first().click();
  await page.locator('fieldset.dimension').first().waitFor();
}
const chosen = (page: Page) => page.locator('fieldset.dimension input:checked').count();

it('keys do nothing but type while a word is composed, and Enter submits nothing', async () => {
  const page = await signIn('reader-1');
  await openFirst(page);
  const radio = page.locator('fieldset.dimension input').first();
  await radio.focus();
  // What an input method sends for a key of an unfinished word.
  await page.evaluate(() => {
    for (const key of ['3', 'k', 'n', '?', 'x'])
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', {
          key,
          isComposing: true,
          keyCode: 229,
          bubbles: true,
          cancelable: true,
        }),
      );
  });
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await chosen(page)).toBe(0);
  await radio.press('Enter');
  const comment = page.getByRole('textbox', { name: /^Comment/u });
  await comment.focus();
  await page.keyboard.type('1 2 3 a k n ?');
  await page.keyboard.press('Enter');
  await page.keyboard.type('x');
  expect(await comment.inputValue()).toBe('1 2 3 a k n ?\nx');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await chosen(page)).toBe(0);
  expect(page.url()).toContain('item=');
  await page.context().close();
}, 60_000);

it('preferences and a view that an older version or nobody sensible wrote are left aside', async () => {
  const page = await signIn('reader-1');
  await page.getByRole('heading', { name: 'Reading list' }).waitFor();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.addInitScript(() => {
    localStorage.setItem('concord.preference.1.single-keys', '{broken');
    localStorage.setItem('concord.preference.1.case-width', '"wide"');
    for (const key of Object.keys(localStorage))
      if (key.startsWith('concord.images.'))
        localStorage.setItem(key, '{"layout":9,"cells":[{"seriesId":4}],"marks":[{"kind":"length"}]}');
  });
  await openFirst(page);
  await page.locator('canvas[data-painted="true"]').first().waitFor();
  await page.reload();
  await page.locator('canvas[data-painted="true"]').first().waitFor();
  await page.locator('fieldset.dimension input').first().focus();
  await page.keyboard.press('2');
  await expect.poll(() => chosen(page)).toBe(1);
  expect(faults).toEqual([]);
  await page.context().close();
}, 60_000);

it('what a rater writes is text for the curator, never a page; times name their zone', async () => {
  const page = await signIn('reader-2');
  await openFirst(page);
  for (const field of await page.locator('fieldset.dimension').all()) {
    await field.locator('input').first().focus();
    await page.keyboard.press('2');
  }
  await page.locator('#field-correctness input[value="correct"]').focus();
  await page.keyboard.press('Space');
  const evil = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
  await page.getByRole('textbox', { name: /^Comment/u }).fill(evil);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Submit', exact: true }).last().click();
  await page.getByRole('heading', { name: /^Answer 2 of/u }).waitFor();
  await page.context().close();

  const bench = await signIn(e2eCurator, { timezoneId: 'Pacific/Kiritimati' });
  await bench.waitForURL('**/bench**');
  await bench.goto(`${study.origin}/bench/studies/${e2eStudyId}/cases`);
  await bench.locator('tbody a').first().waitFor();
  const hrefs = await bench
    .locator('tbody a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  let seen = 0;
  for (const href of hrefs) {
    await bench.goto(`${study.origin}${href}`);
    await bench
      .getByRole('heading', { name: /^Case / })
      .first()
      .waitFor();
    const cell = bench.getByRole('cell', { name: evil });
    if ((await cell.count()) === 0) continue;
    seen += 1;
    expect(await cell.locator('img, script').count()).toBe(0);
    expect(await bench.title()).not.toMatch(/^[12]$/u);
    expect(await bench.getByRole('row').filter({ has: cell }).textContent()).toMatch(/GMT\+14/u);
  }
  expect(seen).toBe(1);
  await bench.context().close();
}, 60_000);
