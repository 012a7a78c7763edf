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
export type SaveOutcome =
  | { kind: 'saved'; revision: number; savedAt: string }
  | { kind: 'conflict'; revision: number; savedAt: string | null; content: string | null };
export type SubmitOutcome = { kind: 'submitted'; at: string } | { kind: 'already' };

/**
 * Writes of a rater: drafts, submissions, flags. Each is one synchronous transaction with its audit entry, so a save
 * is on disk when it is acknowledged. Statements are prepared once: this is the busiest path of the server.
 */
export function raterWriter({ raw }: Store) {
  const sameSave = raw.prepare(
    'SELECT revision, outcome, saved_at AS savedAt FROM draft_save WHERE assignment_id = ? AND idempotency_key = ?',
  );
  const current = raw.prepare(
    "SELECT revision, saved_at AS savedAt, content FROM draft_save WHERE assignment_id = ? AND outcome = 'saved' ORDER BY revision DESC LIMIT 1",
  );
  const addSave = raw.prepare(
    'INSERT INTO draft_save (assignment_id, revision, base_revision, idempotency_key, rubric_hash, content, outcome, saved_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const latestRating = raw.prepare(
    'SELECT sequence, status, at, idempotency_key AS idempotencyKey FROM rating WHERE assignment_id = ? ORDER BY sequence DESC LIMIT 1',
  );
  const addRating = raw.prepare(
    "INSERT INTO rating (assignment_id, sequence, status, rubric_hash, content, idempotency_key, actor, reason, at) VALUES (?, ?, 'submitted', ?, ?, ?, ?, NULL, ?)",
  );
  const addFlag = raw.prepare(
    'INSERT INTO case_flag (case_id, rater_id, kind, note, at) VALUES (?, ?, ?, ?, ?)',
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

  const saveDraft = raw.transaction((save: Save): SaveOutcome => {
    const head = current.get(save.assignmentId) as
      | { revision: number; savedAt: string; content: string }
      | undefined;
    const conflict: SaveOutcome = {
      kind: 'conflict',
      revision: head?.revision ?? 0,
      savedAt: head?.savedAt ?? null,
      content: head?.content ?? null,
    };
    const before = sameSave.get(save.assignmentId, save.idempotencyKey) as
      | { revision: number | null; outcome: string; savedAt: string }
      | undefined;
    if (before)
      return before.revision === null
        ? conflict
        : { kind: 'saved', revision: before.revision, savedAt: before.savedAt };
    const stale = save.baseRevision !== (head?.revision ?? 0);
    const revision = stale ? null : save.baseRevision + 1;
    addSave.run(
      save.assignmentId,
      revision,
      save.baseRevision,
      save.idempotencyKey,
      save.rubricHash,
      save.content,
      stale ? 'conflict' : 'saved',
      save.at,
    );
    audit(save.at, save.actor, stale ? 'draft.conflict' : 'draft.saved', save.studyId, save.alias, {
      revision,
      baseRevision: save.baseRevision,
    });
    return revision === null ? conflict : { kind: 'saved', revision, savedAt: save.at };
  });

  const submit = raw.transaction((save: Save): SubmitOutcome => {
    const latest = latestRating.get(save.assignmentId) as
      | { sequence: number; status: string; at: string; idempotencyKey: string }
      | undefined;
    if (latest?.idempotencyKey === save.idempotencyKey) return { kind: 'submitted', at: latest.at };
    if (latest?.status === 'submitted' || latest?.status === 'annulled') return { kind: 'already' };
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

  const flag = raw.transaction((input: Flag): void => {
    addFlag.run(input.caseId, input.raterId, input.kind, input.note, input.at);
    audit(input.at, input.actor, 'case.flagged', input.studyId, input.alias, { kind: input.kind });
  });

  // IMMEDIATE: a second process that writes makes us wait instead of failing half-way.
  return {
    saveDraft: (save: Save): SaveOutcome => saveDraft.immediate(save),
    submit: (save: Save): SubmitOutcome => submit.immediate(save),
    flag: (input: Flag): void => flag.immediate(input),
  };
}
export type RaterWriter = ReturnType<typeof raterWriter>;
