const studyPages = ['protocol', 'reading', 'people', 'calibration'] as const;
type StudyPage = (typeof studyPages)[number];

export type BenchRoute =
  | { page: 'studies' | 'import' | 'unknown' }
  | { page: 'home' | 'cases' | StudyPage; studyId: string }
  | { page: 'case'; studyId: string; caseId: string };

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The page that an address of the bench names. */
export function benchRoute(pathname: string): BenchRoute {
  const [first, section, study, view, item, ...rest] = pathname.split('/').filter(Boolean).map(decoded);
  if ((first !== 'bench' && first !== 'bench.html') || rest.length > 0) return { page: 'unknown' };
  if (section === undefined) return { page: 'studies' };
  if (section === 'import' && study === undefined) return { page: 'import' };
  if (section !== 'studies') return { page: 'unknown' };
  if (study === undefined) return { page: 'studies' };
  if (view === undefined) return { page: 'home', studyId: study };
  if (view === 'cases' && item !== undefined) return { page: 'case', studyId: study, caseId: item };
  if (item !== undefined) return { page: 'unknown' };
  if (view === 'cases') return { page: 'cases', studyId: study };
  const page = studyPages.find((each) => each === view);
  if (page !== undefined) return { page, studyId: study };
  return { page: 'unknown' };
}
