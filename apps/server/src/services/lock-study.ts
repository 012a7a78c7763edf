import type { Store } from '../db/open-database.ts';
import { ProblemError } from '../http/problem-error.ts';
import { appendAudit } from '../store/audit.ts';
import { sha256Hex } from './opaque.ts';

/**
 * Closes the table of ratings (design §4.10, §7). The digest names every rating that the table holds, so that a
 * report can show that it stands on the locked table. Locking twice is refused.
 */
export async function lockStudy(
  store: Store,
  input: { studyId: string; actor: string; reason: string; now: () => Date },
): Promise<{ lockedAt: string }> {
  const { studyId, actor, reason } = input;
  return store.db.transaction().execute(async (transaction) => {
    const study = await transaction
      .selectFrom('study')
      .select(['locked_at'])
      .where('study_id', '=', studyId)
      .executeTakeFirst();
    if (!study) throw new ProblemError('not-found');
    if (study.locked_at !== null)
      throw new ProblemError('study-locked', { detail: `The study was locked at ${study.locked_at}.` });
    const ratings = await transaction
      .selectFrom('rating')
      .innerJoin('assignment', 'assignment.assignment_id', 'rating.assignment_id')
      .innerJoin('rater', 'rater.rater_id', 'assignment.rater_id')
      .select(['rating.rating_id', 'rating.status', 'rating.content', 'rating.at'])
      .where('rater.study_id', '=', studyId)
      .where('assignment.kind', '!=', 'training')
      .orderBy('rating.rating_id')
      .execute();
    const lockedAt = input.now().toISOString();
    const digest = sha256Hex(
      ratings.map((row) => [row.rating_id, row.status, row.content, row.at].join('\u0000')).join('\n'),
    );
    await transaction
      .updateTable('study')
      .set({ locked_at: lockedAt, locked_digest: digest })
      .where('study_id', '=', studyId)
      .execute();
    await appendAudit(transaction, {
      at: lockedAt,
      actor,
      action: 'study.locked',
      studyId,
      subject: studyId,
      payload: { reason, ratings: ratings.length, digest },
    });
    return { lockedAt };
  });
}
