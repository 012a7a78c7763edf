import type { Store } from '../db/open-database.ts';
import { auditHash } from './audit.ts';

/** `ok`: every entry follows from the one before; else the first entry that does not, and why. */
export type AuditVerdict =
  | { ok: true; entries: number; head: string }
  | { ok: false; sequence: number; fault: 'gap' | 'wrong-previous' | 'changed' };

type Row = {
  sequence: number;
  at: string;
  actor: string;
  action: string;
  study_id: string | null;
  subject: string;
  payload: string;
  previous_hash: string;
  hash: string;
};

const genesis = '0'.repeat(64);

/**
 * Walks the audit log from its start and recomputes every hash over the stored texts. A log cut off at its end is
 * itself unbroken: compare `head` with one that was published (report, export) to notice that.
 */
export function verifyAudit({ raw }: Pick<Store, 'raw'>): AuditVerdict {
  const rows = raw.prepare('SELECT * FROM audit_entry ORDER BY sequence').iterate();
  let entries = 0;
  let head = genesis;
  for (const row of rows as IterableIterator<Row>) {
    const fault =
      row.sequence !== entries + 1
        ? 'gap'
        : row.previous_hash !== head
          ? 'wrong-previous'
          : row.hash !== auditHash(head, row)
            ? 'changed'
            : undefined;
    if (fault) return { ok: false, sequence: row.sequence, fault };
    entries += 1;
    head = row.hash;
  }
  return { ok: true, entries, head };
}
