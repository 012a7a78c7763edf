import { Command, CommanderError } from 'commander';
import { problemCatalogue } from '@concord/rubric/contract/problem';
import { MigrationError } from '../db/migrate.ts';
import { ProblemError } from '../http/problem-error.ts';
import { softwareVersion } from '../services/calibration-data.ts';
import { printError } from './context.ts';
import { CommandFailure, describeEntry } from './failure.ts';

const program = new Command('concord')
  .description('Blind reading room and grader calibration bench. Research use, not for diagnosis.')
  .version(softwareVersion)
  .option('--data <folder>', 'folder of the store (or CONCORD_DATA; default ./concord-data)')
  .showHelpAfterError()
  .exitOverride();
/** Commands in the order of the help; each brings its libraries only when it is asked for. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./commands/serve.ts')).startCommand(),
  serve: async () => (await import('./commands/serve.ts')).serveCommand(),
  demo: async () => (await import('./commands/demo.ts')).demoCommand(),
  import: async () => (await import('./commands/import.ts')).importCommand(),
  lock: async () => (await import('./commands/lock.ts')).lockCommand(),
  report: async () => (await import('./commands/report.ts')).reportCommand(),
  stats: async () => (await import('./commands/stats.ts')).statsCommand(),
  'export-grader': async () => (await import('./commands/export-grader.ts')).exportGraderCommand(),
  user: async () => (await import('./commands/user.ts')).userCommand(),
  verify: async () => (await import('./commands/verify.ts')).verifyCommand(),
  backup: async () => (await import('./commands/backup.ts')).backupCommand(),
  restore: async () => (await import('./commands/backup.ts')).restoreCommand(),
  'verify-grader': async () => (await import('./commands/verify-grader.ts')).verifyGraderCommand(),
};

/** The command that the line names, or undefined: then all are needed, for the help or the message. */
function namedCommand(line: readonly string[]): string | undefined {
  return line.find((word, at) => Object.hasOwn(commands, word) && line[at - 1] !== '--data');
}

async function addCommands(): Promise<void> {
  const named = namedCommand(process.argv.slice(2));
  // `help` tells of a command that it names, among all of them.
  const names = named === undefined || process.argv[2] === 'help' ? Object.keys(commands) : [named];
  for (const name of names) {
    const command = await commands[name]?.();
    if (command) program.addCommand(command.copyInheritedSettings(program));
  }
}

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
  await addCommands();
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCode(error);
}
