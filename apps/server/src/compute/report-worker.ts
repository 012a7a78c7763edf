import { createHash } from 'node:crypto';
import type { MessagePort } from 'node:worker_threads';
import type { Verdict } from '@concord/rubric/gate/gate';
import { calibrationReport } from '@concord/rubric/report/calibration-report';
import { openForReading } from '../db/open-database.ts';
import { readCalibrationData } from '../services/calibration-data.ts';

/** A stored study to report on; `progress` receives the parts done. */
export type ReportTask = { folder: string; studyId: string; progress: MessagePort };
export type ReportProgress = { done: number; of: number };
/** The report as JSON text, and what the record of it names. */
export type ReportResult = {
  content: string;
  inputsDigest: string;
  verdicts: { graderId: string; verdict: Verdict }[];
};

/**
 * Reads a study from its store and computes its calibration report; runs in a worker thread, so that neither the reading
 * nor the statistics hold up a rater's save.
 */
export default async function computeReport({
  folder,
  studyId,
  progress,
}: ReportTask): Promise<ReportResult> {
  const store = openForReading(folder);
  try {
    const data = await readCalibrationData(store, studyId);
    const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
    const report = calibrationReport({ ...data, digest }, (done, of) =>
      progress.postMessage({ done, of } satisfies ReportProgress),
    );
    return {
      content: JSON.stringify(report),
      inputsDigest: report.inputsDigest,
      verdicts: Object.entries(report.graders).map(([graderId, { verdict }]) => ({ graderId, verdict })),
    };
  } finally {
    await store.close();
  }
}
