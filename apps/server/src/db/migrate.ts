import { createHash } from 'node:crypto';
import type Database from 'better-sqlite3';
import { sql as init } from './migrations/0001-init.ts';
import { sql as adjudication } from './migrations/0002-adjudication.ts';
import { sql as roundRatings } from './migrations/0004-round-ratings.ts';
import { sql as protocolVersions } from './migrations/0003-protocol-versions.ts';

const migrations = [
  { name: '0001-init', sql: init },
  { name: '0002-adjudication', sql: adjudication },
  { name: '0003-protocol-versions', sql: protocolVersions },
  { name: '0004-round-ratings', sql: roundRatings },
] as const;

/** Says what this program expects of a store and what it found; the store is left as it was. */
export class MigrationError extends Error {}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Brings a store to this program's schema. Applied migrations must be exactly the beginning of the list, byte for
 * byte; a store from a newer program is refused. `backup` runs before the first change to a store that holds data.
 */
export function migrate(database: Database.Database, backup: () => void): string[] {
  database.exec(
    'CREATE TABLE IF NOT EXISTS schema_migration (name TEXT PRIMARY KEY NOT NULL, sha256 TEXT NOT NULL, applied_at TEXT NOT NULL) STRICT',
  );
  const applied = database.prepare('SELECT name, sha256 FROM schema_migration ORDER BY name').all() as {
    name: string;
    sha256: string;
  }[];
  applied.forEach((row, index) => {
    const known = migrations[index];
    if (!known || known.name !== row.name)
      throw new MigrationError(
        `The store has migration ${row.name}, which this version of Concord does not know.`,
      );
    if (hashOf(known.sql) !== row.sha256)
      throw new MigrationError(`Migration ${row.name} of the store differs from this version of Concord.`);
  });
  const pending = migrations.slice(applied.length);
  if (pending.length > 0 && applied.length > 0) backup();
  for (const { name, sql } of pending) {
    database
      .transaction(() => {
        database.exec(sql);
        database
          .prepare('INSERT INTO schema_migration (name, sha256, applied_at) VALUES (?, ?, ?)')
          .run(name, hashOf(sql), new Date().toISOString());
      })
      .immediate();
  }
  return pending.map(({ name }) => name);
}
