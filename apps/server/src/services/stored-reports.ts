import type { StudyHome } from '@concord/rubric/contract/curator/study';
import type { CalibrationReport } from '@concord/rubric/report/calibration-report';
import { compareReports, type ReportChanges } from '@concord/rubric/report/compare-reports';
import { reportSchema } from '@concord/rubric/report/report-version';
import type { Store } from '../db/open-database.ts';
import { ProblemError } from '../http/problem-error.ts';
import { requireStudy } from '../store/require-study.ts';
import { reportLines } from '../store/curator/study-home.ts';

/** A stored report as it was computed. Throws `not-found`. */
export async function storedReport(
  store: Store,
  studyId: string,
  reportId: string,
): Promise<CalibrationReport> {
  const row = await store.db
    .selectFrom('report')
    .select('content')
    .where('study_id', '=', studyId)
    .where('report_id', '=', Number(reportId))
    .executeTakeFirst();
  if (!row) throw new ProblemError('not-found', { detail: `Study ${studyId} has no report ${reportId}.` });
  return JSON.parse(row.content) as CalibrationReport;
}

/**
 * A stored report that this program can draw. One of an earlier version stays as it was computed, as JSON. Throws
 * `not-found`, or `invalid-request` for an earlier version.
 */
export async function drawableReport(
  store: Store,
  studyId: string,
  reportId: string,
): Promise<CalibrationReport> {
  const report = await storedReport(store, studyId, reportId);
  if (report.schema !== reportSchema)
    throw new ProblemError('invalid-request', {
      detail: `Report ${reportId} is ${String(report.schema)}, made by an earlier version: its JSON stands as it was. Run the report again for the other forms.`,
    });
  return report;
}

/** Stored reports of a study, newest first. Throws `not-found` where there is no such study. */
export async function listStoredReports(store: Store, studyId: string): Promise<StudyHome['reports']> {
  await requireStudy(store, studyId);
  return reportLines(store, studyId);
}

/** What changed from one stored report to another; without `before`, from the one computed just before it. */
export async function reportChanges(
  store: Store,
  studyId: string,
  reportId: string,
  before?: string,
): Promise<{ before: string; changes: ReportChanges } | null> {
  const after = await storedReport(store, studyId, reportId);
  const previous =
    before ??
    (
      await store.db
        .selectFrom('report')
        .select('report_id')
        .where('study_id', '=', studyId)
        .where('report_id', '<', Number(reportId))
        .orderBy('report_id', 'desc')
        .limit(1)
        .executeTakeFirst()
    )?.report_id.toString();
  if (previous === undefined) return null;
  return {
    before: previous,
    changes: compareReports(await storedReport(store, studyId, previous), after),
  };
}
