export type BenchRoute =
  | { page: 'studies' | 'import' | 'unknown' }
  | { page: 'home' | 'cases' | 'people' | 'calibration'; studyId: string }
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
  if ((view === 'cases' || view === 'people' || view === 'calibration') && item === undefined)
    return { page: view, studyId: study };
  return { page: 'unknown' };
}
