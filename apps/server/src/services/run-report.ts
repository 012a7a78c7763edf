import { Piscina } from 'piscina';
import type { Language } from '@concord/rubric/model/local-text';
import type { CalibrationReport } from '@concord/rubric/report/calibration-report';
import type { Store } from '../db/open-database.ts';
import { appendAudit } from '../store/audit.ts';
import { readCalibrationData } from './calibration-data.ts';

let pool: Piscina | undefined;

/** The one pool of compute workers of this process; statistics never run on the event loop. */
function computePool(): Piscina {
  pool ??= new Piscina({
    filename: new URL('../compute/report-worker.js', import.meta.url).href,
    maxThreads: 2,
    minThreads: 0,
    idleTimeout: 5_000,
  });
  return pool;
}

/** Ends the compute workers, so that the process can. */
export async function closeComputePool(): Promise<void> {
  await pool?.destroy();
  pool = undefined;
}

/** Computes the report as it stands now, without storing it. */
export async function computeReport(
  store: Store,
  studyId: string,
  signal?: AbortSignal,
): Promise<CalibrationReport> {
  const data = await readCalibrationData(store, studyId);
  const text = (await computePool().run(data, signal ? { signal } : {})) as string;
  return JSON.parse(text) as CalibrationReport;
}

/** Prints a report as PDF in a worker. */
export async function printReport(report: CalibrationReport, language: Language): Promise<Buffer> {
  const filename = new URL('../compute/pdf-worker.js', import.meta.url).href;
  return Buffer.from((await computePool().run({ report, language }, { filename })) as Uint8Array);
}

/** Computes the report and stores it beside the earlier ones. */
export async function runReport(
  store: Store,
  input: { studyId: string; actor: string; now: () => Date; signal?: AbortSignal },
): Promise<{ reportId: number; report: CalibrationReport }> {
  const report = await computeReport(store, input.studyId, input.signal);
  const at = input.now().toISOString();
  const reportId = await store.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .insertInto('report')
      .values({
        study_id: input.studyId,
        created_at: at,
        inputs_digest: report.inputsDigest,
        content: JSON.stringify(report),
      })
      .returning('report_id')
      .executeTakeFirstOrThrow();
    const verdicts = Object.entries(report.graders).map(([graderId, { verdict }]) => ({ graderId, verdict }));
    await appendAudit(transaction, {
      at,
      actor: input.actor,
      action: 'report.computed',
      studyId: input.studyId,
      subject: String(row.report_id),
      payload: { inputsDigest: report.inputsDigest, verdicts },
    });
    return row.report_id;
  });
  return { reportId, report };
}
