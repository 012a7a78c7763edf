import { readFileSync } from 'node:fs';
import type { CalibrationInput } from '@concord/rubric/report/calibration-input';
import { graderFileSchema, graderScoreLineSchema } from '@concord/rubric/contract/bundle/grader';
import { protocolSchema } from '@concord/rubric/contract/bundle/study';
import { raterRowSchema } from '@concord/rubric/contract/bundle/reading';
import { ratingContentSchema } from '@concord/rubric/model/rating';
import { settlementSchema } from '@concord/rubric/model/settlement';
import { rubricSchema } from '@concord/rubric/model/rubric';
import type { RespondentKind, TaskFamily, TaskLevel } from '@concord/rubric/model/words';
import type { Store } from '../db/open-database.ts';
import { readAmendments } from './protocol.ts';
import { ProblemError } from '../http/problem-error.ts';

/** Version of this program, as reports and manifests name it. */
export const softwareVersion = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

/** What a report needs from the store, without the digest function, which cannot cross to a worker. */
export type CalibrationData = Omit<CalibrationInput, 'digest'>;

/**
 * Reads everything that a calibration report stands on: study cases only, the latest rating of each first-presentation
 * `study` assignment where that one is submitted. Grader lines are left out before lock (design §4.10).
 */
export async function readCalibrationData(store: Store, studyId: string): Promise<CalibrationData> {
  const { db } = store;
  const study = await db
    .selectFrom('study')
    .innerJoin('rubric_version', 'rubric_version.rubric_hash', 'study.rubric_hash')
    .selectAll('study')
    .select('rubric_version.content as rubric')
    .where('study_id', '=', studyId)
    .executeTakeFirst();
  if (!study) throw new ProblemError('not-found', { detail: `There is no study ${studyId}.` });
  const responses = await db
    .selectFrom('response')
    .innerJoin('task', 'task.task_id', 'response.task_id')
    .innerJoin('study_case', 'study_case.case_id', 'task.case_id')
    .innerJoin('respondent', 'respondent.respondent_id', 'response.respondent_id')
    .select([
      'response_key',
      'case_key',
      'split',
      'task.family',
      'level',
      'task_key',
      'respondent_key',
      'respondent.kind',
      'answers',
    ])
    .where('response.study_id', '=', studyId)
    .where('study_case.purpose', '=', 'study')
    .execute();
  const ratings = await db
    .selectFrom('rating')
    .innerJoin('assignment', 'assignment.assignment_id', 'rating.assignment_id')
    .innerJoin('rater', 'rater.rater_id', 'assignment.rater_id')
    .innerJoin('response', 'response.response_id', 'assignment.response_id')
    .select([
      'pseudonym',
      'response_key',
      'rating.status',
      'rating.content',
      'rating.sequence',
      'rating.at',
      'rating.assignment_id',
      'assignment.kind',
    ])
    .where('rater.study_id', '=', studyId)
    .where('assignment.kind', 'in', ['study', 'repeat'])
    .orderBy('rating.assignment_id')
    .orderBy('rating.sequence')
    .execute();
  const latest = new Map(ratings.map((row) => [row.assignment_id, row]));
  const annulled = [...latest.values()].filter(({ status }) => status === 'annulled');
  const submitted = (kind: 'study' | 'repeat'): CalibrationData['ratings'] =>
    [...latest.values()]
      .filter((row) => row.status === 'submitted' && row.kind === kind)
      .map((row) => ({
        raterId: row.pseudonym,
        responseId: row.response_key,
        content: ratingContentSchema.parse(JSON.parse(row.content)),
      }));
  const graders = await db.selectFrom('grader').selectAll().where('study_id', '=', studyId).execute();
  const lines =
    study.locked_at === null
      ? []
      : await db
          .selectFrom('grader_score')
          .innerJoin('grader', 'grader.grader_id', 'grader_score.grader_id')
          .select(['grader_score.grader_id', 'line'])
          .where('grader.study_id', '=', studyId)
          .execute();
  return {
    study: {
      id: study.study_id,
      title: study.title,
      synthetic: study.synthetic === 1,
      language: study.language === 'zh' ? 'zh' : 'en',
      rubric: rubricSchema.parse(JSON.parse(study.rubric)),
      rubricHash: study.rubric_hash,
      protocol: protocolSchema.parse(JSON.parse(study.protocol)),
      lockedAt: study.locked_at,
    },
    responses: responses.map((row) => {
      const answers = JSON.parse(row.answers) as string[];
      return {
        responseId: row.response_key,
        caseId: row.case_key,
        split: row.split,
        family: row.family as TaskFamily,
        level: row.level as TaskLevel,
        respondentId: row.respondent_key,
        respondentKind: row.kind as RespondentKind,
        taskId: row.task_key,
        ...(answers.length > 1 ? { finalRound: answers.length - 1 } : {}),
      };
    }),
    ratings: submitted('study'),
    repeatRatings: submitted('repeat'),
    ...(await readDesign(store, studyId)),
    amendments: await readAmendments(store, studyId),
    annulled: annulled.length,
    annulledAfterLock: annulled.filter(({ at }) => study.locked_at !== null && at > study.locked_at).length,
    graders: graders.map((grader) => {
      const file = graderFileSchema.parse(JSON.parse(grader.content));
      return {
        graderId: grader.grader_key,
        title: file.title,
        file,
        lines: lines
          .filter(({ grader_id }) => grader_id === grader.grader_id)
          .map(({ line }) => graderScoreLineSchema.parse(JSON.parse(line))),
      };
    }),
    softwareVersion,
  };
}

/** What the report says of the design beside the ratings: raters, assignments, masking, adjudication. */
async function readDesign(
  { db }: Store,
  studyId: string,
): Promise<Pick<CalibrationData, 'raters' | 'assignedReadings' | 'masking' | 'adjudications'>> {
  const raters = await db.selectFrom('rater').select('profile').where('study_id', '=', studyId).execute();
  const assigned = await db
    .selectFrom('assignment')
    .innerJoin('rater', 'rater.rater_id', 'assignment.rater_id')
    .innerJoin('response', 'response.response_id', 'assignment.response_id')
    .select((build) => build.fn.countAll<number>().as('n'))
    .where('rater.study_id', '=', studyId)
    .where('assignment.kind', '=', 'study')
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow();
  const findings = await db
    .selectFrom('mask_finding')
    .select((build) => ['kind', 'decision', build.fn.countAll<number>().as('n')])
    .where('study_id', '=', studyId)
    .groupBy(['kind', 'decision'])
    .orderBy('kind')
    .orderBy('decision')
    .execute();
  const decided = (kind: 'author-named' | 'reference-stated'): Record<string, number> =>
    Object.fromEntries(findings.filter((row) => row.kind === kind).map(({ decision, n }) => [decision, n]));
  const settlements = await db
    .selectFrom('adjudication')
    .innerJoin('response', 'response.response_id', 'adjudication.response_id')
    .select(['response_key', 'settlement'])
    .where('study_id', '=', studyId)
    .orderBy('adjudication.sequence')
    .execute();
  return {
    raters: raters.map(({ profile }) => raterRowSchema.parse(JSON.parse(profile))),
    assignedReadings: assigned.n,
    masking: {
      'author-named': decided('author-named'),
      'reference-stated': decided('reference-stated'),
    },
    // The latest decision of each answer.
    adjudications: [...new Map(settlements.map((row) => [row.response_key, row.settlement]))].map(
      ([responseId, settlement]) => ({
        responseId,
        settlement: settlementSchema.parse(JSON.parse(settlement)),
      }),
    ),
  };
}
