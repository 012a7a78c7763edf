import { randomBytes } from 'node:crypto';
import type { Store } from '../db/open-database.ts';

/** A secret of this store, made at random the first time that it is asked for. */
export function storeSecret(store: Store, name: string): string {
  store.raw
    .prepare('INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING')
    .run(name, randomBytes(32).toString('base64url'));
  return (store.raw.prepare('SELECT value FROM setting WHERE name = ?').get(name) as { value: string }).value;
}
