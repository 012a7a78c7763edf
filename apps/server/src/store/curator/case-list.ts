import type { z } from 'zod';
import type { caseLineSchema, studyLineSchema } from '@concord/rubric/contract/curator/study';
import type { Store } from '../../db/open-database.ts';

type CaseLine = z.infer<typeof caseLineSchema>;
type StudyLine = z.infer<typeof studyLineSchema>;

/** Cases of a study in order of their key. */
export function readCaseLines(store: Store, studyId: string): CaseLine[] {
  const rows = store.raw
    .prepare(
      `SELECT case_key AS caseId, split, purpose, summary, disease_group AS diseaseGroup,
              (SELECT count(*) FROM image_series s WHERE s.case_id = c.case_id) AS series,
              (SELECT count(*) FROM image i JOIN image_series s ON s.series_id = i.series_id WHERE s.case_id = c.case_id) AS images,
              (SELECT count(*) FROM response p JOIN task t ON t.task_id = p.task_id WHERE t.case_id = c.case_id) AS responses,
              EXISTS (SELECT 1 FROM case_flag f WHERE f.case_id = c.case_id AND f.resolved_at IS NULL) AS paused
         FROM study_case c WHERE study_id = ? ORDER BY case_key`,
    )
    .all(studyId) as (Omit<CaseLine, 'paused'> & { paused: 0 | 1 })[];
  return rows.map((row) => ({ ...row, paused: row.paused === 1 }));
}

/** Studies that an account curates. */
export function readStudyLines(store: Store, accountId: number): StudyLine[] {
  const rows = store.raw
    .prepare(
      `SELECT s.study_id AS studyId, s.title, s.synthetic, s.locked_at IS NOT NULL AS locked,
              (SELECT count(*) FROM study_case c WHERE c.study_id = s.study_id) AS cases,
              (SELECT count(*) FROM response p WHERE p.study_id = s.study_id) AS responses,
              (SELECT count(*) FROM rater r WHERE r.study_id = s.study_id) AS raters
         FROM study s JOIN membership m ON m.study_id = s.study_id
        WHERE m.account_id = ? AND m.role = 'curator' ORDER BY s.study_id`,
    )
    .all(accountId) as (Omit<StudyLine, 'synthetic' | 'locked'> & { synthetic: 0 | 1; locked: 0 | 1 })[];
  return rows.map((row) => ({ ...row, synthetic: row.synthetic === 1, locked: row.locked === 1 }));
}
