import type { CaseView } from '@concord/rubric/contract/curator/case-view';
import type { TaskFamily } from '@concord/rubric/model/words';
import type { GraderScoreLine } from '@concord/rubric/contract/bundle/grader';
import type { ViewerSeries } from '@concord/rubric/model/imaging';
import type { RatingContent } from '@concord/rubric/model/rating';
import type { Note, RecordEntry } from '@concord/rubric/model/record';
import type { Store } from '../../db/open-database.ts';

const grouped = <Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> => {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
};

/** Series of a case in stored order; image ids are the store's own. */
async function readSeries(store: Store, caseId: number): Promise<ViewerSeries[]> {
  const series = await store.db
    .selectFrom('image_series')
    .selectAll()
    .where('case_id', '=', caseId)
    .orderBy('position')
    .execute();
  const images = await store.db
    .selectFrom('image')
    .innerJoin('image_series', 'image_series.series_id', 'image.series_id')
    .select(['image.image_id', 'image.series_id', 'format', 'frame', 'patient_position'])
    .where('case_id', '=', caseId)
    .orderBy('image.position')
    .execute();
  const bySeries = grouped(images, ({ series_id }) => series_id);
  return series.map((row) => ({
    ...(JSON.parse(row.geometry) as Omit<ViewerSeries, 'seriesId' | 'label' | 'images'>),
    seriesId: String(row.series_id),
    label: row.label,
    images: (bySeries.get(row.series_id) ?? []).map((image) => ({
      imageId: String(image.image_id),
      format: image.format,
      frame: image.frame,
      position:
        image.patient_position === null
          ? null
          : (JSON.parse(image.patient_position) as [number, number, number]),
    })),
  }));
}

/** What decided each label. */
async function readLabelRules(store: Store, caseId: number): Promise<CaseView['labelRules']> {
  const rows = await store.db
    .selectFrom('image_series')
    .select(['series_id', 'label_rule'])
    .where('case_id', '=', caseId)
    .orderBy('position')
    .execute();
  return rows.map(({ series_id, label_rule }) => ({ seriesId: String(series_id), rule: label_rule }));
}

/** A case with everything that the curator may see; grader scores only once the study is locked. */
export async function readCaseView(
  store: Store,
  studyId: string,
  caseKey: string,
): Promise<CaseView | undefined> {
  const { db } = store;
  const row = await db
    .selectFrom('study_case')
    .innerJoin('study', 'study.study_id', 'study_case.study_id')
    .selectAll('study_case')
    .select('locked_at')
    .where('study_case.study_id', '=', studyId)
    .where('case_key', '=', caseKey)
    .executeTakeFirst();
  if (!row) return undefined;
  const tasks = await db
    .selectFrom('task')
    .selectAll()
    .where('case_id', '=', row.case_id)
    .orderBy('task_key')
    .execute();
  const responses = await db
    .selectFrom('response')
    .innerJoin('task', 'task.task_id', 'response.task_id')
    .innerJoin('respondent', 'respondent.respondent_id', 'response.respondent_id')
    .select(['response_id', 'response.task_id', 'response_key', 'respondent_key', 'answers'])
    .where('case_id', '=', row.case_id)
    .orderBy('response_key')
    .execute();
  const responseIds = responses.map(({ response_id }) => response_id);
  const ratings = await db
    .selectFrom('rating')
    .innerJoin('assignment', 'assignment.assignment_id', 'rating.assignment_id')
    .innerJoin('rater', 'rater.rater_id', 'assignment.rater_id')
    .select([
      'rating_id',
      'assignment.response_id',
      'pseudonym',
      'assignment.kind',
      'rating.at',
      'rating.content',
      'rating.status',
      'rating.assignment_id',
      'sequence',
    ])
    .where('assignment.response_id', 'in', responseIds)
    .orderBy('sequence')
    .execute();
  const latest = [...new Map(ratings.map((rating) => [rating.assignment_id, rating])).values()].filter(
    ({ status }) => status === 'submitted',
  );
  const graderScores =
    row.locked_at === null
      ? []
      : await db
          .selectFrom('grader_score')
          .innerJoin('grader', 'grader.grader_id', 'grader_score.grader_id')
          .select(['response_id', 'grader_key', 'status', 'line'])
          .where('response_id', 'in', responseIds)
          .orderBy('grader_key')
          .execute();
  const roundsOf = grouped(
    await db
      .selectFrom('round_rating')
      .innerJoin('assignment', 'assignment.assignment_id', 'round_rating.assignment_id')
      .select(['round_rating.assignment_id', 'content'])
      .where('response_id', 'in', responseIds)
      .orderBy('round')
      .execute(),
    ({ assignment_id }) => assignment_id,
  );
  const ratingsOf = grouped(latest, ({ response_id }) => response_id);
  const scoresOf = grouped(graderScores, ({ response_id }) => response_id);
  return {
    caseId: row.case_key,
    split: row.split,
    summary: row.summary,
    diseaseGroup: row.disease_group,
    record: JSON.parse(row.record_entries) as RecordEntry[],
    notes: JSON.parse(row.notes) as Note[],
    series: await readSeries(store, row.case_id),
    labelRules: await readLabelRules(store, row.case_id),
    tasks: tasks.map((task) => {
      const rounds =
        task.rounds === null ? [] : (JSON.parse(task.rounds) as { reveal: string; question: string }[]);
      return {
        taskId: task.task_key,
        family: task.family as TaskFamily,
        level: task.level,
        question: task.question,
        reference: task.reference === null ? null : (JSON.parse(task.reference) as { answer: string }).answer,
        responses: responses
          .filter(({ task_id }) => task_id === task.task_id)
          .map((response) => {
            const answers = JSON.parse(response.answers) as string[];
            return {
              responseId: response.response_key,
              respondentId: response.respondent_key,
              answer: answers.at(-1) ?? '',
              rounds: rounds.map((round, index) => ({ ...round, answer: answers[index] ?? '' })),
              ratings: (ratingsOf.get(response.response_id) ?? []).map((rating) => ({
                ratingId: String(rating.rating_id),
                raterId: rating.pseudonym,
                kind: rating.kind,
                submittedAt: rating.at,
                content: JSON.parse(rating.content) as RatingContent,
                rounds: (roundsOf.get(rating.assignment_id) ?? []).map(
                  ({ content }) => JSON.parse(content) as RatingContent,
                ),
              })),
              graderScores: (scoresOf.get(response.response_id) ?? []).map((score) => ({
                graderId: score.grader_key,
                status: score.status,
                scores: (JSON.parse(score.line) as GraderScoreLine).scores,
              })),
            };
          }),
      };
    }),
  };
}
