import { writeFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { csvReport } from '@concord/rubric/report/csv-report';
import { htmlReport } from '@concord/rubric/report/html-report';
import { closeComputePool, runReport } from '../../services/run-report.ts';
import { commandLineActor, print, printError, withStore } from '../context.ts';

export function reportCommand(): Command {
  return new Command('report')
    .description('compute the calibration report of a study, store it, and print it')
    .argument('<study>', 'study id')
    .addOption(
      new Option('--format <format>', 'what to print').choices(['json', 'html', 'csv']).default('json'),
    )
    .option('--json', 'the same as --format json')
    .addOption(new Option('--language <language>', 'of the HTML report').choices(['en', 'zh']).default('en'))
    .option('-o, --output <path>', 'write to a file instead of printing')
    .action(
      async (
        studyId: string,
        options: { format: 'json' | 'html' | 'csv'; json?: true; language: 'en' | 'zh'; output?: string },
        command: Command,
      ) => {
        try {
          const { report } = await withStore(command, (store) =>
            runReport(store, { studyId, actor: commandLineActor, now: () => new Date() }),
          );
          const faces = {
            json: () => JSON.stringify(report, null, 2),
            html: () => htmlReport(report, { language: options.language }),
            csv: () => csvReport(report).replace(/\r\n$/, ''),
          };
          const text = faces[options.json ? 'json' : options.format]();
          if (options.output === undefined) print(text);
          else {
            writeFileSync(options.output, `${text}\n`);
            printError(`Wrote ${options.output}`);
          }
        } finally {
          await closeComputePool();
        }
      },
    );
}
