import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

/**
 * A fontconfig file that adds a font with Chinese and Greek to those of the machine, so that a bare Linux paints
 * characters and not boxes. Latin comes out of the same font where the machine has none.
 */
function fontConfiguration(): string {
  const font = createRequire(import.meta.url).resolve(
    '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  );
  const folder = mkdtempSync(join(tmpdir(), 'concord-fonts-'));
  const file = join(folder, 'fonts.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${dirname(font)}</dir>
  <cachedir>${folder}</cachedir>
</fontconfig>
`,
  );
  return file;
}

let path: Promise<string> | undefined;
let fonts: string | undefined;

/**
 * Starts a headless browser that has Chinese fonts; the packaged one is unpacked once a process. Throws where there
 * is none.
 */
export async function launchBrowser(): Promise<Browser> {
  path ??= browserPath();
  fonts ??= fontConfiguration();
  const executablePath = await path;
  return chromium.launch({
    executablePath,
    args: launchArguments,
    env: { ...process.env, FONTCONFIG_FILE: fonts },
  });
}
