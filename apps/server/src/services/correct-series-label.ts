import type { Store } from '../db/open-database.ts';
import { ProblemError } from '../http/problem-error.ts';
import { appendAudit } from '../store/audit.ts';

/** Puts another label on a series of a study; its rule says from then on who did and what it was before. */
export async function correctSeriesLabel(
  store: Store,
  input: {
    studyId: string;
    seriesId: string;
    label: string;
    reason: string;
    actor: string;
    now: () => Date;
  },
): Promise<{ label: string }> {
  const { label, actor, reason } = input;
  return store.db.transaction().execute(async (db) => {
    const series = await db
      .selectFrom('image_series')
      .innerJoin('study_case', 'study_case.case_id', 'image_series.case_id')
      .select(['series_id', 'label', 'label_rule', 'case_key'])
      .where('study_id', '=', input.studyId)
      .where('series_id', '=', Number(input.seriesId))
      .executeTakeFirst();
    if (!series) throw new ProblemError('not-found');
    if (series.label === label) return { label };
    await db
      .updateTable('image_series')
      .set({ label, label_rule: `corrected by ${actor}; before: ${series.label} (${series.label_rule})` })
      .where('series_id', '=', series.series_id)
      .execute();
    await appendAudit(db, {
      at: input.now().toISOString(),
      actor,
      action: 'series.relabelled',
      studyId: input.studyId,
      subject: series.case_key,
      payload: { series: series.series_id, before: series.label, after: label, reason },
    });
    return { label };
  });
}
