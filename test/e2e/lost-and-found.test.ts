import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../scripts/browser/launch-browser.ts';
import { e2ePassword, type E2eStudy, startE2eStudy } from '../harness/e2e-study.ts';
import { accessibilityFaults, keepPicture } from '../harness/page-checks.ts';

let study: E2eStudy;
let browser: Browser;
beforeAll(async () => {
  [study, browser] = await Promise.all([startE2eStudy(), launchBrowser()]);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await study?.close();
});

const saved = (page: Page) =>
  expect.poll(() => page.locator('.save-status').textContent(), { timeout: 20_000 });
const comment = (page: Page) => page.getByRole('textbox', { name: /^Comment/u });

async function signIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(e2ePassword);
  await page.keyboard.press('Enter');
}
async function newContext(name: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(study.origin);
  await signIn(page, name);
  await page.getByRole('heading', { name: 'Reading list' }).waitFor();
  return { context, page };
}
/** Opens the nth answer of the list, counted from 1. */
async function openAnswer(page: Page, number: number): Promise<string> {
  await page
    .locator('table.list tbody tr')
    .nth(number - 1)
    .locator('a')
    .click();
  await page.getByRole('heading', { name: new RegExp(`^Answer ${number} of`, 'u') }).waitFor();
  return page.url();
}
/** Requests to the server fail from now on, as without a network; a reload still gets the page. */
const cutApi = (context: BrowserContext) => context.route('**/api/rater/**', (route) => route.abort());

it('shows both versions when two tabs change one answer, and keeps what the reader chooses', async () => {
  const { context, page } = await newContext('reader-1');
  const address = await openAnswer(page, 1);
  const second = await context.newPage();
  second.setDefaultTimeout(20_000);
  await second.goto(address);
  await comment(second).waitFor();

  await comment(page).fill('written in the first tab');
  await saved(page).toMatch(/^Saved/u);
  await comment(second).fill('written in the second tab');
  const dialog = second.getByRole('dialog');
  await dialog.waitFor();
  await dialog.getByText('written in the first tab').waitFor();
  await dialog.getByText('written in the second tab').waitFor();
  expect(await accessibilityFaults(second)).toEqual([]);
  await keepPicture(second, 'conflict');
  await dialog.getByRole('button', { name: 'Keep what is on this screen' }).click();
  await saved(second).toMatch(/^Saved/u);

  await page.reload();
  await comment(page).waitFor();
  expect(await comment(page).inputValue()).toBe('written in the second tab');

  // And the other choice: what the server holds.
  await comment(second).fill('second again');
  await saved(second).toMatch(/^Saved/u);
  await comment(page).fill('first again');
  await page.getByRole('dialog').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Take what is on the server' }).click();
  await saved(page).toMatch(/^Saved/u);
  expect(await comment(page).inputValue()).toBe('second again');
  await context.close();
}, 60_000);

it('keeps what was not sent through a reload, and sends it when the network is back', async () => {
  const { context, page } = await newContext('reader-1');
  await openAnswer(page, 2);
  await comment(page).waitFor();
  await cutApi(context);
  await comment(page).fill('written without a network');
  await saved(page).toContain('kept on this computer');
  await context.unroute('**/api/rater/**');
  await page.reload();
  await comment(page).waitFor();
  expect(await comment(page).inputValue()).toBe('written without a network');
  await saved(page).toMatch(/^Saved/u);
  await context.close();

  const other = await newContext('reader-1');
  await openAnswer(other.page, 2);
  expect(await comment(other.page).inputValue()).toBe('written without a network');
  await other.context.close();
}, 60_000);

it('warns before leaving or signing out with work that was not sent', async () => {
  const { context, page } = await newContext('reader-1');
  await openAnswer(page, 3);
  await comment(page).waitFor();
  await cutApi(context);
  await comment(page).fill('not sent');
  await saved(page).toContain('kept on this computer');

  const asked = new Promise<string>((resolve) =>
    page.once('dialog', (dialog) => {
      resolve(dialog.type());
      void dialog.dismiss();
    }),
  );
  void page.evaluate(() => location.assign('/elsewhere'));
  expect(await asked).toBe('beforeunload');

  await page.getByRole('button', { name: 'Sign out' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: 'Some work has not been sent' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepPicture(page, 'sign-out-unsent');
  await dialog.getByRole('button', { name: 'Stay signed in' }).click();
  await context.unroute('**/api/rater/**');
  await saved(page).toMatch(/^Saved/u);
  await context.close();
}, 60_000);

it('asks for the password in place when the session has ended, and then sends what was written', async () => {
  const { context, page } = await newContext('reader-2');
  await openAnswer(page, 1);
  await comment(page).waitFor();
  study.endSessions('reader-2');
  await comment(page).fill('written after the session had ended');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: 'Your session has ended' }).waitFor();
  expect(await dialog.getByLabel('Name').inputValue()).toBe('reader-2');
  expect(await dialog.getByLabel('Password').evaluate((field) => field === document.activeElement)).toBe(
    true,
  );
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepPicture(page, 'session-ended');
  await page.keyboard.type('a wrong pass phrase');
  await page.keyboard.press('Enter');
  await dialog.getByText('Name or password is not right').waitFor();
  await dialog.getByLabel('Password').fill(e2ePassword);
  await page.keyboard.press('Enter');
  await saved(page).toMatch(/^Saved/u);
  expect(await comment(page).inputValue()).toBe('written after the session had ended');
  await context.close();
}, 60_000);

it('a one-time link lets in once; its account chooses a password and comes back with it', async () => {
  const link = await study.newReaderByLink('reader-3');
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(link);
  await page.getByRole('button', { name: 'Choose a password' }).click();
  await page.keyboard.type('too short');
  await page.keyboard.press('Enter');
  await page.getByText('At least 12 characters; this has 9.').waitFor();
  await page.getByLabel('New password').fill(e2ePassword);
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepPicture(page, 'choose-password');
  await page.keyboard.press('Enter');
  await page.getByText('Next time, sign in as reader-3').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();

  await page.goto(link);
  await page.getByText('This sign-in link has been used or is too old.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await signIn(page, 'reader-3');
  await page.getByRole('heading', { name: 'Reading list' }).waitFor();
  await page.getByText('Choose a password').waitFor({ state: 'detached' });
  await context.close();
}, 60_000);
