import { resolve } from 'node:path';
import { Command } from 'commander';
import { backupStore, type CopiedStore, restoreStore } from '../../services/backup-store.ts';
import { dataFolder, print, printError, withStore } from '../context.ts';

function tell(copied: CopiedStore, folder: string, json: true | undefined): void {
  if (json) return print(JSON.stringify({ folder, ...copied }));
  print(
    `${folder}: ${copied.auditEntries} audit entries (last hash ${copied.auditHead}), ${copied.images} images, all checked.`,
  );
}

export function backupCommand(): Command {
  return new Command('backup')
    .description('copy the store into a new folder, also while the server runs; the copy is checked')
    .argument('<folder>', 'new or empty folder')
    .option('--json', 'print JSON')
    .action(async (folder: string, options: { json?: true }, command: Command) => {
      const target = resolve(folder);
      let said = 0;
      const copied = await withStore(command, (store) =>
        backupStore(store, target, (done, total, what) => {
          if (Date.now() - said < 1000 && done < total) return;
          said = Date.now();
          printError(`  ${what}: ${done} of ${total}`);
        }),
      );
      tell(copied, target, options.json);
    });
}

export function restoreCommand(): Command {
  return new Command('restore')
    .description('make a backup the store of --data, which must hold none yet; the copy is checked')
    .argument('<folder>', 'folder that concord backup made')
    .option('--json', 'print JSON')
    .action(async (folder: string, options: { json?: true }, command: Command) => {
      const target = dataFolder(command);
      tell(await restoreStore(resolve(folder), target), target, options.json);
    });
}
