import { Command, Option } from 'commander';
import { taskFamilies, type TaskFamily } from '@concord/rubric/model/words';
import { importNeuralMedBench, importStudy } from '../../services/import-study.ts';
import { openBlobStore } from '../../store/blob-store.ts';
import { CommandFailure } from '../failure.ts';
import { commandLineActor, print, printError, withStore } from '../context.ts';

export function importCommand(): Command {
  return new Command('import')
    .description('import a study bundle (folder or .zip); all or nothing, de-identified on the way in')
    .argument('<path>', 'folder or .zip; a .json file for neural-medbench')
    .addOption(
      new Option('--format <format>', 'what the path holds')
        .choices(['bundle', 'neural-medbench'])
        .default('bundle'),
    )
    .addOption(new Option('--family <family>', 'task family of a neural-medbench file').choices(taskFamilies))
    .addOption(new Option('--level <level>', 'level of a neural-medbench file').choices(['1', '2']))
    .option('--json', 'print JSON')
    .action(
      async (
        path: string,
        options: { json?: true; format: string; family?: TaskFamily; level?: string },
        command: Command,
      ) => {
        const controller = new AbortController();
        process.once('SIGINT', () => controller.abort());
        let said = 0;
        const input = {
          actor: commandLineActor,
          now: () => new Date(),
          signal: controller.signal,
          progress: (done: number, total: number, what: string) => {
            if (Date.now() - said < 1000 && done < total) return;
            said = Date.now();
            printError(`  ${what}: ${done} of ${total}`);
          },
        };
        const { family, level } = options;
        const outcome = await withStore(command, (store) => {
          const blobs = openBlobStore(store.folder);
          if (options.format === 'bundle') return importStudy(store, blobs, path, input);
          if (!family || !level)
            throw new CommandFailure('--format neural-medbench needs --family and --level');
          return importNeuralMedBench(store, blobs, path, { ...input, family, level: level === '1' ? 1 : 2 });
        });
        for (const notice of outcome.notices) printError(`  notice: ${notice}`);
        if (options.json) return print(JSON.stringify(outcome));
        print(`Study ${outcome.studyId} imported.`);
        for (const [what, { added, unchanged }] of Object.entries(outcome.counts))
          print(`  ${what}: ${added} added, ${unchanged} unchanged`);
      },
    );
}
