import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { migrate } from './migrate.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

/** An open store: the query builder, the raw handle for hot paths, and the folder that everything lies in. */
export type Store = { db: Db; raw: Database.Database; folder: string; close: () => Promise<void> };

/** The store of a folder for reading beside the one that writes, as a worker thread does; sees what is committed. */
export function openForReading(folder: string): Store {
  const raw = new Database(join(folder, 'concord.sqlite'), { readonly: true });
  raw.pragma('busy_timeout = 5000');
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: raw }) });
  return { db, raw, folder, close: () => db.destroy() };
}

/**
 * Opens (or makes) the store in a folder. WAL, `synchronous=FULL`: an acknowledged write survives power loss.
 * Throws MigrationError where the store does not fit this program.
 */
export function openDatabase(folder: string): Store {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'concord.sqlite');
  const raw = new Database(file);
  raw.pragma('journal_mode = WAL');
  raw.pragma('synchronous = FULL');
  raw.pragma('foreign_keys = ON');
  raw.pragma('busy_timeout = 5000');
  migrate(raw, () => {
    raw.pragma('wal_checkpoint(TRUNCATE)');
    copyFileSync(file, `${file}.before-${new Date().toISOString().replaceAll(':', '-')}`);
  });
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: raw }) });
  return { db, raw, folder, close: () => db.destroy() };
}
