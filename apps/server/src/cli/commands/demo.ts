import { Command } from 'commander';
import { demonstrationStudyId, makeDemonstration } from '../../services/demonstration.ts';
import { closeComputePool } from '../../services/run-report.ts';
import { openBlobStore } from '../../store/blob-store.ts';
import { print, printError, withStore } from '../context.ts';

/** Prints progress at most once a second. */
export function slowProgress(): (done: number, total: number, what: string) => void {
  let said = 0;
  let last = '';
  return (done, total, what) => {
    if (what === last && Date.now() - said < 1000) return;
    said = Date.now();
    last = what;
    printError(total > 1 ? `  ${what}: ${done} of ${total}` : `  ${what}`);
  };
}

export function demoCommand(): Command {
  return new Command('demo')
    .description('make the synthetic demonstration study (id demo) with graders close, generous and noisy')
    .option('--json', 'print JSON')
    .action(async (options: { json?: true }, command: Command) => {
      try {
        const made = await withStore(command, (store) =>
          makeDemonstration(store, openBlobStore(store.folder), slowProgress()),
        );
        if (options.json) print(JSON.stringify({ study: demonstrationStudyId, made }));
        else
          print(
            made ? `Study ${demonstrationStudyId} is made.` : `Study ${demonstrationStudyId} exists already.`,
          );
      } finally {
        await closeComputePool();
      }
    });
}
