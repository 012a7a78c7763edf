import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'concord-newcomer-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What `npm ci` leaves behind, without the network: installed packages linked, workspaces linked to the clone. */
function linkPackages(clone: string): void {
  const target = join(clone, 'node_modules');
  mkdirSync(join(target, '@concord'), { recursive: true });
  mkdirSync(join(target, '.bin'));
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('.') && name !== '@concord')
      symlinkSync(join(root, 'node_modules', name), join(target, name));
  for (const [name, place] of [
    ['rubric', 'packages/rubric'],
    ['server', 'apps/server'],
    ['annotator', 'apps/annotator'],
  ] as const) {
    symlinkSync(join(clone, place), join(target, '@concord', name));
    const own = join(root, place, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(clone, place, 'node_modules'));
  }
  symlinkSync('../@concord/server/bin/concord.js', join(target, '.bin', 'concord'));
}

it('a fresh clone answers npx --no-install concord --help with its commands, before any build', () => {
  const clone = join(folder, 'clone');
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, clone]);
  linkPackages(clone);
  const help = execFileSync('npx', ['--no-install', 'concord', '--help'], {
    cwd: clone,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for (const command of ['start', 'serve', 'import', 'lock', 'report', 'export-grader', 'stats'])
    expect(help).toMatch(new RegExp(`^ {2}${command}\\b`, 'mu'));
}, 60_000);
