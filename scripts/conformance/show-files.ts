import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../browser/launch-browser.ts';
import type { Reference } from './reference.ts';
import { type FileServer, type Served, serveFiles } from './serve-files.ts';

/** One object a file, with the keys of `REFERENCE.json` where it is shown. */
export type Shown = {
  file: string;
  /** `shown`; `refused`: a sentence says why; `failed`: our own fault, it did not finish or said nothing. */
  status: 'shown' | 'refused' | 'failed';
  message: string | null;
  stored?: { min: number; max: number; sum: number; sha256Int32LE?: string | null };
  modality?: { min: number; max: number; sum: number };
  samples?: { index: number[]; stored: (number | null)[]; modality: (number | null)[] };
  picture?: { width: number; height: number; sum: number; samples?: (number | null)[] };
};

const batchSize = 50;
const fileLimitMs = 60_000;

async function openPage(browser: Browser, server: FileServer): Promise<Page> {
  const context = await browser.newContext({ deviceScaleFactor: 1 });
  const page = await context.newPage();
  await page.goto(`${server.origin}${server.link}`);
  await page.getByRole('heading', { name: 'Reading list' }).waitFor();
  await page.goto(`${server.origin}/conformance`);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  return page;
}

/** Asks the page for one file; what does not answer within a minute has failed. */
async function show(page: Page, served: Served, indices: number[] | null): Promise<Shown> {
  const { file } = served;
  if ('refused' in served) return { file, status: 'refused', message: served.refused };
  const { series, slice, imagePath } = served;
  const question = JSON.stringify({ series, slice, imagePath, indices });
  const answer = page.evaluate<Omit<Shown, 'file'>>(`globalThis.showFrame(${question})`);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Omit<Shown, 'file'>>((resolve) => {
    timer = setTimeout(() => resolve({ status: 'failed', message: 'no answer in a minute' }), fileLimitMs);
  });
  const settled = answer.catch(
    (error: unknown): Omit<Shown, 'file'> => ({
      status: 'failed',
      message: error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unknown',
    }),
  );
  try {
    return { file, ...(await Promise.race([settled, late])) };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Shows frame 0 of every file (paths relative to `root`) in the reading room's own code, in a real browser over the
 * real server, and tells what it holds. Never throws for a file.
 */
export async function showFiles(
  root: string,
  paths: readonly string[],
  references: ReadonlyMap<string, Reference>,
  onProgress: (done: number) => void,
): Promise<Shown[]> {
  const browser = await launchBrowser();
  const out: Shown[] = [];
  try {
    for (let from = 0; from < paths.length; from += batchSize) {
      const server = await serveFiles(root, paths.slice(from, from + batchSize));
      try {
        let page: Page | undefined;
        for (const served of server.files) {
          page ??= await openPage(browser, server);
          const shown = await show(page, served, references.get(served.file)?.samples?.index ?? null);
          out.push(shown);
          onProgress(out.length);
          if (shown.status !== 'failed') continue;
          // A page that hangs or crashed must not take the next file with it. A sign-in link works once.
          await page.context().close();
          page = undefined;
          await server.renewLink();
        }
      } finally {
        await server.close();
      }
    }
  } finally {
    await browser.close();
  }
  return out;
}
