import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../scripts/browser/launch-browser.ts';
import {
  e2eCurator,
  e2eGrader,
  e2ePassword,
  e2eReaders,
  e2eStudyId,
  type E2eStudy,
  startE2eStudy,
} from '../harness/e2e-study.ts';
import { accessibilityFaults, keepPicture, paintedCanvases } from '../harness/page-checks.ts';

// The rubric of the generated study: five dimensions from 0 to 5, and what each weighs.
const weights = { diagnosis: 0.3, findings: 0.25, integration: 0.2, differential: 0.15, 'next-step': 0.1 };
type Dimension = keyof typeof weights;
const dimensions = Object.keys(weights) as Dimension[];
type Scores = Record<Dimension, number>;

const scored = (points: readonly number[]): Scores => {
  const [diagnosis = 0, findings = 0, integration = 0, differential = 0, next = 0] = points;
  return { diagnosis, findings, integration, differential, 'next-step': next };
};
/** What each reader and the grader give to the six answers, in the order of the bundle. */
const given = {
  'reader-1': [
    [5, 4, 4, 3, 5],
    [1, 2, 1, 0, 1],
    [3, 3, 2, 3, 4],
    [4, 5, 4, 4, 3],
    [0, 1, 1, 2, 0],
    [2, 2, 3, 1, 2],
  ],
  'reader-2': [
    [4, 4, 5, 3, 4],
    [2, 1, 1, 1, 0],
    [3, 2, 3, 3, 3],
    [5, 5, 4, 3, 4],
    [1, 1, 0, 1, 1],
    [2, 3, 2, 2, 1],
  ],
  grader: [
    [4, 3, 4, 4, 5],
    [2, 2, 2, 1, 1],
    [2, 3, 3, 2, 3],
    [5, 4, 4, 4, 4],
    [1, 0, 1, 2, 1],
    [4, 3, 2, 2, 2],
  ],
} as const;

/** Weighted total of design §2, 0 to 100, over a full scale of 0 to 5. */
const total = (scores: Scores): number =>
  dimensions.reduce((sum, id) => sum + weights[id] * (scores[id] / 5), 0) * 100;

function pearson(x: readonly number[], y: readonly number[]): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const products = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, value, index) => sum + (value - mean(a)) * ((b[index] ?? 0) - mean(b)), 0);
  return products(x, y) / Math.sqrt(products(x, x) * products(y, y));
}

let study: E2eStudy;
let wrongAnswer = { response: '', scores: {} };
let browser: Browser;
beforeAll(async () => {
  [study, browser] = await Promise.all([startE2eStudy(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await study?.close();
});

async function newPage(faults: string[]): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.on('pageerror', (error) => faults.push(error.message));
  return page;
}

async function enter(page: Page, username: string): Promise<void> {
  await page.goto(study.origin);
  await page.getByLabel('Name').fill(username);
  await page.getByLabel('Password').fill(e2ePassword);
  await page.keyboard.press('Enter');
}

const itemOf = (page: Page): string => new URL(page.url()).searchParams.get('item') ?? '';

/** Steps through the series by keyboard: each is painted, and no two show the same picture. */
async function seeEverySeries(page: Page): Promise<void> {
  await paintedCanvases(page);
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  const names = await page.locator('.iv-strip button').allInnerTexts();
  expect(names.length).toBeGreaterThanOrEqual(6);
  const seen = new Map<number, string>();
  for (let step = 0; step < names.length; step += 1) {
    if (step > 0) await page.keyboard.press(']');
    const name = (await page.locator('.iv-strip button[aria-pressed="true"]').textContent()) ?? '';
    const [active] = (await paintedCanvases(page)).filter(({ isActive }) => isActive);
    if (!active) throw new Error('no active viewport');
    expect(name).toContain(active.name.split(',')[0]);
    expect(active.greys, name).toBeGreaterThan(8);
    expect(seen.get(active.sum), `${name} shows another series`).toBeUndefined();
    seen.set(active.sum, name);
  }
  expect(seen.size).toBe(names.length);
}

/** Turns the picture by keyboard: the letters at its edges follow, also after a reload; the scale bar is in millimetres. */
async function turnThePicture(page: Page): Promise<void> {
  const active = page.locator('.iv-viewport[data-active="true"]');
  const letters = async () => {
    await paintedCanvases(page);
    const at = (edge: string) => active.locator(`.iv-${edge}`).textContent();
    return Promise.all(['left', 'top', 'right', 'bottom'].map(at));
  };
  const [left, top, right, bottom] = await letters();
  await page.keyboard.press('h');
  expect(await letters()).toEqual([right, top, left, bottom]);
  await page.keyboard.press('h');
  await page.keyboard.press('o');
  expect(await letters()).toEqual([bottom, left, top, right]);
  // What was turned stands as it was left when the page comes back.
  await page.reload();
  expect(await letters()).toEqual([bottom, left, top, right]);
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await page.keyboard.press('r');
  expect(await letters()).toEqual([left, top, right, bottom]);
  expect(await active.locator('.iv-scale').textContent()).toMatch(/^\d+ mm$/u);
}

/** Measures by keyboard: a length in millimetres that stays after a reload, the mean of a box, and none once taken off. */
async function measureThePicture(page: Page): Promise<void> {
  const texts = () => page.locator('.iv-viewport[data-active="true"] .iv-mark text').allTextContents();
  await page.keyboard.press('d');
  await page.keyboard.press('Enter');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(texts).toEqual([expect.stringMatching(/^\d+\.\d mm$/u)]);
  const [length] = await texts();
  await page.keyboard.press('b');
  await page.keyboard.press('Enter');
  for (const key of ['ArrowLeft', 'ArrowDown']) await page.keyboard.press(`Shift+${key}`);
  await page.keyboard.press('Enter');
  // Ten pixels by ten, and no millimetres where the length had them would be a fault.
  await expect.poll(async () => (await texts()).join(' ')).toMatch(/mean [\d.]+ SD [\d.]+ {2}n 100 .* mm²/u);
  await page.keyboard.press('Delete');
  await expect.poll(texts).toEqual([length]);
  await page.waitForTimeout(500);
  await page.reload();
  await paintedCanvases(page);
  await page.locator('.iv-mark text').first().waitFor();
  expect(await texts()).toEqual([length]);
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await page.keyboard.press('Delete');
  await expect.poll(texts).toEqual([]);
}

// Every character of it is a key of the reading screen or of the images somewhere else.
const remark = 'no lesion in g s c; 3 of 5 [w] in r?';

/** From the correctness group on: incorrect, the first error as the primary one, a remark. By keyboard alone. */
async function nameTheError(page: Page): Promise<void> {
  await page.keyboard.press('ArrowRight');
  await page.locator('#field-correctness input[value="incorrect"]:checked').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.locator('#field-primaryError input[type="checkbox"]:checked').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.locator('#field-primaryError input[type="radio"]:checked').waitFor();
  const comment = page.getByRole('textbox', { name: /^Comment/u });
  for (let step = 0; step < 30; step += 1) {
    if (await comment.evaluate((field) => field === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type(remark);
  expect(await comment.inputValue()).toBe(remark);
}

/** Reads the answer on screen by keyboard alone; with `loseNetwork`, the network is gone for one of the scores. */
async function readAnswer(
  page: Page,
  scores: Scores,
  { loseNetwork, wrong }: { loseNetwork: boolean; wrong: boolean },
): Promise<void> {
  const status = page.locator('.save-status');
  for (const [index, id] of dimensions.entries()) {
    if (loseNetwork && index === 2) await page.context().setOffline(true);
    await page.keyboard.press('n');
    await page.locator(`#field-scores-${id} :focus`).waitFor();
    await page.keyboard.press(String(scores[id]));
    await page.locator(`#field-scores-${id} input[value="${scores[id]}"]:checked`).waitFor();
    if (loseNetwork && index === 2) {
      await expect.poll(() => status.textContent(), { timeout: 20_000 }).toContain('kept on this computer');
      await keepPicture(page, 'reading-offline');
      await page.context().setOffline(false);
      await expect.poll(() => status.textContent(), { timeout: 20_000 }).toMatch(/^Saved/u);
    }
  }
  await page.keyboard.press('n');
  await page.locator('#field-correctness :focus').waitFor();
  await page.keyboard.press('Space');
  if (wrong) await nameTheError(page);
  await expect.poll(() => status.textContent(), { timeout: 20_000 }).toMatch(/^Saved/u);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog').waitFor();
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Submit' });
  // Nothing is missing, so the focus is where the next key belongs.
  expect(await submit.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
}

it.each(e2eReaders)(
  '%s reads every answer by keyboard alone, and a lost network loses nothing',
  async (reader) => {
    const faults: string[] = [];
    const page = await newPage(faults);
    const first = reader === 'reader-1';
    if (first) {
      await page.goto(study.origin);
      await page.getByLabel('Password').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await keepPicture(page, 'sign-in');
    }
    await enter(page, reader);
    await page.getByRole('heading', { name: 'Reading list' }).waitFor();
    if (first) {
      expect(await accessibilityFaults(page)).toEqual([]);
      await keepPicture(page, 'reading-list');
    }
    await page.getByRole('button', { name: 'Next unread' }).press('Enter');
    for (let count = 0; count < study.responses.length; count += 1) {
      if (count === 0 && first) {
        await seeEverySeries(page);
        await turnThePicture(page);
        await measureThePicture(page);
      }
      const canvases = await paintedCanvases(page);
      expect(canvases.length).toBeGreaterThan(0);
      for (const { name, greys } of canvases) expect(greys, name).toBeGreaterThan(8);
      if (count === 0 && first) {
        expect(await accessibilityFaults(page)).toEqual([]);
        await keepPicture(page, 'reading');
      }
      const item = itemOf(page);
      const points = given[reader][study.responses.indexOf(study.responseOf(item))];
      if (!points) throw new Error(`no scores for ${item}`);
      const wrong = first && count === 1;
      await readAnswer(page, scored(points), { loseNetwork: count === 0, wrong });
      if (wrong)
        wrongAnswer = {
          response: study.responseOf(item),
          scores: Object.fromEntries(Object.entries(scored(points)).map(([id, value]) => [id, { value }])),
        };
      await expect.poll(() => itemOf(page), { timeout: 20_000 }).not.toBe(item);
    }
    await page.getByText('You have read everything on your list.').waitFor();
    await page.getByText(`${study.responses.length} of ${study.responses.length} submitted`).waitFor();
    if (first) {
      const { errors, ...content } = study.ratingOf(reader, wrongAnswer.response);
      expect(content).toMatchObject({
        scores: wrongAnswer.scores,
        correctness: 'incorrect',
        primaryError: errors[0],
        comment: remark,
      });
      expect(errors).toHaveLength(1);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  },
  120_000,
);

it('the curator locks, imports grader scores and sees r as worked out by hand; six answers give no export', async () => {
  const faults: string[] = [];
  const page = await newPage(faults);
  await enter(page, e2eCurator);
  await page.waitForURL('**/bench');
  await page.goto(`${study.origin}/bench/studies/${e2eStudyId}`);
  await page.getByText('Everything assigned has been read.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepPicture(page, 'bench-home');

  await page.getByRole('button', { name: 'Lock the study…' }).click();
  await page.getByLabel('Reason').fill('Both readers have read everything.');
  await keepPicture(page, 'lock');
  await page.getByRole('button', { name: 'Lock for good' }).click();

  const lines = study.responses.map((response, index) =>
    JSON.stringify({ grader: e2eGrader, response, scores: scored(given.grader[index] ?? []) }),
  );
  const file = join(study.folder, 'scores.jsonl');
  writeFileSync(file, `${lines.join('\n')}\n`);
  await page.getByLabel('Scores (.jsonl or .csv)').setInputFiles(file);
  await page.getByRole('button', { name: 'Import scores', exact: true }).click();
  await page.getByText('6 new lines').waitFor();
  await keepPicture(page, 'grader-scores');

  await page.goto(`${study.origin}/bench/studies/${e2eStudyId}/calibration`);
  await page.getByRole('button', { name: 'Run the report' }).click();
  await page.getByText('The report is ready.').waitFor({ timeout: 60_000 });
  const row = page.getByRole('row').filter({ has: page.locator(`a[href="#grader-${e2eGrader}"]`) });
  const shown = (await row.locator('.estimate').first().textContent()) ?? '';
  const consensus = given['reader-1'].map(
    (points, index) => (total(scored(points)) + total(scored(given['reader-2'][index] ?? []))) / 2,
  );
  const r = pearson(
    given.grader.map((points) => total(scored(points))),
    consensus,
  );
  expect(shown).toMatch(/^0\.\d{2,4}$/u);
  expect(shown).toBe(r.toFixed(shown.length - 2));
  expect(await row.textContent()).toContain('inconclusive');
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepPicture(page, 'calibration');

  await page.getByRole('button', { name: 'Manifest' }).click();
  const refusal = page.getByRole('alert').filter({ hasText: 'Not exported:' });
  await refusal.waitFor();
  expect(await refusal.textContent()).toContain(
    'Not exported: The verdict is inconclusive: only a pass is exported.',
  );
  await keepPicture(page, 'export-refused');
  expect(faults).toEqual([]);
  await page.context().close();
}, 120_000);
