import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { makeSeries } from './imaging.ts';
import type { CasePlan } from './plan.ts';
import { writeSeries } from './series-files.ts';
import { loadDiseases, loadSequences, loadTissues } from './tables.ts';

/** What the program hands to each image worker. */
export type RenderJob = { folder: string; seed: number; plans: { plan: CasePlan; studyDate: string }[] };

const job = workerData as RenderJob;
const tables = { tissues: loadTissues(), sequences: loadSequences() };
const diseases = new Map(loadDiseases().map((disease) => [disease.id, disease]));

for (const { plan, studyDate } of job.plans) {
  const disease = diseases.get(plan.disease);
  if (!disease) throw new Error(`diseases.yaml has no disease ${plan.disease}`);
  let bytes = 0;
  for (const series of makeSeries(tables, disease, plan, job.seed)) {
    const name = `${String(series.number).padStart(2, '0')}-${series.key}`;
    bytes += await writeSeries(
      join(job.folder, 'cases', plan.id, 'imaging', name),
      series,
      plan,
      job.seed,
      studyDate,
    );
  }
  parentPort?.postMessage({ id: plan.id, bytes });
}
