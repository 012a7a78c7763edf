import { measureBundleSize } from './bundle-size.ts';
import { measureLag } from './lag.ts';
import { machine } from './machine.ts';
import { measureReport } from './report.ts';
import { measureScale } from './scale.ts';
import { measureSaves } from './saves.ts';
import { measureStats } from './stats.ts';
import { measureViewer } from './viewer.ts';

const programs = new Map<string, () => Promise<void>>([
  ['bundle-size', measureBundleSize],
  ['saves', measureSaves],
  ['report', measureReport],
  ['lag', measureLag],
  ['scale', measureScale],
  ['stats', measureStats],
  ['viewer', measureViewer],
]);

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !programs.has(name));
if (unknown.length > 0) {
  process.stderr.write(`found ${unknown.join(', ')}; expected ${[...programs.keys()].join(', ')}\n`);
  process.exitCode = 2;
} else {
  process.stdout.write(`${new Date().toISOString().slice(0, 10)}, ${machine()}\n`);
  for (const [name, run] of programs) if (asked.length === 0 || asked.includes(name)) await run();
}
