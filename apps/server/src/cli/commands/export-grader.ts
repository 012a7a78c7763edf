import { writeFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { exportGrader } from '../../services/export-grader.ts';
import { closeComputePool } from '../../services/run-report.ts';
import { commandLineActor, print, printError, withStore } from '../context.ts';

export function exportGraderCommand(): Command {
  return new Command('export-grader')
    .description('export a validated grader; refused, with the reason, without a pass')
    .argument('<study>', 'study id')
    .requiredOption('--grader <id>', 'grader id')
    .addOption(
      new Option('--format <format>', 'what to write')
        .choices(['manifest', 'promptfoo'])
        .makeOptionMandatory(),
    )
    .option('-o, --output <path>', 'write to a file instead of printing')
    .action(
      async (
        studyId: string,
        options: { grader: string; format: 'manifest' | 'promptfoo'; output?: string },
        command: Command,
      ) => {
        try {
          const { text } = await withStore(command, (store) =>
            exportGrader(store, {
              studyId,
              graderId: options.grader,
              format: options.format,
              actor: commandLineActor,
              now: () => new Date(),
            }),
          );
          if (options.output === undefined) print(text.trimEnd());
          else {
            writeFileSync(options.output, text);
            printError(`Wrote ${options.output}`);
          }
        } finally {
          await closeComputePool();
        }
      },
    );
}
