/** A figure of the report, drawn by the same code as in the printed one. `svg` comes from `@concord/rubric/report`, escaped. */
export function ReportPlot({ svg, caption }: { svg: string; caption: string }) {
  return (
    <figure className="report-plot">
      {/* oxlint-disable-next-line react/no-danger -- the plots are text, and every word of the study in them is escaped */}
      <div dangerouslySetInnerHTML={{ __html: svg }} />
      <figcaption className="muted">{caption}</figcaption>
    </figure>
  );
}
