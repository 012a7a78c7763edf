import {
  getReport,
  getReportCsv,
  getReportHtml,
  getReportPdf,
  listReports,
} from '@concord/rubric/contract/curator/routes';
import type { CalibrationReport } from '@concord/rubric/report/calibration-report';
import { severityPlot } from '@concord/rubric/report/report-plots';
import { reportSchema } from '@concord/rubric/report/report-version';
import type { Estimate } from '@concord/rubric/stats/estimate';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { call, urlOf } from '../../api/client.ts';
import { calibrationMessages } from '../../language/calibration-messages.ts';
import { useLanguage, useMessages } from '../../language/language.tsx';
import { dayAndTime } from '../../language/time.ts';
import { Changes } from './changes.tsx';
import { EstimateText } from './estimate-text.tsx';
import { shortDigest } from './format.ts';
import { GraderSection } from './grader-section.tsx';
import { ReportPlot } from './report-plot.tsx';
import { VerdictMark } from './verdict-mark.tsx';

const isReport = (value: unknown): value is CalibrationReport =>
  typeof value === 'object' && value !== null && 'schema' in value && value.schema === reportSchema;

function HumanTable({ report }: { report: CalibrationReport }) {
  const words = useMessages(calibrationMessages);
  const total: Readonly<Record<string, unknown>> = report.human.total;
  const measures = Object.keys(words.measures) as (keyof typeof words.measures)[];
  return (
    <table className="narrow">
      <caption>
        {words.human} ({words.total})
      </caption>
      <thead>
        <tr>
          <th scope="col">{words.measure}</th>
          <th scope="col">{words.value}</th>
        </tr>
      </thead>
      <tbody>
        {measures
          .filter((measure) => total[measure] !== undefined)
          .map((measure) => (
            <tr key={measure}>
              <th scope="row">{words.measures[measure]}</th>
              <td>
                <EstimateText estimate={total[measure] as Estimate} quantity="coefficient" />
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

function VerdictTable({ report }: { report: CalibrationReport }) {
  const words = useMessages(calibrationMessages);
  return (
    <table className="narrow">
      <caption>{words.verdict}</caption>
      <thead>
        <tr>
          <th scope="col">{words.grader}</th>
          <th scope="col">{words.verdict}</th>
          <th scope="col">{words.pearson}</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(report.graders).map(([graderId, grader]) => (
          <tr key={graderId}>
            <th scope="row">
              <a href={`#grader-${graderId}`}>{grader.title}</a>
            </th>
            <td>
              <VerdictMark verdict={grader.verdict} approximate={grader.approximate} />
            </td>
            <td>
              <EstimateText
                estimate={grader.total.pearson}
                quantity="coefficient"
                bar={report.gate.rLowerBound}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type CalibrationPageProps = {
  studyId: string;
  locked: boolean;
  homeHref: string;
  hrefOf: (point: { caseId: string; responseId: string }) => string;
  /** Button and progress that run a report. */
  runReport: ReactNode;
};

/** What the report says of every grader; before lock, why there is nothing and what to do. */
export function CalibrationPage(props: CalibrationPageProps) {
  const words = useMessages(calibrationMessages);
  return (
    <>
      <h2>{words.title}</h2>
      {props.locked ? (
        <Reports {...props} />
      ) : (
        <div className="notice">
          <p>{words.beforeLock}</p>
          <a href={props.homeHref}>{words.toOverview}</a>
        </div>
      )}
    </>
  );
}

function Reports(props: CalibrationPageProps) {
  const words = useMessages(calibrationMessages);
  const { language } = useLanguage();
  const { studyId } = props;
  const [chosen, choose] = useState<string | null>(null);
  const reports = useQuery({
    queryKey: ['curator', 'study', studyId, 'reports'],
    queryFn: ({ signal }) => call(listReports, { params: { studyId } }, { signal }),
  });
  const reportId = chosen ?? reports.data?.reports[0]?.reportId ?? null;
  const report = useQuery({
    queryKey: ['curator', 'study', studyId, 'report', reportId],
    queryFn: ({ signal }) => call(getReport, { params: { studyId, reportId: reportId ?? '' } }, { signal }),
    enabled: reportId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const broken = reports.error ?? report.error;
  return (
    <>
      {props.runReport}
      {broken && (
        <div className="problem" role="alert">
          <p>{words.failed}</p>
          <button type="button" onClick={() => void (reports.error ? reports.refetch() : report.refetch())}>
            {words.retry}
          </button>
        </div>
      )}
      {reports.data?.reports.length === 0 && (
        <div className="notice">
          <p>{words.noReport}</p>
          <a href={props.homeHref}>{words.toOverview}</a>
        </div>
      )}
      {reports.data && reportId !== null && (
        <p className="row">
          <label>
            {words.report}{' '}
            <select value={reportId} onChange={(event) => choose(event.target.value)}>
              {reports.data.reports.map((line) => (
                <option key={line.reportId} value={line.reportId}>
                  {dayAndTime(line.createdAt, language)}
                </option>
              ))}
            </select>
          </label>
          <a href={urlOf(getReportHtml, { params: { studyId, reportId }, query: { language: 'en' } })}>
            {words.htmlEn}
          </a>
          <a href={urlOf(getReportHtml, { params: { studyId, reportId }, query: { language: 'zh' } })}>
            {words.htmlZh}
          </a>
          {(['en', 'zh'] as const).map((each) => (
            <a
              key={each}
              href={urlOf(getReportPdf, { params: { studyId, reportId }, query: { language: each } })}
            >
              {words.pdf[each]}
            </a>
          ))}
          <a href={urlOf(getReport, { params: { studyId, reportId } })}>{words.json}</a>
          <a href={urlOf(getReportCsv, { params: { studyId, reportId } })}>CSV</a>
        </p>
      )}
      {reportId !== null && report.isPending && <output>{words.loading}</output>}
      {report.data !== undefined && !isReport(report.data) && (
        <p className="problem">{words.unknownReport}</p>
      )}
      {reportId !== null && isReport(report.data) && <Changes studyId={studyId} reportId={reportId} />}
      {isReport(report.data) && <ReportBody {...props} report={report.data} />}
    </>
  );
}

function ReportBody(props: CalibrationPageProps & { report: CalibrationReport }) {
  const words = useMessages(calibrationMessages);
  const { report } = props;
  const { language } = useLanguage();
  const { imported, test, read, withConsensus } = report.flow;
  return (
    <>
      <p>{words.flow(imported.responses, test.responses, read.responses, withConsensus.responses)}</p>
      <p className="muted">
        {words.digest}: <code title={report.inputsDigest}>{shortDigest(report.inputsDigest)}</code>
      </p>
      <div className="beside">
        <VerdictTable report={report} />
        <HumanTable report={report} />
      </div>
      <ReportPlot {...severityPlot(report, language)} />
      {Object.entries(report.graders).map(([graderId, grader]) => (
        <GraderSection
          key={graderId}
          studyId={props.studyId}
          graderId={graderId}
          report={report}
          grader={grader}
          hrefOf={props.hrefOf}
        />
      ))}
    </>
  );
}
