import { Command, CommanderError } from 'commander';
import { problemCatalogue } from '@concord/rubric/contract/problem';
import { MigrationError } from '../db/migrate.ts';
import { ProblemError } from '../http/problem-error.ts';
import { softwareVersion } from '../services/calibration-data.ts';
import { backupCommand, restoreCommand } from './commands/backup.ts';
import { demoCommand } from './commands/demo.ts';
import { exportGraderCommand } from './commands/export-grader.ts';
import { importCommand } from './commands/import.ts';
import { lockCommand } from './commands/lock.ts';
import { reportCommand } from './commands/report.ts';
import { serveCommand, startCommand } from './commands/serve.ts';
import { statsCommand } from './commands/stats.ts';
import { userCommand } from './commands/user.ts';
import { verifyCommand } from './commands/verify.ts';
import { verifyGraderCommand } from './commands/verify-grader.ts';
import { printError } from './context.ts';
import { CommandFailure, describeEntry } from './failure.ts';

const program = new Command('concord')
  .description('Blind reading room and grader calibration bench. Research use, not for diagnosis.')
  .version(softwareVersion)
  .option('--data <folder>', 'folder of the store (or CONCORD_DATA; default ./concord-data)')
  .showHelpAfterError()
  .exitOverride();
for (const command of [
  startCommand(),
  serveCommand(),
  demoCommand(),
  importCommand(),
  lockCommand(),
  reportCommand(),
  statsCommand(),
  exportGraderCommand(),
  userCommand(),
  verifyCommand(),
  backupCommand(),
  restoreCommand(),
  verifyGraderCommand(),
])
  program.addCommand(command.copyInheritedSettings(program));

/** Exit codes: 0 done, 1 failed, 2 wrong use. */
function exitCode(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof ProblemError) {
    printError(
      `concord: ${problemCatalogue[error.type].title}${error.detail === undefined ? '' : `: ${error.detail}`}`,
    );
    for (const entry of error.errors ?? []) printError(`  ${describeEntry(entry)}`);
  } else if (error instanceof CommandFailure) {
    printError(`concord: ${error.message}`);
    for (const entry of error.entries) printError(`  ${describeEntry(entry)}`);
  } else if (error instanceof MigrationError) printError(`concord: ${error.message}`);
  else printError(`concord: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return 1;
}

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCode(error);
}
