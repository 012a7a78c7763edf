import type { Store } from '../db/open-database.ts';
import { auditHash } from './audit.ts';

export type Save = {
  assignmentId: number;
  baseRevision: number;
  idempotencyKey: string;
  rubricHash: string;
  content: string;
  at: string;
  actor: string;
  studyId: string;
  alias: string;
};
export type RoundLock = Save & { round: number };
export type Correction = Omit<Save, 'baseRevision'> & { reason: string };
/** Active seconds of one visit, in all and by series. */
export type Visit = {
  assignmentId: number;
  visit: string;
  activeSeconds: number;
  series: readonly { seriesId: number; activeSeconds: number }[];
};
export type Flag = {
  caseId: number;
  raterId: number;
  kind: string;
  note: string;
  at: string;
  actor: string;
  studyId: string;
  alias: string;
};
/** Why nothing was written: meanwhile the study was locked, the case paused, the answer submitted or withdrawn. */
type Closed = {
  kind: 'closed';
  problem:
    | 'study-locked'
    | 'case-paused'
    | 'already-submitted'
    | 'not-found'
    | 'correction-closed'
    | 'round-open';
};
/** What is stored instead of a stale text; the stale one is kept beside it. */
export type Conflict = { kind: 'conflict'; revision: number; savedAt: string | null; content: string | null };
type SaveOutcome = { kind: 'saved'; revision: number; savedAt: string } | Conflict | Closed;
type SubmitOutcome = { kind: 'submitted'; at: string } | Conflict | Closed;

/**
 * Writes of a rater: drafts, submissions, flags. Each is one synchronous transaction with its audit entry, so a save
 * is on disk when it is acknowledged. Statements are prepared once: this is the busiest path of the server.
 */
export function raterWriter({ raw }: Store) {
  const sameSave = raw.prepare(
    'SELECT revision, saved_at AS savedAt FROM draft_save WHERE assignment_id = ? AND idempotency_key = ?',
  );
  const current = raw.prepare(
    "SELECT revision, saved_at AS savedAt, content FROM draft_save WHERE assignment_id = ? AND outcome = 'saved' ORDER BY revision DESC LIMIT 1",
  );
  const addSave = raw.prepare(
    'INSERT INTO draft_save (assignment_id, revision, base_revision, idempotency_key, rubric_hash, content, outcome, saved_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const latestRating = raw.prepare(
    'SELECT sequence, status FROM rating WHERE assignment_id = ? ORDER BY sequence DESC LIMIT 1',
  );
  const sameRating = raw.prepare('SELECT at FROM rating WHERE assignment_id = ? AND idempotency_key = ?');
  const doors = raw.prepare(
    `SELECT s.locked_at IS NOT NULL AND a.kind <> 'training' AS locked,
            a.withdrawn_at IS NOT NULL AS withdrawn,
            EXISTS (SELECT 1 FROM case_flag f WHERE f.case_id = t.case_id AND f.resolved_at IS NULL) AS paused
       FROM assignment a JOIN response p ON p.response_id = a.response_id JOIN task t ON t.task_id = p.task_id
       JOIN study s ON s.study_id = p.study_id WHERE a.assignment_id = ?`,
  );
  const addRating = raw.prepare(
    "INSERT INTO rating (assignment_id, sequence, status, rubric_hash, content, idempotency_key, actor, reason, at) VALUES (?, ?, 'submitted', ?, ?, ?, ?, NULL, ?)",
  );
  const addCorrection = raw.prepare(
    "INSERT INTO rating (assignment_id, sequence, status, rubric_hash, content, idempotency_key, actor, reason, at) VALUES (?, ?, 'submitted', ?, ?, ?, ?, ?, ?)",
  );
  const sameRound = raw.prepare(
    'SELECT round FROM round_rating WHERE assignment_id = ? AND idempotency_key = ?',
  );
  const lockedRounds = raw.prepare('SELECT count(*) FROM round_rating WHERE assignment_id = ?').pluck();
  const addRound = raw.prepare(
    'INSERT INTO round_rating (assignment_id, round, rubric_hash, content, idempotency_key, actor, at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const addFlag = raw.prepare(
    'INSERT INTO case_flag (case_id, rater_id, kind, note, at) VALUES (?, ?, ?, ?, ?)',
  );
  const addTime = raw.prepare(
    `INSERT INTO reading_time (assignment_id, visit, active_seconds) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET active_seconds = max(active_seconds, excluded.active_seconds)`,
  );
  const addView = raw.prepare(
    `INSERT INTO series_view (assignment_id, series_id, visit, active_seconds) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET active_seconds = max(active_seconds, excluded.active_seconds)`,
  );
  const auditHead = raw.prepare('SELECT sequence, hash FROM audit_entry ORDER BY sequence DESC LIMIT 1');
  const addAudit = raw.prepare(
    'INSERT INTO audit_entry (sequence, at, actor, action, study_id, subject, payload, previous_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );

  const audit = (
    at: string,
    actor: string,
    action: string,
    studyId: string,
    subject: string,
    payload: unknown,
  ): void => {
    const head = auditHead.get() as { sequence: number; hash: string } | undefined;
    const previous = head?.hash ?? '0'.repeat(64);
    const entry = { at, actor, action, study_id: studyId, subject, payload: JSON.stringify(payload) };
    addAudit.run(
      (head?.sequence ?? 0) + 1,
      at,
      actor,
      action,
      studyId,
      subject,
      entry.payload,
      previous,
      auditHash(previous, entry),
    );
  };

  // Asked inside the transaction: another process may have locked the study since the item was read.
  const closed = (assignmentId: number): Closed | undefined => {
    const { locked, paused, withdrawn } = doors.get(assignmentId) as Record<
      'locked' | 'paused' | 'withdrawn',
      0 | 1
    >;
    if (withdrawn) return { kind: 'closed', problem: 'not-found' };
    if (locked) return { kind: 'closed', problem: 'study-locked' };
    const latest = latestRating.get(assignmentId) as { status: string } | undefined;
    if (latest?.status === 'submitted' || latest?.status === 'annulled')
      return { kind: 'closed', problem: 'already-submitted' };
    return paused ? { kind: 'closed', problem: 'case-paused' } : undefined;
  };
  const headOf = (assignmentId: number): Conflict => {
    const head = current.get(assignmentId) as Omit<Conflict, 'kind'> | undefined;
    return { kind: 'conflict', ...(head ?? { revision: 0, savedAt: null, content: null }) };
  };
  const store = (save: Save, revision: number | null): void => {
    addSave.run(
      save.assignmentId,
      revision,
      save.baseRevision,
      save.idempotencyKey,
      save.rubricHash,
      save.content,
      revision === null ? 'conflict' : 'saved',
      save.at,
    );
    const action = revision === null ? 'draft.conflict' : 'draft.saved';
    audit(save.at, save.actor, action, save.studyId, save.alias, {
      revision,
      baseRevision: save.baseRevision,
    });
  };
  const earlierSave = (save: Save) =>
    sameSave.get(save.assignmentId, save.idempotencyKey) as
      | { revision: number | null; savedAt: string }
      | undefined;

  const saveDraft = raw.transaction((save: Save): SaveOutcome => {
    const head = headOf(save.assignmentId);
    const before = earlierSave(save);
    if (before)
      return before.revision === null
        ? head
        : { kind: 'saved', revision: before.revision, savedAt: before.savedAt };
    const shut = closed(save.assignmentId);
    if (shut) return shut;
    const stale = save.baseRevision !== head.revision;
    store(save, stale ? null : save.baseRevision + 1);
    return stale ? head : { kind: 'saved', revision: save.baseRevision + 1, savedAt: save.at };
  });

  const submit = raw.transaction((save: Save): SubmitOutcome => {
    const before = sameRating.get(save.assignmentId, save.idempotencyKey) as { at: string } | undefined;
    if (before) return { kind: 'submitted', at: before.at };
    const shut = closed(save.assignmentId);
    if (shut) return shut;
    const head = headOf(save.assignmentId);
    if (save.baseRevision !== head.revision) {
      if (!earlierSave(save)) store(save, null);
      return head;
    }
    const latest = latestRating.get(save.assignmentId) as { sequence: number } | undefined;
    addRating.run(
      save.assignmentId,
      (latest?.sequence ?? 0) + 1,
      save.rubricHash,
      save.content,
      save.idempotencyKey,
      save.actor,
      save.at,
    );
    audit(save.at, save.actor, 'rating.submitted', save.studyId, save.alias, { rubricHash: save.rubricHash });
    return { kind: 'submitted', at: save.at };
  });

  const lockRound = raw.transaction(
    (save: RoundLock, blank: string): { kind: 'locked'; rounds: number } | Conflict | Closed => {
      const before = sameRound.get(save.assignmentId, save.idempotencyKey) as { round: number } | undefined;
      if (before) return { kind: 'locked', rounds: before.round + 1 };
      const shut = closed(save.assignmentId);
      if (shut) return shut;
      if (lockedRounds.get(save.assignmentId) !== save.round)
        return { kind: 'closed', problem: 'round-open' };
      const head = headOf(save.assignmentId);
      if (save.baseRevision !== head.revision) return head;
      addRound.run(
        save.assignmentId,
        save.round,
        save.rubricHash,
        save.content,
        save.idempotencyKey,
        save.actor,
        save.at,
      );
      audit(save.at, save.actor, 'round.locked', save.studyId, save.alias, { round: save.round });
      // The next round is scored on a blank form.
      store(
        { ...save, content: blank, idempotencyKey: `${save.idempotencyKey} next` },
        save.baseRevision + 1,
      );
      return { kind: 'locked', rounds: save.round + 1 };
    },
  );

  const correct = raw.transaction((save: Correction): { kind: 'submitted'; at: string } | Closed => {
    const before = sameRating.get(save.assignmentId, save.idempotencyKey) as { at: string } | undefined;
    if (before) return { kind: 'submitted', at: before.at };
    const shut = closed(save.assignmentId);
    const latest = latestRating.get(save.assignmentId) as { sequence: number; status: string } | undefined;
    // What is submitted is closed to drafts, and to nothing else here.
    if (shut && shut.problem !== 'already-submitted') return shut;
    if (latest?.status !== 'submitted') return { kind: 'closed', problem: 'correction-closed' };
    addCorrection.run(
      save.assignmentId,
      latest.sequence + 1,
      save.rubricHash,
      save.content,
      save.idempotencyKey,
      save.actor,
      save.reason,
      save.at,
    );
    audit(save.at, save.actor, 'rating.corrected', save.studyId, save.alias, { reason: save.reason });
    return { kind: 'submitted', at: save.at };
  });

  const flag = raw.transaction((input: Flag): void => {
    addFlag.run(input.caseId, input.raterId, input.kind, input.note, input.at);
    audit(input.at, input.actor, 'case.flagged', input.studyId, input.alias, { kind: input.kind });
  });

  const recordTime = raw.transaction((input: Visit): Closed | undefined => {
    const shut = closed(input.assignmentId);
    if (shut) return shut;
    addTime.run(input.assignmentId, input.visit, input.activeSeconds);
    for (const { seriesId, activeSeconds } of input.series)
      addView.run(input.assignmentId, seriesId, input.visit, activeSeconds);
    return undefined;
  });

  // IMMEDIATE: a second process that writes makes us wait instead of failing half-way.
  return {
    saveDraft: (save: Save): SaveOutcome => saveDraft.immediate(save),
    submit: (save: Save): SubmitOutcome => submit.immediate(save),
    recordTime: (input: Visit): Closed | undefined => recordTime.immediate(input),
    lockRound: (save: RoundLock, blank: string) => lockRound.immediate(save, blank),
    correct: (save: Correction) => correct.immediate(save),
    flag: (input: Flag): void => flag.immediate(input),
  };
}
export type RaterWriter = ReturnType<typeof raterWriter>;
