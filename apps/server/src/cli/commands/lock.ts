import { Command } from 'commander';
import { lockStudy } from '../../services/lock-study.ts';
import { commandLineActor, print, withStore } from '../context.ts';

export function lockCommand(): Command {
  return new Command('lock')
    .description('close the table of ratings of a study; only then grader numbers exist')
    .argument('<study>', 'study id')
    .requiredOption('--reason <text>', 'why the study is locked now; goes on the record')
    .option('--json', 'print JSON')
    .action(async (studyId: string, options: { reason: string; json?: true }, command: Command) => {
      const outcome = await withStore(command, (store) =>
        lockStudy(store, { studyId, actor: commandLineActor, reason: options.reason, now: () => new Date() }),
      );
      print(
        options.json
          ? JSON.stringify({ study: studyId, ...outcome })
          : `Study ${studyId} is locked since ${outcome.lockedAt}.`,
      );
    });
}
