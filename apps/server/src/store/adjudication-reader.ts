import type { Store } from '../db/open-database.ts';
import { caseImages } from './case-images.ts';

/** A study in which the account adjudicates. */
export type AdjudicatedStudy = {
  studyId: string;
  title: string;
  synthetic: 0 | 1;
  secret: string;
  rubric: string;
  rubricHash: string;
  protocol: string;
};

/** A response of which every study reading is done, with the ratings that count. Raters are row numbers only. */
export type ReadResponse = {
  responseId: number;
  caseId: number;
  taskId: number;
  family: string;
  paused: boolean;
  ratings: { ratingId: number; content: string }[];
};

export type StoredSettlement = { ratingsDigest: string; settlement: string; reason: string; at: string };

type AssignmentRow = {
  responseId: number;
  caseId: number;
  taskId: number;
  family: string;
  paused: 0 | 1;
  own: 0 | 1;
  ratingId: number | null;
  status: string | null;
  content: string | null;
};

/**
 * Reads what an adjudicator may see. It cannot write, and cannot name a respondent, a grader or a rater. Responses
 * that the account is to read or has read itself are not there (design §1).
 */
export function adjudicationReader({ raw }: Pick<Store, 'raw'>) {
  const studyRows = raw.prepare(
    `SELECT s.study_id AS studyId, s.title, s.synthetic, s.secret, rv.content AS rubric, s.rubric_hash AS rubricHash, s.protocol
       FROM study s JOIN rubric_version rv ON rv.rubric_hash = s.rubric_hash
       JOIN membership m ON m.study_id = s.study_id AND m.role = 'adjudicator'
      WHERE m.account_id = ?
        AND NOT EXISTS (SELECT 1 FROM curator_sight c WHERE c.study_id = s.study_id AND c.account_id = m.account_id)
      ORDER BY s.study_id`,
  );
  const assignmentRows = raw.prepare(
    `SELECT p.response_id AS responseId, t.case_id AS caseId, t.task_id AS taskId, t.family,
            EXISTS (SELECT 1 FROM case_flag f WHERE f.case_id = t.case_id AND f.resolved_at IS NULL) AS paused,
            EXISTS (SELECT 1 FROM assignment o JOIN rater ro ON ro.rater_id = o.rater_id
                     WHERE o.response_id = p.response_id AND ro.account_id = @account) AS own,
            latest.rating_id AS ratingId, latest.status, latest.content
       FROM assignment a
       JOIN response p ON p.response_id = a.response_id
       JOIN task t ON t.task_id = p.task_id
       JOIN study_case c ON c.case_id = t.case_id AND c.purpose = 'study'
       LEFT JOIN rating latest ON latest.assignment_id = a.assignment_id
            AND latest.sequence = (SELECT max(sequence) FROM rating WHERE assignment_id = a.assignment_id)
      WHERE p.study_id = @study AND a.kind = 'study' AND a.withdrawn_at IS NULL
      ORDER BY p.response_id, a.assignment_id`,
  );
  const settlementRow = raw.prepare(
    `SELECT ratings_digest AS ratingsDigest, settlement, reason, at FROM adjudication
      WHERE response_id = ? ORDER BY sequence DESC LIMIT 1`,
  );
  const caseRow = raw.prepare(
    'SELECT summary, record_entries AS record, notes FROM study_case WHERE case_id = ?',
  );
  const taskRow = raw.prepare(
    `SELECT t.question, t.rounds, p.shown_answers AS answers FROM task t JOIN response p ON p.task_id = t.task_id
      WHERE p.response_id = ?`,
  );
  const referenceRow = raw.prepare('SELECT reference FROM task WHERE task_id = ?');
  return {
    studies: (accountId: number) => studyRows.all(accountId) as AdjudicatedStudy[],
    responses: (accountId: number, studyId: string): ReadResponse[] => {
      const found = new Map<number, ReadResponse>();
      const open = new Set<number>();
      for (const row of assignmentRows.all({ account: accountId, study: studyId }) as AssignmentRow[]) {
        const { responseId, caseId, taskId, family, paused, own, ratingId, status, content } = row;
        const entry = found.get(responseId) ?? {
          responseId,
          caseId,
          taskId,
          family,
          paused: Boolean(paused),
          ratings: [],
        };
        found.set(responseId, entry);
        if (own) open.add(responseId);
        if (status === 'submitted' && ratingId !== null && content !== null)
          entry.ratings.push({ ratingId, content });
        else if (status !== 'annulled') open.add(responseId);
      }
      return [...found.values()].filter(({ responseId }) => !open.has(responseId));
    },
    settlement: (responseId: number) => settlementRow.get(responseId) as StoredSettlement | undefined,
    case: (caseId: number) => caseRow.get(caseId) as { summary: string; record: string; notes: string },
    task: (responseId: number) =>
      taskRow.get(responseId) as { question: string; rounds: string | null; answers: string },
    /** The hidden reference; ask only where the protocol shows it. */
    reference: (taskId: number): string | null => {
      const { reference } = referenceRow.get(taskId) as { reference: string | null };
      return reference === null ? null : (JSON.parse(reference) as { answer: string }).answer;
    },
    pictures: caseImages({ raw }),
  };
}
export type AdjudicationReader = ReturnType<typeof adjudicationReader>;
