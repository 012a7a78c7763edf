import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A browser on this machine: `CHROME_PATH`, else an installed one, else the one that comes with npm. */
async function browserPath(): Promise<string> {
  const named = process.env['CHROME_PATH'];
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`CHROME_PATH: found no file ${named}; expected a browser`);
    return named;
  }
  const found = installed.find((path) => existsSync(path));
  if (found !== undefined) return found;
  // Read while the package loads: makes it unpack the shared libraries that a bare Linux lacks.
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs22.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}

let path: Promise<string> | undefined;

/** Starts a headless browser; the packaged one is unpacked once a process. Throws where there is none. */
export async function launchBrowser(): Promise<Browser> {
  path ??= browserPath();
  return chromium.launch({ executablePath: await path, args: launchArguments });
}
