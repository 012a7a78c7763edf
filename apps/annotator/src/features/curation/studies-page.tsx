import { curationMessages } from '../../language/curation-messages.ts';
import { useMessages } from '../../language/language.tsx';
import { Failure } from './failure.tsx';
import { links } from './links.ts';
import { useStudies } from './queries.ts';
import { SortableTable } from './sortable-table.tsx';

/** The studies that the account curates. */
export function StudiesPage() {
  const words = useMessages(curationMessages);
  const studies = useStudies();
  return (
    <>
      <div className="page-head">
        <h1>{words.studies}</h1>
        <a className="button primary" href={links.importBundle}>
          {words.importTitle}
        </a>
      </div>
      {studies.error && <Failure error={studies.error} retry={() => void studies.refetch()} />}
      {studies.isPending && <output>{words.loading}</output>}
      {studies.data && (
        <SortableTable
          caption={words.studies}
          rows={studies.data.studies}
          rowKey={(row) => row.studyId}
          columns={[
            {
              key: 'title',
              title: words.study,
              by: (row) => row.title,
              show: (row) => (
                <>
                  <a href={links.home(row.studyId)}>{row.title}</a>
                  {row.synthetic && <span className="tag">{words.synthetic}</span>}
                </>
              ),
            },
            { key: 'state', title: words.state, by: (row) => (row.locked ? words.locked : words.open) },
            { key: 'cases', title: words.cases, by: (row) => row.cases },
            { key: 'responses', title: words.responses, by: (row) => row.responses },
            { key: 'raters', title: words.raters, by: (row) => row.raters },
          ]}
          empty={
            <>
              <h2>{words.noStudiesTitle}</h2>
              <p>{words.noStudies}</p>
              <p>
                <a href={links.importBundle}>{words.importTitle}</a>
              </p>
            </>
          }
        />
      )}
    </>
  );
}
