import type { CalibrationReport } from '@concord/rubric/report/calibration-report';
import type { GraderReport, ReportPoint } from '@concord/rubric/report/grader-report';
import { dimensionPlot, strataPlot } from '@concord/rubric/report/report-plots';
import { inLanguage } from '@concord/rubric/model/local-text';
import { calibrationMessages } from '../../language/calibration-messages.ts';
import { useLanguage, useMessages } from '../../language/language.tsx';
import { ConditionsTable } from './conditions-table.tsx';
import { EstimateText } from './estimate-text.tsx';
import { ExportButtons } from './export-buttons.tsx';
import { ReportPlot } from './report-plot.tsx';
import { ScatterPlot } from './scatter-plot.tsx';
import { VerdictMark } from './verdict-mark.tsx';

function Further({ grader }: { grader: GraderReport }) {
  const words = useMessages(calibrationMessages);
  const further = grader.furtherCases;
  if (!further) return null;
  const show = (count: number | null): string => (count === null ? words.beyondSearch : String(count));
  return (
    <>
      {further.minimum > 0 && <p>{words.moreMinimum(further.minimum)}</p>}
      {(['r', 'bias'] as const).map((id) => {
        const counts = further[id];
        if (!counts) return null;
        return (
          <p key={id}>
            {words.conditionNames[id]}:{' '}
            {counts.tooClose
              ? words.tooClose
              : words.moreCases(show(counts.evenOdds), show(counts.fourInFive))}
          </p>
        );
      })}
    </>
  );
}

function DimensionTable({ report, grader }: { report: CalibrationReport; grader: GraderReport }) {
  const words = useMessages(calibrationMessages);
  const { language } = useLanguage();
  const rows = [
    { id: null, title: words.total, estimates: grader.total, gate: grader, human: report.human.total },
    ...report.study.rubric.dimensions.map((dimension) => ({
      id: dimension.id,
      title: inLanguage(dimension.title, language),
      estimates: grader.dimensions[dimension.id],
      gate: grader.dimensions[dimension.id]?.gate,
      human: report.human.dimensions[dimension.id],
    })),
  ];
  return (
    <div className="table-scroll" role="group" aria-label={words.dimensions} tabIndex={0}>
      <table>
        <caption>
          {words.dimensions}. {words.dimensionUnits} {words.ceilingHelp}
        </caption>
        <thead>
          <tr>
            <th scope="col">{words.dimension}</th>
            <th scope="col">{words.pearson}</th>
            <th scope="col">{words.ceiling}</th>
            <th scope="col">{words.bias}</th>
            <th scope="col">{words.mae}</th>
            <th scope="col">{words.ccc}</th>
            <th scope="col">{words.verdict}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, title, estimates, gate, human }) => (
            <tr key={id ?? ''}>
              <th scope="row">{title}</th>
              <td>
                <EstimateText estimate={estimates?.pearson} quantity="coefficient" />
              </td>
              <td>
                <EstimateText estimate={human?.humanCeiling} quantity="coefficient" />
              </td>
              <td>
                <EstimateText estimate={estimates?.bias} quantity="points" />
              </td>
              <td>
                <EstimateText estimate={estimates?.mae} quantity="points" />
              </td>
              <td>
                <EstimateText estimate={estimates?.ccc} quantity="coefficient" />
              </td>
              <td>{gate && <VerdictMark verdict={gate.verdict} approximate={gate.approximate} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Coverage({ grader }: { grader: GraderReport }) {
  const words = useMessages(calibrationMessages);
  const statuses = Object.keys(words.statuses) as (keyof typeof words.statuses)[];
  return (
    <table className="narrow">
      <caption>
        {words.coverage}. {words.coverageHelp}
      </caption>
      <thead>
        <tr>
          <th scope="col">{words.status}</th>
          <th scope="col">{words.count}</th>
        </tr>
      </thead>
      <tbody>
        {statuses.map((status) => (
          <tr key={status}>
            <th scope="row">{words.statuses[status]}</th>
            <td className="number">{grader.coverageByStatus[status] ?? 0}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Everything of one grader: verdict, conditions, plot, dimensions, coverage, export. */
export function GraderSection(props: {
  studyId: string;
  graderId: string;
  report: CalibrationReport;
  grader: GraderReport;
  hrefOf: (point: { caseId: string; responseId: string }) => string;
}) {
  const words = useMessages(calibrationMessages);
  const { grader, graderId, report } = props;
  const { language } = useLanguage();
  const cells = grader.dangerousCells.flatMap((each) => each.cells);
  return (
    <section aria-labelledby={`grader-${graderId}`} className="grader">
      <h3 id={`grader-${graderId}`} tabIndex={-1}>
        {grader.title} <VerdictMark verdict={grader.verdict} approximate={grader.approximate} />
      </h3>
      <p className="muted">{words.pinned(grader.pinned.model, grader.pinned.provider)}</p>
      <p>
        {words.sentence[grader.verdict](grader.title)} {words.why[grader.reason]} {words.fixedRaters}
      </p>
      <Further grader={grader} />
      <ConditionsTable conditions={grader.conditions} />
      <div className="beside">
        <ScatterPlot
          points={grader.points}
          title={grader.title}
          hrefOf={(point: ReportPoint) => props.hrefOf(point)}
        />
        <div className="stack">
          <Coverage grader={grader} />
          {grader.dangerousCells.length > 0 && <p>{words.dangerous(cells.length)}</p>}
          <ul className="plain">
            {cells.map((cell) => (
              <li key={`${cell.dimension}-${cell.responseId}`}>
                <a href={props.hrefOf(cell)}>
                  {cell.dimension}: {cell.responseId}
                </a>
              </li>
            ))}
          </ul>
          <ExportButtons studyId={props.studyId} graderId={graderId} title={grader.title} />
        </div>
      </div>
      <DimensionTable report={report} grader={grader} />
      <div className="beside">
        <ReportPlot {...dimensionPlot(report, grader, language)} />
        <ReportPlot {...strataPlot(report, grader, language)} />
      </div>
    </section>
  );
}
