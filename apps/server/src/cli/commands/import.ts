import { Command } from 'commander';
import { importStudy } from '../../services/import-study.ts';
import { openBlobStore } from '../../store/blob-store.ts';
import { commandLineActor, print, printError, withStore } from '../context.ts';

export function importCommand(): Command {
  return new Command('import')
    .description('import a study bundle (folder or .zip); all or nothing, de-identified on the way in')
    .argument('<path>', 'folder or .zip')
    .option('--json', 'print JSON')
    .action(async (path: string, options: { json?: true }, command: Command) => {
      const controller = new AbortController();
      process.once('SIGINT', () => controller.abort());
      let said = 0;
      const outcome = await withStore(command, (store) =>
        importStudy(store, openBlobStore(store.folder), path, {
          actor: commandLineActor,
          now: () => new Date(),
          signal: controller.signal,
          progress: (done, total, what) => {
            if (Date.now() - said < 1000 && done < total) return;
            said = Date.now();
            printError(`  ${what}: ${done} of ${total}`);
          },
        }),
      );
      for (const notice of outcome.notices) printError(`  notice: ${notice}`);
      if (options.json) return print(JSON.stringify(outcome));
      print(`Study ${outcome.studyId} imported.`);
      for (const [what, { added, unchanged }] of Object.entries(outcome.counts))
        print(`  ${what}: ${added} added, ${unchanged} unchanged`);
    });
}
