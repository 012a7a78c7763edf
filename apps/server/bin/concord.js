#!/usr/bin/env node
// Committed launcher: builds what is missing or older than its sources, then hands over to the compiled program.
// Outside a source checkout (no `apps/server/src`) there is nothing to build.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const program = join(root, 'apps', 'server', 'dist', 'cli', 'main.js');
const needsWeb = ['start', 'serve'].includes(process.argv[2] ?? '');

function newest(folder) {
  let latest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (['dist', 'node_modules', 'build-types'].includes(entry.name)) continue;
    const path = join(folder, entry.name);
    latest = Math.max(latest, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }
  return latest;
}

function isStale(stamp, folders) {
  if (!existsSync(stamp)) return true;
  const built = statSync(stamp).mtimeMs;
  return folders.some((folder) => existsSync(join(root, folder)) && newest(join(root, folder)) > built);
}

function build(what, stamp, command, args) {
  console.error(`Building ${what} …`);
  const started = new Date();
  try {
    execFileSync(process.execPath, [join(root, 'node_modules', command), ...args], {
      cwd: root,
      stdio: ['ignore', 2, 2],
    });
  } catch {
    // The compiler has said above what is wrong.
    console.error(`concord: building ${what} failed`);
    process.exit(1);
  }
  writeFileSync(stamp, '');
  // Sources that change while the build runs must count as newer than it.
  utimesSync(stamp, started, started);
}

if (existsSync(join(root, 'apps', 'server', 'src'))) {
  const programStamp = join(root, 'apps', 'server', 'dist', '.built');
  const sources = ['packages/rubric/src', 'apps/server/src', 'scripts'];
  if (!existsSync(program) || isStale(programStamp, sources))
    build('the program', programStamp, 'typescript/bin/tsc', [
      '-b',
      'packages/rubric',
      'apps/server',
      'scripts',
    ]);
  const webStamp = join(root, 'apps', 'annotator', 'dist', '.built');
  if (needsWeb && isStale(webStamp, ['packages/rubric/src', 'apps/annotator']))
    build('the pages', webStamp, 'vite/bin/vite.js', [
      'build',
      '--config',
      'apps/annotator/vite.config.ts',
      'apps/annotator',
      '--logLevel',
      'warn',
    ]);
}

await import(pathToFileURL(program).href);
