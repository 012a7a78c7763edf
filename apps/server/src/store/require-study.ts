import type { Store } from '../db/open-database.ts';
import { ProblemError } from '../http/problem-error.ts';

/** Throws `not-found` where there is no such study. */
export async function requireStudy({ db }: Store, studyId: string): Promise<void> {
  const study = await db
    .selectFrom('study')
    .select('study_id')
    .where('study_id', '=', studyId)
    .executeTakeFirst();
  if (!study) throw new ProblemError('not-found', { detail: `There is no study ${studyId}.` });
}
