import { protocolSchema, type Protocol } from '@concord/rubric/contract/bundle/study';
import type { ProtocolView } from '@concord/rubric/contract/curator/protocol';
import { canonicalJson } from '@concord/rubric/model/canonical-json';
import { jsonChanges } from '@concord/rubric/model/json-changes';
import type { Amendment } from '@concord/rubric/report/report-design';
import type { Kysely } from 'kysely';
import type { Store } from '../db/open-database.ts';
import type { Tables } from '../db/tables.ts';
import { ProblemError } from '../http/problem-error.ts';
import { appendAudit } from '../store/audit.ts';

type Database = Kysely<Tables>;

const versionsOf = (db: Database, studyId: string) =>
  db.selectFrom('protocol_version').selectAll().where('study_id', '=', studyId).orderBy('sequence').execute();

/** Study ratings that were submitted and not annulled or reopened since. */
async function ratingsOf(db: Database, studyId: string): Promise<number> {
  const rows = await db
    .selectFrom('rating')
    .innerJoin('assignment', 'assignment.assignment_id', 'rating.assignment_id')
    .innerJoin('rater', 'rater.rater_id', 'assignment.rater_id')
    .select(['rating.assignment_id', 'rating.status'])
    .where('rater.study_id', '=', studyId)
    .where('assignment.kind', '=', 'study')
    .orderBy('rating.sequence')
    .execute();
  const latest = new Map(rows.map((row) => [row.assignment_id, row.status]));
  return [...latest.values()].filter((status) => status === 'submitted').length;
}

/** Changes of the protocol made after the first study rating, oldest first. */
export async function readAmendments({ db }: Store, studyId: string): Promise<Amendment[]> {
  const versions = await versionsOf(db, studyId);
  return versions
    .filter((row) => row.sequence > 0 && row.ratings_before > 0)
    .map(({ at, actor, reason, changed }) => ({
      at,
      actor,
      reason,
      changed: JSON.parse(changed) as string[],
    }));
}

/** The protocol that an import of the study must still bring: the one that it came with. */
export async function importedProtocol(db: Database, studyId: string, inForce: string): Promise<string> {
  const [first] = await versionsOf(db, studyId);
  return first?.content ?? inForce;
}

/** The protocol in force and how it came to be. */
export async function readProtocol({ db }: Pick<Store, 'db'>, studyId: string): Promise<ProtocolView> {
  const study = await db
    .selectFrom('study')
    .select(['protocol', 'imported_at'])
    .where('study_id', '=', studyId)
    .executeTakeFirst();
  if (!study) throw new ProblemError('not-found');
  const stored = await versionsOf(db, studyId);
  const versions = stored.map((row) => ({
    sequence: row.sequence,
    at: row.at,
    actor: row.actor,
    reason: row.reason,
    changed: JSON.parse(row.changed) as string[],
    ratingsBefore: row.ratings_before,
  }));
  const imported = {
    sequence: 0,
    at: study.imported_at,
    actor: '',
    reason: '',
    changed: [],
    ratingsBefore: 0,
  };
  return {
    protocol: protocolSchema.parse(JSON.parse(study.protocol)),
    sequence: stored.at(-1)?.sequence ?? 0,
    ratings: await ratingsOf(db, studyId),
    versions: (versions.length > 0 ? versions : [imported]).toReversed(),
  };
}

/**
 * Registers another protocol beside the earlier ones. Refused after lock (`study-locked`), where it was changed since
 * `baseSequence` (`protocol-changed`), and where it changes nothing.
 */
export async function changeProtocol(
  store: Store,
  input: {
    studyId: string;
    protocol: Protocol;
    baseSequence: number;
    reason: string;
    actor: string;
    now: () => Date;
  },
): Promise<ProtocolView> {
  const { studyId, actor, reason } = input;
  const at = input.now().toISOString();
  return store.db.transaction().execute(async (db) => {
    const study = await db
      .selectFrom('study')
      .select(['protocol', 'imported_at', 'locked_at'])
      .where('study_id', '=', studyId)
      .executeTakeFirst();
    if (!study) throw new ProblemError('not-found');
    if (study.locked_at !== null) throw new ProblemError('study-locked');
    const before = await readProtocol({ db }, studyId);
    if (before.sequence !== input.baseSequence) throw new ProblemError('protocol-changed');
    const changed = jsonChanges(before.protocol, input.protocol);
    if (changed.length === 0)
      throw new ProblemError('invalid-request', {
        errors: [{ where: '/body/protocol', expected: 'at least one value changed' }],
      });
    const version = { study_id: studyId, ratings_before: before.ratings };
    if (before.sequence === 0)
      await db
        .insertInto('protocol_version')
        .values({
          ...version,
          sequence: 0,
          content: study.protocol,
          changed: '[]',
          ratings_before: 0,
          actor: '',
          reason: '',
          at: study.imported_at,
        })
        .execute();
    const content = canonicalJson(input.protocol);
    await db
      .insertInto('protocol_version')
      .values({
        ...version,
        sequence: before.sequence + 1,
        content,
        changed: JSON.stringify(changed),
        actor,
        reason,
        at,
      })
      .execute();
    await db.updateTable('study').set({ protocol: content }).where('study_id', '=', studyId).execute();
    await appendAudit(db, {
      at,
      actor,
      action: before.ratings > 0 ? 'protocol.amended' : 'protocol.registered',
      studyId,
      subject: studyId,
      payload: { changed, reason, ratingsBefore: before.ratings },
    });
    return readProtocol({ db }, studyId);
  });
}
