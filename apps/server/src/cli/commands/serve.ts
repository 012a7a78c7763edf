import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { openDatabase, type Store } from '../../db/open-database.ts';
import { buildApp } from '../../http/app.ts';
import { curatorRoutes } from '../../routes/curator/index.ts';
import { demonstrationLinks, makeDemonstration } from '../../services/demonstration.ts';
import { closeComputePool } from '../../services/run-report.ts';
import { openBlobStore } from '../../store/blob-store.ts';
import { dataFolder, print, printError } from '../context.ts';
import { CommandFailure } from '../failure.ts';
import { slowProgress } from './demo.ts';

const webRoot = fileURLToPath(new URL('../../../../annotator/dist', import.meta.url));
const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

type ServeOptions = { host: string; port: string; behindTls?: true };

/** Listens until the process is told to stop; a request under way is finished first. */
async function listen(store: Store, options: ServeOptions): Promise<string> {
  const port = Number(options.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new CommandFailure(`--port: found ${options.port}; expected a port number`);
  const app = await buildApp({
    store,
    blobs: openBlobStore(store.folder),
    webRoot,
    curatorRoutes,
    behindTls: options.behindTls ?? false,
  });
  const stop = async (): Promise<void> => {
    await app.close();
    await closeComputePool();
    await store.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
  const address = await app.listen({ host: options.host, port });
  return address.replace('[::1]', 'localhost').replace('127.0.0.1', 'localhost');
}

const withServeOptions = (command: Command): Command =>
  command
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port to listen on', process.env['PORT'] ?? '4180')
    .option('--behind-tls', 'a proxy in front speaks TLS: cookies are Secure');

export function serveCommand(): Command {
  return withServeOptions(new Command('serve'))
    .description('start the server on an existing or new store')
    .action(async (options: ServeOptions, command: Command) => {
      const origin = await listen(openDatabase(dataFolder(command)), options);
      print(`Concord listens on ${origin}`);
    });
}

export function startCommand(): Command {
  return withServeOptions(new Command('start'))
    .description('make the demonstration study on first run, start the server, print sign-in links')
    .action(async (options: ServeOptions, command: Command) => {
      const store = openDatabase(dataFolder(command));
      const started = Date.now();
      if (await makeDemonstration(store, openBlobStore(store.folder), slowProgress()))
        printError(`Made the demonstration study in ${((Date.now() - started) / 1000).toFixed(0)} s.`);
      const origin = await listen(store, options);
      print(`\nConcord is ready at ${origin}`);
      print('Research use, not for diagnosis. The demonstration study is synthetic.\n');
      if (!loopback.has(options.host)) return;
      print('One-time sign-in links of the demonstration (each start makes new ones):');
      for (const { role, url } of await demonstrationLinks(store, origin))
        print(`  ${role.padEnd(12)} ${url}`);
      print('');
    });
}
