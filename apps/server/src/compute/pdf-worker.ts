import type { Language } from '@concord/rubric/model/local-text';
import type { CalibrationReport } from '@concord/rubric/report/calibration-report';
import { pdfReport } from './pdf-report.ts';

/** Prints one report as PDF; runs in a worker thread, for it takes seconds. */
export default function printReport(task: {
  report: CalibrationReport;
  language: Language;
}): Promise<Buffer> {
  return pdfReport(task.report, task.language);
}
