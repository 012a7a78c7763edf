import type { Command } from 'commander';
import { resolve } from 'node:path';
import { openDatabase, type Store } from '../db/open-database.ts';

/** The store's folder: `--data`, else `CONCORD_DATA`, else `./concord-data`. */
export function dataFolder(command: Command): string {
  const { data } = command.optsWithGlobals<{ data?: string }>();
  return resolve(data ?? process.env['CONCORD_DATA'] ?? 'concord-data');
}

/** Opens the store, runs the work, closes the store whatever happens. */
export async function withStore<Result>(
  command: Command,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = openDatabase(dataFolder(command));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

export const commandLineActor = 'command line';
export const print = (text: string): void => void process.stdout.write(`${text}\n`);
export const printError = (text: string): void => void process.stderr.write(`${text}\n`);
