import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../scripts/browser/launch-browser.ts';
import { accessibilityFaults, keepPicture } from '../harness/page-checks.ts';

const program = fileURLToPath(new URL('../../apps/server/dist/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'concord-demonstration-'));
const data = join(folder, 'data');
const concord = (...args: string[]): string =>
  execFileSync(process.execPath, [program, '--data', data, ...args], { encoding: 'utf8', stdio: 'pipe' });

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

type Running = { text: string; links: Record<string, string>; stop: () => Promise<void> };

/** `concord start` as `npm start` runs it, up to the sign-in links that it prints. */
async function start(port: number): Promise<Running> {
  const child: ChildProcess = spawn(
    process.execPath,
    [program, '--data', data, 'start', '--port', String(port)],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let text = '';
  await new Promise<void>((ready, failed) => {
    const take = (chunk: Buffer): void => {
      text += chunk.toString();
      if (/adjudicator +http\S+/u.test(text)) ready();
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.once('exit', (code) => failed(new Error(`ended with ${code}: ${text}`)));
  });
  const links = Object.fromEntries(
    [...text.matchAll(/^ +(\w+) +(http\S+)$/gmu)].map(([, role, link]) => [String(role), String(link)]),
  );
  return {
    text,
    links,
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

let browser: Browser;
let running: Running;
let port: number;
beforeAll(async () => {
  port = await freePort();
  [running, browser] = await Promise.all([start(port), launchBrowser()]);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await running?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function enter(role: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(running.links[role] ?? '');
  return page;
}
const exportsOf = (page: Page, title: string) => page.getByRole('group', { name: new RegExp(title, 'u') });
const save = async (page: Page, button: string, grader: string): Promise<string> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('group', { name: new RegExp(grader, 'iu') })
      .getByRole('button', { name: button })
      .click(),
  ]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
};

describe('The demonstration study', () => {
  it('shows the curator the verdicts that were planted, and gives out the grader that passed', async () => {
    const page = await enter('curator');
    await page.waitForURL('**/bench**');
    await page.goto(`http://localhost:${port}/bench/studies/demo/calibration`);
    const verdictOf = (grader: string): Promise<string | null> =>
      page
        .getByRole('row')
        .filter({ has: page.locator(`a[href="#grader-${grader}"]`) })
        .locator('.mark')
        .first()
        .textContent();
    await page.locator('a[href="#grader-close"]').first().waitFor();
    expect(await verdictOf('close')).toContain('pass');
    expect(await verdictOf('generous')).toContain('fail');
    expect(await verdictOf('noisy')).toContain('fail');
    await page.getByText('synthetic', { exact: false }).first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepPicture(page, 'demonstration-calibration');

    const manifest = await save(page, 'Manifest', 'closely');
    expect(JSON.parse(readFileSync(manifest, 'utf8'))).toMatchObject({
      schema: 'concord.manifest/1',
      synthetic: true,
      grader: { id: 'close' },
    });
    expect(concord('verify-grader', manifest)).toContain('is unchanged');
    const promptfoo = readFileSync(await save(page, 'promptfoo', 'closely'), 'utf8');
    expect(promptfoo).toContain('llm-rubric');
    expect(promptfoo).toContain('SYNTHETIC DEMONSTRATION DATA');

    await exportsOf(page, 'one point too kind').getByRole('button', { name: 'Manifest' }).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'Not exported:' });
    await refusal.waitFor();
    expect(await refusal.textContent()).toContain(
      'Not exported: The verdict is fail: a grader that fails the registered rule is not exported.',
    );
    await page.context().close();
  }, 60_000);

  it('tells a rater on every screen that it is synthetic, in both languages', async () => {
    const page = await enter('rater');
    await page.getByText('Synthetic demonstration data', { exact: true }).waitFor();
    await page.getByRole('button', { name: '中文' }).click();
    await page.getByText('合成演示数据').waitFor();
    await page.getByRole('button', { name: '下一份未读' }).click();
    await page.locator('canvas[data-painted="true"]').first().waitFor();
    await page.getByText('合成演示数据').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepPicture(page, 'demonstration-reading-zh');
    await page.context().close();
  }, 60_000);

  it('gives the adjudicator what the raters dispute, to settle by keyboard with a reason', async () => {
    const page = await enter('adjudicator');
    const waiting = page.getByRole('row').filter({ hasText: 'Waiting' });
    await waiting.first().waitFor();
    const before = await waiting.count();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Next waiting' }).press('Enter');
    await page.locator('canvas[data-painted="true"]').first().waitFor();
    expect(await page.getByRole('columnheader', { name: /^Reader [A-C]$/u }).count()).toBeGreaterThan(1);
    expect(await page.locator('main').innerText()).not.toMatch(/rater-|Aster|Borealis|demo-/u);
    const settle = page.getByRole('button', { name: /^Settle/u });
    expect(await settle.isDisabled()).toBe(true);
    for (const group of await page.locator('form.rubric fieldset').all()) {
      await group.getByRole('radio').first().focus();
      await page.keyboard.press('Space');
    }
    await page.getByRole('textbox', { name: /^Reason/u }).fill('The lesion is on the other side.');
    // What was begun survives a reload.
    await page.reload();
    await page.getByRole('textbox', { name: /^Reason/u }).waitFor();
    expect(await page.getByRole('textbox', { name: /^Reason/u }).inputValue()).toBe(
      'The lesion is on the other side.',
    );
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepPicture(page, 'demonstration-adjudication');
    const url = page.url();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL((next) => next.href !== url);
    await page.getByRole('button', { name: 'Queue' }).click();
    await waiting.first().waitFor();
    expect(await waiting.count()).toBe(before - 1);
    await page.context().close();
  }, 60_000);

  it('is kept by a second start, which makes no study and other links', async () => {
    const first = running.links;
    await running.stop();
    running = await start(port);
    expect(running.text).not.toContain('generating');
    expect(running.links['rater']).not.toBe(first['rater']);
    const page = await enter('rater');
    await page.getByText('Synthetic demonstration data', { exact: true }).waitFor();
    await page.context().close();
  }, 60_000);

  it('shows the curator the protocol in force and who reads what, in both languages', async () => {
    const page = await enter('curator');
    await page.waitForURL('**/bench**');
    const { origin } = new URL(page.url());
    await page.goto(`${origin}/bench/studies/demo/protocol`);
    await page.getByText(/^Version 0 is in force; \d+ study ratings/u).waitFor();
    await page.getByText('The study is locked: the protocol can no longer change.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepPicture(page, 'protocol');
    await page.goto(`${origin}/bench/studies/demo/reading`);
    await page.getByRole('button', { name: /^reader-1, case-001: \d+\/\d+ submitted$/u }).press('Enter');
    await page.getByRole('heading', { name: 'Readings of reader-1 on case-001' }).waitFor();
    await page
      .getByRole('button', { name: /^Annul: / })
      .first()
      .press('Enter');
    await page.getByRole('button', { name: 'Do it' }).press('Enter');
    await page.getByText('Give a reason; it is kept on the record.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: '中文' }).click();
    await page.getByRole('heading', { name: 'reader-1 对 case-001 的阅读任务' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepPicture(page, 'reading-matrix-zh');
    await page.context().close();
  }, 60_000);
});
