import {
  exportGrader as exportRoute,
  getReport,
  getReportChanges,
  getReportCsv,
  getReportHtml,
  getReportPdf,
  listReports,
  startReport,
} from '@concord/rubric/contract/curator/routes';
import type { FastifyInstance } from 'fastify';
import { csvReport } from '@concord/rubric/report/csv-report';
import { htmlReport } from '@concord/rubric/report/html-report';
import { route } from '../../http/route.ts';
import { exportGrader } from '../../services/export-grader.ts';
import { printReport, runReport } from '../../services/run-report.ts';
import { drawableReport, reportChanges, storedReport } from '../../services/stored-reports.ts';
import { requireCurator } from '../../store/curator/access.ts';
import { reportLines } from '../../store/curator/study-home.ts';
import type { CuratorDeps } from './deps.ts';

/** Calibration reports and the validated grader. */
export function reportRoutes(app: FastifyInstance, { store, jobs, now }: CuratorDeps): void {
  route(app, startReport, async ({ params, account }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    return jobs.start(account.accountId, 'report', async (progress, signal) => {
      progress(0, 1, 'computing');
      const { reportId } = await runReport(store, {
        studyId: params.studyId,
        actor: account.username,
        now,
        signal,
        onPart: (done, of) => progress(done, of, 'computing'),
      });
      return { resultId: String(reportId) };
    });
  });
  route(app, listReports, async ({ params, account }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    return { reports: await reportLines(store, params.studyId) };
  });
  route(app, getReport, async ({ params, account }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    return storedReport(store, params.studyId, params.reportId);
  });
  route(app, getReportHtml, async ({ params, query, account, reply }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    const report = await drawableReport(store, params.studyId, params.reportId);
    return reply.type('text/html; charset=utf-8').send(
      htmlReport(report, {
        language: query.language,
        hrefOf: ({ caseId, responseId }) =>
          `/bench/studies/${encodeURIComponent(params.studyId)}/cases/${encodeURIComponent(caseId)}#response-${encodeURIComponent(responseId)}`,
      }),
    );
  });
  route(app, getReportCsv, async ({ params, account, reply }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    const report = await drawableReport(store, params.studyId, params.reportId);
    return reply
      .header('content-disposition', `attachment; filename="report-${params.reportId}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(csvReport(report));
  });
  route(app, getReportPdf, async ({ params, query, account, reply }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    const report = await drawableReport(store, params.studyId, params.reportId);
    const { language } = query;
    return reply
      .header('content-disposition', `inline; filename="report-${params.reportId}-${language}.pdf"`)
      .type('application/pdf')
      .send(await printReport(report, language));
  });
  route(app, getReportChanges, async ({ params, account }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    return { since: await reportChanges(store, params.studyId, params.reportId) };
  });
  route(app, exportRoute, async ({ params, query, account, reply }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    const file = await exportGrader(store, { ...params, format: query.format, actor: account.username, now });
    return reply
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .type(file.contentType)
      .send(file.text);
  });
}
