import type { StudyHome } from '@concord/rubric/contract/curator/study';
import type { CalibrationReport } from '@concord/rubric/report/calibration-report';
import { graderFileSchema } from '@concord/rubric/contract/bundle/grader';
import { raterRowSchema } from '@concord/rubric/contract/bundle/reading';
import type { Store } from '../../db/open-database.ts';

/** Where the reading of each rater stands. */
async function raterProgress(store: Store, studyId: string): Promise<StudyHome['raters']> {
  const raters = await store.db
    .selectFrom('rater')
    .selectAll()
    .where('study_id', '=', studyId)
    .orderBy('pseudonym')
    .execute();
  const rows = store.raw
    .prepare(
      `SELECT a.rater_id AS raterId, a.kind, count(*) AS assigned,
              sum(coalesce(latest.status = 'submitted', 0)) AS submitted,
              sum(coalesce(latest.status, '') <> 'submitted' AND EXISTS (SELECT 1 FROM draft_save d WHERE d.assignment_id = a.assignment_id AND d.outcome = 'saved')) AS drafts
         FROM assignment a JOIN rater r ON r.rater_id = a.rater_id
         LEFT JOIN (SELECT assignment_id, status, max(sequence) FROM rating GROUP BY assignment_id) latest ON latest.assignment_id = a.assignment_id
        WHERE r.study_id = ? AND a.withdrawn_at IS NULL GROUP BY a.rater_id, a.kind`,
    )
    .all(studyId) as {
    raterId: number;
    kind: string;
    assigned: number;
    submitted: number;
    drafts: number;
  }[];
  return raters.map((rater) => {
    const profile = raterRowSchema.parse(JSON.parse(rater.profile));
    const study = rows.find((row) => row.raterId === rater.rater_id && row.kind === 'study');
    const training = rows.find((row) => row.raterId === rater.rater_id && row.kind === 'training');
    const repeats = rows.find((row) => row.raterId === rater.rater_id && row.kind === 'repeat');
    return {
      raterId: rater.pseudonym,
      invited: rater.account_id !== null,
      specialty: profile.specialty,
      years: profile.years,
      assigned: study?.assigned ?? 0,
      submitted: study?.submitted ?? 0,
      drafts: study?.drafts ?? 0,
      repeatsAssigned: repeats?.assigned ?? 0,
      repeatsSubmitted: repeats?.submitted ?? 0,
      trainingAssigned: training?.assigned ?? 0,
      trainingSubmitted: training?.submitted ?? 0,
    };
  });
}

function counts(store: Store, studyId: string): StudyHome['counts'] {
  const one = (sql: string): number => (store.raw.prepare(sql).get(studyId) as { n: number }).n;
  return {
    cases: one('SELECT count(*) AS n FROM study_case WHERE study_id = ?'),
    testCases: one(
      "SELECT count(*) AS n FROM study_case WHERE study_id = ? AND purpose = 'study' AND split = 'test'",
    ),
    tasks: one('SELECT count(*) AS n FROM task WHERE study_id = ?'),
    responses: one('SELECT count(*) AS n FROM response WHERE study_id = ?'),
    images: one(
      'SELECT count(*) AS n FROM image i JOIN image_series s ON s.series_id = i.series_id JOIN study_case c ON c.case_id = s.case_id WHERE c.study_id = ?',
    ),
    ratings: one(
      `SELECT count(*) AS n FROM assignment a JOIN rater r ON r.rater_id = a.rater_id
        WHERE r.study_id = ? AND a.kind = 'study'
          AND (SELECT status FROM rating WHERE assignment_id = a.assignment_id ORDER BY sequence DESC LIMIT 1) = 'submitted'`,
    ),
  };
}

/** Stored reports of a study, newest first, with their verdicts. */
export async function reportLines(store: Store, studyId: string): Promise<StudyHome['reports']> {
  const rows = await store.db
    .selectFrom('report')
    .selectAll()
    .where('study_id', '=', studyId)
    .orderBy('report_id', 'desc')
    .limit(50)
    .execute();
  return rows.map((row) => {
    const report = JSON.parse(row.content) as CalibrationReport;
    return {
      reportId: String(row.report_id),
      createdAt: row.created_at,
      inputsDigest: row.inputs_digest,
      verdicts: Object.entries(report.graders).map(([graderId, { verdict, approximate }]) => ({
        graderId,
        verdict,
        approximate,
      })),
    };
  });
}

/** A study's home page, or undefined where there is no such study. */
export async function readStudyHome(store: Store, studyId: string): Promise<StudyHome | undefined> {
  const { db } = store;
  const study = await db.selectFrom('study').selectAll().where('study_id', '=', studyId).executeTakeFirst();
  if (!study) return undefined;
  const flags = await db
    .selectFrom('case_flag')
    .innerJoin('study_case', 'study_case.case_id', 'case_flag.case_id')
    .select(['flag_id', 'case_key', 'kind', 'note', 'at', 'resolved_at'])
    .where('study_id', '=', studyId)
    .where('resolved_at', 'is', null)
    .execute();
  const openFindings = await db
    .selectFrom('mask_finding')
    .select((build) => build.fn.countAll<number>().as('n'))
    .where('study_id', '=', studyId)
    .where('decision', '=', 'open')
    .executeTakeFirstOrThrow();
  const graders = await db
    .selectFrom('grader')
    .selectAll()
    .where('study_id', '=', studyId)
    .orderBy('grader_key')
    .execute();
  const byStatus = await db
    .selectFrom('grader_score')
    .innerJoin('grader', 'grader.grader_id', 'grader_score.grader_id')
    .select((build) => ['grader_score.grader_id', 'status', build.fn.countAll<number>().as('n')])
    .where('grader.study_id', '=', studyId)
    .groupBy(['grader_score.grader_id', 'status'])
    .execute();
  // Drafts are left out: the log of one study would be little else.
  const history = await db
    .selectFrom('audit_entry')
    .select(['at', 'actor', 'action', 'subject'])
    .where('study_id', '=', studyId)
    .where('action', '!=', 'draft.saved')
    .orderBy('sequence', 'desc')
    .limit(30)
    .execute();
  return {
    studyId,
    title: study.title,
    synthetic: study.synthetic === 1,
    lockedAt: study.locked_at,
    counts: counts(store, studyId),
    raters: await raterProgress(store, studyId),
    openFindings: openFindings.n,
    openFlags: flags.map((flag) => ({
      flagId: String(flag.flag_id),
      caseId: flag.case_key,
      kind: flag.kind,
      note: flag.note,
      at: flag.at,
      resolvedAt: flag.resolved_at,
    })),
    graders: graders.map((grader) => {
      const file = graderFileSchema.parse(JSON.parse(grader.content));
      const lines = byStatus
        .filter(({ grader_id }) => grader_id === grader.grader_id)
        .map(({ status, n }) => [status, n]);
      return {
        graderId: grader.grader_key,
        title: file.title,
        model: file.model,
        synthetic: file.synthetic,
        lines: Object.fromEntries(lines) as Record<string, number>,
      };
    }),
    reports: await reportLines(store, studyId),
    history,
  };
}
