import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../scripts/browser/launch-browser.ts';
import { e2eCurator, e2ePassword, type E2eStudy, e2eStudyId, startE2eStudy } from '../harness/e2e-study.ts';
import { accessibilityFaults, keepPicture, paintedCanvases } from '../harness/page-checks.ts';

let study: E2eStudy;
let browser: Browser;
beforeAll(async () => {
  [study, browser] = await Promise.all([startE2eStudy(), launchBrowser()]);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await study?.close();
});

async function signIn(name: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(study.origin);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(e2ePassword);
  await page.keyboard.press('Enter');
  return page;
}
const marked = (page: Page) => page.locator('fieldset.evidence li button:first-child').allTextContents();

it('marks a sentence, selected words and a point on a slice; they last, are submitted, and open for the curator', async () => {
  const page = await signIn('reader-1');
  await page.locator('table.list tbody tr a').first().click();
  await paintedCanvases(page);

  // By keyboard: from the second dimension, the first sentence of the answer.
  const dimension = page.locator('fieldset.dimension').nth(1);
  const title = ((await dimension.locator('legend').textContent()) ?? '').trim();
  await dimension.locator('input').first().focus();
  await page.keyboard.press('k');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  expect(await dialog.getByLabel('Speaks for').locator('option:checked').textContent()).toBe(title);
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepPicture(page, 'evidence-dialog');
  await page.keyboard.press('Enter');
  await expect.poll(() => marked(page)).toHaveLength(1);
  const answer = page.locator('[data-evidence="answer 0"]').last();
  const whole = (await answer.textContent()) ?? '';
  const sentence = (await answer.locator('mark').textContent()) ?? '';
  expect(whole.startsWith(sentence)).toBe(true);

  // By pointer: words in the middle of the answer.
  const words = whole.slice(sentence.length).trim().slice(0, 12).trim();
  await answer.evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = (node.textContent ?? '').indexOf(wanted);
      if (at >= 0) getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length);
    }
  }, words);
  await page.keyboard.press('k');
  await dialog.getByText(`Chosen: Answer: “${words}”`).waitFor();
  await page.getByRole('button', { name: 'Mark', exact: true }).click();
  await expect.poll(() => answer.locator('mark').allTextContents()).toEqual([sentence, words]);

  // By keyboard on the image: the point of the crosshair.
  await page.evaluate(() => getSelection()?.removeAllRanges());
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  for (const key of ['x', 'Enter', 'k']) await page.keyboard.press(key);
  await dialog.getByText(/^Chosen: Point on .+, slice \d+$/u).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => marked(page)).toHaveLength(3);
  await expect.poll(() => page.locator('.save-status').textContent()).toMatch(/^Saved/u);

  await page.reload();
  await expect.poll(() => answer.locator('mark').allTextContents()).toEqual([sentence, words]);
  const kept = await marked(page);
  expect(kept).toHaveLength(3);
  await page.locator('fieldset.evidence li button:first-child').nth(2).click();
  await page.locator('.iv-cross').first().waitFor();
  await keepPicture(page, 'evidence');

  // Answer everything by digits, and submit.
  for (const field of await page.locator('fieldset.dimension').all()) {
    await field.locator('input').first().focus();
    await page.keyboard.press('3');
  }
  await page.locator('#field-correctness input[value="correct"]').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Submit', exact: true }).last().click();
  await page.getByRole('heading', { name: /^Answer 2 of/u }).waitFor();

  // A slip is corrected with a reason; what is shown afterwards is what counts.
  await page.getByRole('button', { name: 'Previous', exact: true }).click();
  await page.getByRole('button', { name: 'Correct…' }).click();
  await page
    .getByLabel(/^Comment/u)
    .last()
    .fill('The other side.');
  await page.getByRole('button', { name: 'Submit the correction' }).press('Enter');
  await page.getByText('Give a reason; it is kept with the correction.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel('Why? Name no patient.').fill('I had mistaken the side.');
  await page.getByRole('button', { name: 'Submit the correction' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByLabel(/^Comment/u).inputValue()).toBe('The other side.');
  await expect.poll(() => marked(page)).toHaveLength(3);

  const bench = await signIn(e2eCurator);
  await bench.waitForURL('**/bench**');
  await bench.goto(`${study.origin}/bench/studies/${e2eStudyId}/cases`);
  await bench.locator('tbody a').first().waitFor();
  for (const href of await bench
    .locator('tbody a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))) {
    await bench.goto(`${study.origin}${href}`);
    await bench
      .getByRole('heading', { name: /^Case / })
      .first()
      .waitFor();
    if ((await bench.getByText(words, { exact: true }).count()) > 0) break;
  }
  await bench.locator('q', { hasText: words }).first().waitFor();
  await bench
    .getByRole('button', { name: /, slice \d+$/u })
    .first()
    .click();
  await bench.locator('.iv-cross').first().waitFor();
  expect(await accessibilityFaults(bench)).toEqual([]);
}, 120_000);
