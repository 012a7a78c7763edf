import type { StudyHome } from '@concord/rubric/contract/curator/study';

/** What the curator does next; `count` where the sentence names a number. */
export type NextStep =
  | { step: 'import' | 'raters' | 'assign' | 'lock' | 'scores' | 'report' | 'rerun' | 'export' | 'read' }
  | { step: 'findings' | 'flags' | 'invite' | 'wait'; count: number };

/** Study readings that are assigned and not submitted. */
export const openReadings = (home: StudyHome): number =>
  home.raters.reduce((sum, rater) => sum + Math.max(0, rater.assigned - rater.submitted), 0);

/** The one next step of a study: decisions that hold others up first, then read, lock, compare, export. */
export function nextStep(home: StudyHome): NextStep {
  if (home.counts.cases === 0) return { step: 'import' };
  if (home.lockedAt !== null) return afterLock(home);
  if (home.openFindings > 0) return { step: 'findings', count: home.openFindings };
  const flags = home.openFlags.filter((flag) => flag.resolvedAt === null).length;
  if (flags > 0) return { step: 'flags', count: flags };
  if (home.raters.length === 0) return { step: 'raters' };
  if (home.raters.some((rater) => rater.assigned === 0)) return { step: 'assign' };
  const waiting = home.raters.filter((rater) => !rater.invited && rater.submitted < rater.assigned).length;
  if (waiting > 0) return { step: 'invite', count: waiting };
  const open = openReadings(home);
  return open > 0 ? { step: 'wait', count: open } : { step: 'lock' };
}

function afterLock(home: StudyHome): NextStep {
  const latest = home.reports[0];
  if (home.graders.length === 0) return { step: 'scores' };
  if (!latest) return { step: 'report' };
  const judged = new Set(latest.verdicts.map((verdict) => verdict.graderId));
  if (home.graders.some((grader) => !judged.has(grader.graderId))) return { step: 'rerun' };
  return { step: latest.verdicts.some((verdict) => verdict.verdict === 'pass') ? 'export' : 'read' };
}
