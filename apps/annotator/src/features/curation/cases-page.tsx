import { curationMessages } from '../../language/curation-messages.ts';
import { useMessages } from '../../language/language.tsx';
import { Failure } from './failure.tsx';
import { links } from './links.ts';
import { useCases } from './queries.ts';
import { SortableTable } from './sortable-table.tsx';

/** Cases of a study. */
export function CasesPage({ studyId }: { studyId: string }) {
  const words = useMessages(curationMessages);
  const cases = useCases(studyId);
  return (
    <section aria-labelledby="cases">
      <h2 id="cases">{words.cases}</h2>
      {cases.error && <Failure error={cases.error} retry={() => void cases.refetch()} />}
      {cases.isPending && <output>{words.loading}</output>}
      {cases.data && (
        <SortableTable
          caption={words.cases}
          rows={cases.data.cases}
          rowKey={(row) => row.caseId}
          empty={words.noCases}
          columns={[
            {
              key: 'case',
              title: words.case,
              by: (row) => row.caseId,
              show: (row) => (
                <>
                  <a href={links.caseOf(studyId, row.caseId)}>{row.caseId}</a>
                  {row.paused && <span className="tag">{words.paused}</span>}
                </>
              ),
            },
            {
              key: 'split',
              title: words.split,
              by: (row) => (row.purpose === 'training' ? words.trainingCase : words.splits[row.split]),
            },
            { key: 'summary', title: words.summary, by: (row) => row.summary },
            { key: 'disease', title: words.disease, by: (row) => row.diseaseGroup ?? '–' },
            { key: 'series', title: words.series, by: (row) => row.series },
            { key: 'images', title: words.images, by: (row) => row.images },
            { key: 'responses', title: words.responses, by: (row) => row.responses },
          ]}
        />
      )}
    </section>
  );
}
