import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { planCases } from './plan.ts';
import type { CasePlan } from './plan.ts';
import { isoDay, studyDay } from './record.ts';
import type { RenderJob } from './render-worker.ts';
import { checkPlanted } from './self-check.ts';
import { makeStudy } from './study.ts';
import { loadClinical, loadDiseases } from './tables.ts';
import { writeStudy } from './write-study.ts';

const usage = 'usage: node scripts/dist/demo-study/main.js --out DIR [--seed 20261201] [--cases N]';

/** Draws the images of all cases in as many workers as there are processors; resolves to the bytes written. */
async function renderAll(folder: string, seed: number, plans: readonly CasePlan[]): Promise<number> {
  const workers = Math.max(1, Math.min(4, availableParallelism(), plans.length));
  const shares: RenderJob['plans'][] = Array.from({ length: workers }, () => []);
  plans.forEach((plan, index) => {
    shares[index % workers]?.push({ plan, studyDate: isoDay(studyDay(plan, seed)).replaceAll('-', '') });
  });
  let bytes = 0;
  let done = 0;
  await Promise.all(
    shares.map(
      (share) =>
        new Promise<void>((finish, fail) => {
          const job: RenderJob = { folder, seed, plans: share };
          const worker = new Worker(new URL('./render-worker.js', import.meta.url), { workerData: job });
          worker.on('message', (message: { bytes: number }) => {
            bytes += message.bytes;
            done += 1;
            if (process.stderr.isTTY) process.stderr.write(`\rimages of case ${done} of ${plans.length}`);
          });
          worker.on('error', fail);
          worker.on('exit', (code) =>
            code === 0 ? finish() : fail(new Error(`image worker ended with ${code}`)),
          );
        }),
    ),
  );
  if (process.stderr.isTTY) process.stderr.write('\n');
  return bytes;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      out: { type: 'string' },
      seed: { type: 'string', default: '20261201' },
      cases: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const diseases = loadDiseases();
  const available = diseases.reduce((sum, { count }) => sum + count, 0);
  const wanted = values.cases === undefined ? available : Number(values.cases);
  const seed = Number(values.seed);
  if (values.help || !values.out) {
    console.error(usage);
    return values.help ? 0 : 2;
  }
  if (
    !Number.isSafeInteger(seed) ||
    seed < 0 ||
    !Number.isInteger(wanted) ||
    wanted < 1 ||
    wanted > available
  ) {
    console.error(`--seed is an integer from 0, --cases an integer from 1 to ${available}\n${usage}`);
    return 2;
  }
  const out = resolve(values.out);
  if (existsSync(out) && readdirSync(out).length > 0) {
    console.error(`${values.out} is not empty; nothing was written`);
    return 2;
  }
  const started = performance.now();
  const plans = planCases(diseases, seed, wanted);
  const content = makeStudy(diseases, plans, seed);
  // Written beside the target and renamed at the end, so that a half-made study is never taken for a whole one.
  const partial = `${out}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  await writeStudy(
    partial,
    content,
    plans,
    new Map(diseases.map((disease) => [disease.id, disease])),
    loadClinical(),
  );
  const bytes = await renderAll(partial, seed, plans);
  await rm(out, { recursive: true, force: true });
  await rename(partial, out);
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `${plans.length} cases, ${content.responses.length} responses, ${(bytes / 1e6).toFixed(0)} MB of images in ${seconds.toFixed(1)} s`,
  );
  for (const { grader, n, r, bias } of checkPlanted(content))
    console.log(`  ${grader}: r ${r.toFixed(3)}, bias ${bias.toFixed(1)} points (n = ${n})`);
  return 0;
}

process.exitCode = await main();
