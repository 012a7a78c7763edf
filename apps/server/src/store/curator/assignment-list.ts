import type { AssignmentView } from '@concord/rubric/contract/curator/assignments';
import type { Store } from '../../db/open-database.ts';

type Row = Omit<AssignmentView, 'state' | 'at' | 'assignmentId' | 'position'> & {
  assignmentId: number;
  position: number;
  status: 'submitted' | 'annulled' | 'reopened' | null;
  ratedAt: string | null;
  savedAt: string | null;
  withdrawnAt: string | null;
};

function stateOf({ status, ratedAt, savedAt, withdrawnAt }: Row): Pick<AssignmentView, 'state' | 'at'> {
  if (withdrawnAt !== null) return { state: 'withdrawn', at: withdrawnAt };
  if (status === 'submitted' || status === 'annulled') return { state: status, at: ratedAt };
  return savedAt === null ? { state: 'unread', at: null } : { state: 'draft', at: savedAt };
}

/** Every assigned reading of a study with its state, by rater and place on the list. No scores. */
export function readAssignments({ raw }: Store, studyId: string): AssignmentView[] {
  const rows = raw
    .prepare(
      `SELECT a.assignment_id AS assignmentId, r.pseudonym AS raterId, c.case_key AS caseId, p.response_key AS responseId, a.kind, a.position,
              latest.status, latest.at AS ratedAt, a.withdrawn_at AS withdrawnAt,
              (SELECT max(saved_at) FROM draft_save d WHERE d.assignment_id = a.assignment_id AND d.outcome = 'saved') AS savedAt,
              (SELECT sum(active_seconds) FROM reading_time t WHERE t.assignment_id = a.assignment_id) AS activeSeconds,
              (SELECT count(*) FROM image_series i WHERE i.case_id = c.case_id) AS seriesCount,
              (SELECT count(DISTINCT series_id) FROM series_view v WHERE v.assignment_id = a.assignment_id) AS seriesOpened
         FROM assignment a
         JOIN rater r ON r.rater_id = a.rater_id
         JOIN response p ON p.response_id = a.response_id
         JOIN task t ON t.task_id = p.task_id
         JOIN study_case c ON c.case_id = t.case_id
         LEFT JOIN (SELECT assignment_id, status, at, max(sequence) FROM rating GROUP BY assignment_id) latest
           ON latest.assignment_id = a.assignment_id
        WHERE r.study_id = ? ORDER BY r.pseudonym, a.position`,
    )
    .all(studyId) as Row[];
  return rows.map((row) => ({
    assignmentId: String(row.assignmentId),
    raterId: row.raterId,
    caseId: row.caseId,
    responseId: row.responseId,
    kind: row.kind,
    position: row.position + 1,
    ...stateOf(row),
    activeSeconds: row.activeSeconds,
    seriesCount: row.seriesCount,
    seriesOpened: row.seriesOpened,
  }));
}
