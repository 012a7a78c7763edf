import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { randomIntegers } from '@concord/rubric/stats/random';
import { showFiles, type Shown } from './show-files.ts';

const usage = 'node scripts/dist/conformance/mutated.js DIR [--count 10000] [--seed 1]';
const batchSize = 100;
/** Larger files cost time and hold nothing else that could break. */
const largest = 300_000;

/** Damages a file as disks, networks and writers do: bytes changed in the header or anywhere, cut, doubled, zeroed. */
function mutate(bytes: Buffer, random: (below: number) => number): Buffer {
  const out = Buffer.from(bytes);
  const at = (end: number): number => random(Math.max(1, end));
  const kind = random(6);
  if (kind === 0) return out.subarray(0, at(out.length));
  if (kind === 1) {
    const from = at(out.length);
    out.fill(0, from, Math.min(out.length, from + at(512)));
    return out;
  }
  if (kind === 2) {
    const from = at(out.length);
    const part = out.subarray(from, from + at(256));
    return Buffer.concat([out.subarray(0, from), part, out.subarray(from)]);
  }
  // Most faults of a reader lie in how it takes lengths, counts and syntaxes: the header gets most of them.
  const end = kind === 3 ? out.length : Math.min(out.length, 4096);
  const changes = 1 + random(8);
  for (let change = 0; change < changes; change += 1) out[at(end)] = random(256);
  return out;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { count: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
  });
  const [root] = positionals;
  const count = Number(values.count);
  const random = randomIntegers(Number(values.seed), 0);
  if (root === undefined || !Number.isInteger(count) || count < 1) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  const originals = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(json|tsv|md)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
    .filter(({ length }) => length <= largest);
  const tally: Record<Shown['status'], number> = { shown: 0, refused: 0, failed: 0 };
  const began = performance.now();
  for (let done = 0; done < count; done += batchSize) {
    const folder = mkdtempSync(join(tmpdir(), 'concord-mutated-'));
    const names = Array.from({ length: Math.min(batchSize, count - done) }, (_, index) => {
      const original = originals[random(originals.length)] ?? Buffer.alloc(0);
      const name = `${String(done + index).padStart(6, '0')}.dcm`;
      writeFileSync(join(folder, name), mutate(original, random));
      return name;
    });
    const shown = await showFiles(folder, names, new Map(), () => undefined);
    for (const { status } of shown) tally[status] += 1;
    const failed = shown.filter(({ status }) => status === 'failed');
    for (const { file, message } of failed) console.log(`${folder}/${file}: ${message}`);
    if (failed.length === 0) rmSync(folder, { recursive: true });
    console.error(`  ${done + names.length} of ${count} files`);
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(
    `${count} mutated files (seed ${values.seed}) in ${seconds} s: ${tally.shown} shown, ${tally.refused} refused with a reason, ${tally.failed} failed.`,
  );
  if (tally.failed > 0) process.exitCode = 1;
}

await main();
