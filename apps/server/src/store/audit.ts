import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Tables } from '../db/tables.ts';

/** Who does something: a sign-in name, or `command line`. */
export type AuditEvent = {
  at: string;
  actor: string;
  action: string;
  studyId: string | null;
  subject: string;
  payload: unknown;
};

const genesis = '0'.repeat(64);

/** Hash of one entry: SHA-256 over the previous hash and the stored texts, never over re-serialised JSON. */
export function auditHash(
  previousHash: string,
  entry: {
    at: string;
    actor: string;
    action: string;
    study_id: string | null;
    subject: string;
    payload: string;
  },
): string {
  return createHash('sha256')
    .update(
      [
        previousHash,
        entry.at,
        entry.actor,
        entry.action,
        entry.study_id ?? '',
        entry.subject,
        entry.payload,
      ].join('\u0000'),
    )
    .digest('hex');
}

/** Appends to the hash-chained log inside the transaction of the write that it tells of. */
export async function appendAudit(transaction: Transaction<Tables>, event: AuditEvent): Promise<void> {
  const head = await transaction
    .selectFrom('audit_entry')
    .select(['sequence', 'hash'])
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  const entry = {
    at: event.at,
    actor: event.actor,
    action: event.action,
    study_id: event.studyId,
    subject: event.subject,
    payload: JSON.stringify(event.payload),
  };
  const previousHash = head?.hash ?? genesis;
  await transaction
    .insertInto('audit_entry')
    .values({
      ...entry,
      sequence: (head?.sequence ?? 0) + 1,
      previous_hash: previousHash,
      hash: auditHash(previousHash, entry),
    })
    .execute();
}
