import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { Language } from '@concord/rubric/model/local-text';
import type { CalibrationReport } from '@concord/rubric/report/calibration-report';
import type { Store } from '../db/open-database.ts';
import type { ReportProgress, ReportResult, ReportTask } from '../compute/report-worker.ts';
import { appendAudit } from '../store/audit.ts';
import { requireStudy } from '../store/require-study.ts';

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

export type ReportOptions = { signal?: AbortSignal; onPart?: (done: number, of: number) => void };

async function compute(
  store: Store,
  studyId: string,
  { signal, onPart }: ReportOptions,
): Promise<ReportResult> {
  await requireStudy(store, studyId);
  const { port1, port2 } = new MessageChannel();
  port1.on('message', ({ done, of }: ReportProgress) => onPart?.(done, of));
  const task: ReportTask = { folder: store.folder, studyId, progress: port2 };
  try {
    const options = { transferList: [port2], ...(signal ? { signal } : {}) };
    return (await computePool().run(task, options)) as ReportResult;
  } finally {
    port1.close();
  }
}

/** Computes the report as it stands now, without storing it. */
export async function computeReport(store: Store, studyId: string): Promise<CalibrationReport> {
  const { content } = await compute(store, studyId, {});
  return JSON.parse(content) as CalibrationReport;
}

/** Prints a report as PDF in a worker. */
export async function printReport(report: CalibrationReport, language: Language): Promise<Buffer> {
  const filename = new URL('../compute/pdf-worker.js', import.meta.url).href;
  return Buffer.from((await computePool().run({ report, language }, { filename })) as Uint8Array);
}

/** Computes the report and stores it beside the earlier ones; `content` is the report as JSON text. */
export async function runReport(
  store: Store,
  input: { studyId: string; actor: string; now: () => Date } & ReportOptions,
): Promise<{ reportId: number; content: string }> {
  const { content, inputsDigest, verdicts } = await compute(store, input.studyId, input);
  const at = input.now().toISOString();
  const reportId = await store.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .insertInto('report')
      .values({ study_id: input.studyId, created_at: at, inputs_digest: inputsDigest, content })
      .returning('report_id')
      .executeTakeFirstOrThrow();
    await appendAudit(transaction, {
      at,
      actor: input.actor,
      action: 'report.computed',
      studyId: input.studyId,
      subject: String(row.report_id),
      payload: { inputsDigest, verdicts },
    });
    return row.report_id;
  });
  return { reportId, content };
}
