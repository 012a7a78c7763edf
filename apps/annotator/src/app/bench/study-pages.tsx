import { getCuratorImage } from '@concord/rubric/contract/curator/routes';
import { lazy, Suspense } from 'react';
import { urlOf } from '../../api/client.ts';
import { CalibrationPage } from '../../features/calibration/calibration-page.tsx';
import { CasePage } from '../../features/curation/case-page.tsx';
import { CasesPage } from '../../features/curation/cases-page.tsx';
import { Failure } from '../../features/curation/failure.tsx';
import { links } from '../../features/curation/links.ts';
import { useStudyHome } from '../../features/curation/queries.ts';
import { PeoplePage } from '../../features/curation/people-page.tsx';
import { ProtocolPage } from '../../features/curation/protocol-page.tsx';
import { ReadingPage } from '../../features/curation/reading-page.tsx';
import { RunReport } from '../../features/curation/run-report.tsx';
import { StudyHomePage } from '../../features/curation/study-home.tsx';
import { curationMessages } from '../../language/curation-messages.ts';
import { useLanguage, useMessages } from '../../language/language.tsx';
import { peopleMessages } from '../../language/people.ts';
import { planningMessages } from '../../language/planning.ts';
import { dayAndTime } from '../../language/time.ts';
import type { BenchRoute } from './bench-route.ts';
import { PageBoundary } from './page-boundary.tsx';

const ImageViewer = lazy(async () => ({
  default: (await import('../../features/image-viewer/image-viewer.tsx')).ImageViewer,
}));

type StudyRoute = Extract<BenchRoute, { studyId: string }>;

/** The pages of one study under its title and tabs. */
export function StudyPages({ route }: { route: StudyRoute }) {
  const words = useMessages(curationMessages);
  const people = useMessages(peopleMessages);
  const planning = useMessages(planningMessages);
  const { language } = useLanguage();
  const { studyId } = route;
  const home = useStudyHome(studyId);
  if (home.error && !home.data) return <Failure error={home.error} retry={() => void home.refetch()} />;
  if (!home.data) return <output>{words.loading}</output>;
  const locked = home.data.lockedAt !== null;
  const tabs = [
    { href: links.home(studyId), title: words.overview, current: route.page === 'home' },
    {
      href: links.cases(studyId),
      title: words.cases,
      current: route.page === 'cases' || route.page === 'case',
    },
    { href: links.protocol(studyId), title: planning.protocol, current: route.page === 'protocol' },
    { href: links.reading(studyId), title: planning.reading, current: route.page === 'reading' },
    { href: links.people(studyId), title: people.title, current: route.page === 'people' },
    { href: links.calibration(studyId), title: words.calibration, current: route.page === 'calibration' },
  ];
  return (
    <>
      <div className="page-head">
        <h1>{home.data.title}</h1>
        {home.data.synthetic && <span className="tag">{words.synthetic}</span>}
        <span className="muted">
          {home.data.lockedAt ? words.lockedSince(dayAndTime(home.data.lockedAt, language)) : words.open}
        </span>
      </div>
      <nav aria-label={home.data.title} className="tabs">
        {tabs.map((tab) => (
          <a key={tab.href} href={tab.href} aria-current={tab.current ? 'page' : undefined}>
            {tab.title}
          </a>
        ))}
      </nav>
      {route.page === 'home' && <StudyHomePage home={home.data} />}
      {route.page === 'cases' && <CasesPage studyId={studyId} />}
      {route.page === 'protocol' && <ProtocolPage studyId={studyId} locked={locked} />}
      {route.page === 'reading' && <ReadingPage studyId={studyId} locked={locked} />}
      {route.page === 'people' && <PeoplePage studyId={studyId} />}
      {route.page === 'case' && (
        <CasePage
          key={route.caseId}
          studyId={studyId}
          caseId={route.caseId}
          locked={locked}
          viewer={(series, target) => (
            <PageBoundary message={words.sectionBroke}>
              <Suspense fallback={<output>{words.loading}</output>}>
                <div className="viewer">
                  <ImageViewer
                    series={series}
                    imageUrl={(imageId: string) => urlOf(getCuratorImage, { params: { studyId, imageId } })}
                    language={language}
                    caseKey={route.caseId}
                    target={target}
                  />
                </div>
              </Suspense>
            </PageBoundary>
          )}
        />
      )}
      {route.page === 'calibration' && (
        <CalibrationPage
          studyId={studyId}
          locked={locked}
          homeHref={links.home(studyId)}
          hrefOf={(point) => links.caseOf(studyId, point.caseId, point.responseId)}
          runReport={<RunReport studyId={studyId} />}
        />
      )}
    </>
  );
}
