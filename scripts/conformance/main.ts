import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { readReferences, type Reference } from './reference.ts';
import { showFiles } from './show-files.ts';

const usage = 'npm run conformance -- DIR [--indices REFERENCE.json] --out FILE';

/** Every file below `root` but hidden ones, with `/`, in order of their names. */
function filesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.split('/').some((part) => part.startsWith('.')))
    .sort();
}

class Misuse extends Error {}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { indices: { type: 'string' }, out: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) return console.log(usage);
  const [root, ...more] = positionals;
  if (root === undefined || more.length > 0 || values.out === undefined) throw new Misuse(usage);
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`${root}: found no such folder; expected a folder of DICOM files`);
  const references: Map<string, Reference> =
    values.indices === undefined ? new Map() : await readReferences(values.indices);
  const paths = filesIn(root);
  if (paths.length === 0) throw new Error(`${root}: found no files; expected a folder of DICOM files`);
  let said = 0;
  const shown = await showFiles(root, paths, references, (done) => {
    if (Date.now() - said < 1000 && done < paths.length) return;
    said = Date.now();
    console.error(`  ${done} of ${paths.length} files`);
  });
  writeFileSync(values.out, `${JSON.stringify(shown, null, 1)}\n`);
  const count = (status: string): number => shown.filter((one) => one.status === status).length;
  console.log(
    `${shown.length} files: ${count('shown')} shown, ${count('refused')} refused with a reason, ${count('failed')} failed. Written to ${values.out}.`,
  );
  if (count('failed') > 0) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  console.error(`conformance: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode =
    error instanceof Misuse || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') ? 2 : 1;
}
