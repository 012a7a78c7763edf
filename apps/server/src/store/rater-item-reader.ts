import type { Store } from '../db/open-database.ts';

/** What every rater route first needs: whose item it is and where it stands. Nothing of models or other raters. */
export type RaterItem = {
  assignmentId: number;
  raterId: number;
  studyId: string;
  caseId: number;
  taskId: number;
  responseId: number;
  position: number;
  training: boolean;
  alias: string;
  locked: boolean;
  paused: boolean;
  rubricHash: string;
  studySecret: string;
};

export type RaterDraft = { revision: number; savedAt: string; content: string };

const itemSql = `
  SELECT a.assignment_id AS assignmentId, a.rater_id AS raterId, r.study_id AS studyId, t.case_id AS caseId, t.task_id AS taskId,
         p.response_id AS responseId, a.position, a.kind = 'training' AS training, a.alias, s.locked_at IS NOT NULL AS locked,
         EXISTS (SELECT 1 FROM case_flag f WHERE f.case_id = t.case_id AND f.resolved_at IS NULL) AS paused,
         s.rubric_hash AS rubricHash, s.secret AS studySecret
    FROM assignment a
    JOIN rater r ON r.rater_id = a.rater_id
    JOIN study s ON s.study_id = r.study_id
    JOIN response p ON p.response_id = a.response_id
    JOIN task t ON t.task_id = p.task_id
    JOIN membership m ON m.study_id = s.study_id AND m.account_id = r.account_id AND m.role = 'rater'
   WHERE r.account_id = @account AND a.withdrawn_at IS NULL
     AND (a.kind <> 'repeat' OR EXISTS (SELECT 1 FROM rating WHERE assignment_id = a.assignment_id)
       OR EXISTS (SELECT 1 FROM assignment f JOIN rating q ON q.assignment_id = f.assignment_id AND q.status = 'submitted'
            WHERE f.rater_id = a.rater_id AND f.response_id = a.response_id AND f.kind = 'study'
              AND julianday(q.at) + coalesce(json_extract(s.protocol, '$.repeats.washoutDays'), 14) <= julianday(@now)))
     AND coalesce((SELECT status FROM rating WHERE assignment_id = a.assignment_id ORDER BY sequence DESC LIMIT 1), '') <> 'annulled'
     AND NOT EXISTS (SELECT 1 FROM curator_sight c WHERE c.study_id = s.study_id AND c.account_id = r.account_id)`;

/**
 * Reads items of one signed-in rater: what is not withdrawn or annulled, and second readings once their washout is over.
 * It cannot write, and cannot name a respondent, a grader or another rater.
 */
export function raterItemReader({ raw }: Store, now: () => Date) {
  const one = raw.prepare(`${itemSql} AND a.alias = @alias`);
  const all = raw.prepare(`${itemSql} AND s.study_id = @study ORDER BY a.position`);
  const draft = raw.prepare(
    "SELECT revision, saved_at AS savedAt, content FROM draft_save WHERE assignment_id = ? AND outcome = 'saved' ORDER BY revision DESC LIMIT 1",
  );
  const rating = raw.prepare(
    'SELECT status, content, at FROM rating WHERE assignment_id = ? ORDER BY sequence DESC LIMIT 1',
  );
  const sameKey = raw.prepare(
    `SELECT 1 FROM draft_save WHERE assignment_id = @item AND idempotency_key = @key
     UNION ALL SELECT 1 FROM rating WHERE assignment_id = @item AND idempotency_key = @key
     UNION ALL SELECT 1 FROM round_rating WHERE assignment_id = @item AND idempotency_key = @key`,
  );
  const study = raw.prepare(
    `SELECT s.study_id AS studyId, s.title, s.synthetic, s.locked_at IS NOT NULL AS locked FROM study s
       JOIN membership m ON m.study_id = s.study_id AND m.role = 'rater'
      WHERE m.account_id = ? AND s.study_id = ?
        AND NOT EXISTS (SELECT 1 FROM curator_sight c WHERE c.study_id = s.study_id AND c.account_id = m.account_id)`,
  );
  const states = raw.prepare(
    `SELECT a.assignment_id AS assignmentId,
            (SELECT status FROM rating WHERE assignment_id = a.assignment_id ORDER BY sequence DESC LIMIT 1) AS status,
            (SELECT saved_at FROM draft_save WHERE assignment_id = a.assignment_id AND outcome = 'saved' ORDER BY revision DESC LIMIT 1) AS savedAt
       FROM assignment a WHERE a.rater_id = ?`,
  );
  const lockedRounds = raw.prepare('SELECT count(*) FROM round_rating WHERE assignment_id = ?').pluck();
  const family = raw.prepare('SELECT family FROM task WHERE task_id = ?');
  const fromRow = (row: unknown): RaterItem => {
    const item = row as Omit<RaterItem, 'training' | 'locked' | 'paused'> & {
      training: 0 | 1;
      locked: 0 | 1;
      paused: 0 | 1;
    };
    return {
      ...item,
      training: Boolean(item.training),
      locked: Boolean(item.locked),
      paused: Boolean(item.paused),
    };
  };
  return {
    item: (accountId: number, alias: string): RaterItem | undefined => {
      const row = one.get({ account: accountId, alias, now: now().toISOString() });
      return row === undefined ? undefined : fromRow(row);
    },
    items: (accountId: number, studyId: string): RaterItem[] =>
      all.all({ account: accountId, study: studyId, now: now().toISOString() }).map(fromRow),
    draft: (assignmentId: number): RaterDraft | undefined =>
      draft.get(assignmentId) as RaterDraft | undefined,
    /** The submitted rating, unless it was reopened or annulled since. */
    submitted: (assignmentId: number): { content: string; at: string } | undefined => {
      const row = rating.get(assignmentId) as { status: string; content: string; at: string } | undefined;
      return row?.status === 'submitted' ? row : undefined;
    },
    /** Rounds whose scores are locked. */
    lockedRounds: (assignmentId: number): number => lockedRounds.get(assignmentId) as number,
    /** Whether a save or submission of this item with this key has been stored before: then this one is a repeat. */
    isRepeat: (assignmentId: number, idempotencyKey: string): boolean =>
      sameKey.get({ item: assignmentId, key: idempotencyKey }) !== undefined,
    study: (accountId: number, studyId: string) =>
      study.get(accountId, studyId) as
        | { studyId: string; title: string; synthetic: 0 | 1; locked: 0 | 1 }
        | undefined,
    states: (raterId: number) =>
      new Map(
        (
          states.all(raterId) as { assignmentId: number; status: string | null; savedAt: string | null }[]
        ).map((row) => [row.assignmentId, row]),
      ),
    family: (taskId: number): string => (family.get(taskId) as { family: string }).family,
  };
}
export type RaterItemReader = ReturnType<typeof raterItemReader>;
