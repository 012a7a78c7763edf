import { protocolSchema, respondentSchema } from '@concord/rubric/contract/bundle/study';
import { taskRoundSchema } from '@concord/rubric/contract/bundle/task';
import { rubricSchema } from '@concord/rubric/model/rubric';
import { z } from 'zod';
import type { StoredStudy } from '../bundle/stored-study.ts';
import type { Store } from '../db/open-database.ts';

/** The study of an id as the store holds it, or null where there is none. */
export function storedStudy({ raw }: Pick<Store, 'raw'>, studyId: string): StoredStudy | null {
  const row = raw
    .prepare(
      `SELECT study.*, rubric_version.content AS rubric FROM study JOIN rubric_version USING (rubric_hash)
        WHERE study_id = ?`,
    )
    .get(studyId) as
    | {
        title: string;
        synthetic: number;
        language: string;
        seed: number;
        protocol: string;
        rubric: string;
      }
    | undefined;
  if (!row) return null;
  const column = (sql: string): string[] => raw.prepare(sql).pluck().all(studyId) as string[];
  const respondents = raw
    .prepare(
      'SELECT respondent_key AS id, kind, name, family FROM respondent WHERE study_id = ? ORDER BY respondent_key',
    )
    .all(studyId) as Record<string, unknown>[];
  const tasks = raw
    .prepare(
      `SELECT task_key AS id, case_key AS caseId, rounds FROM task JOIN study_case USING (case_id)
        WHERE task.study_id = ?`,
    )
    .all(studyId) as { id: string; caseId: string; rounds: string | null }[];
  return {
    study: {
      id: studyId,
      title: row.title,
      synthetic: row.synthetic === 1,
      language: z.enum(['en', 'zh']).parse(row.language),
      seed: row.seed,
      protocol: protocolSchema.parse(JSON.parse(row.protocol)),
      respondents: respondents.map(({ family, ...rest }) =>
        respondentSchema.parse({ ...rest, ...(family !== null && { family }) }),
      ),
    },
    rubric: rubricSchema.parse(JSON.parse(row.rubric)),
    caseIds: column('SELECT case_key FROM study_case WHERE study_id = ?'),
    tasks: new Map(
      tasks.map(({ id, caseId, rounds }) => [
        id,
        {
          caseId,
          rounds: rounds === null ? undefined : z.array(taskRoundSchema).parse(JSON.parse(rounds)).length,
        },
      ]),
    ),
    responses: new Set(column('SELECT response_key FROM response WHERE study_id = ?')),
    raters: new Set(column('SELECT pseudonym FROM rater WHERE study_id = ?')),
    graders: new Set(column('SELECT grader_key FROM grader WHERE study_id = ?')),
  };
}
