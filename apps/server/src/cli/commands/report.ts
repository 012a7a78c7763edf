import { writeFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import type { CalibrationReport } from '@concord/rubric/report/calibration-report';
import { csvReport } from '@concord/rubric/report/csv-report';
import { htmlReport } from '@concord/rubric/report/html-report';
import type { Store } from '../../db/open-database.ts';
import { closeComputePool, printReport, runReport } from '../../services/run-report.ts';
import {
  drawableReport,
  listStoredReports,
  reportChanges,
  storedReport,
} from '../../services/stored-reports.ts';
import { commandLineActor, print, printError, withStore } from '../context.ts';

type Options = {
  format: 'json' | 'html' | 'csv' | 'pdf';
  json?: true;
  language: 'en' | 'zh';
  output?: string;
  list?: true;
  show?: string;
  compare?: string;
};

/** A report in one of its faces, as it is written to a file or printed. */
async function faceOf(
  report: CalibrationReport,
  { format, json, language }: Options,
): Promise<string | Buffer> {
  if (json || format === 'json') return `${JSON.stringify(report, null, 2)}\n`;
  if (format === 'html') return `${htmlReport(report, { language })}\n`;
  return format === 'csv' ? csvReport(report) : printReport(report, language);
}

/** Computes and stores a report; says on standard error how far it is where that takes more than a second. */
async function freshReport(store: Store, studyId: string): Promise<CalibrationReport> {
  let doing = 'reading the study';
  const timer = setInterval(() => printError(`${studyId}: ${doing}`), 1000);
  try {
    const { content } = await runReport(store, {
      studyId,
      actor: commandLineActor,
      now: () => new Date(),
      onPart: (done, of) => (doing = `${done} of ${of} parts computed`),
    });
    return JSON.parse(content) as CalibrationReport;
  } finally {
    clearInterval(timer);
  }
}

export function reportCommand(): Command {
  return new Command('report')
    .description('compute the calibration report of a study, store it, and print it')
    .argument('<study>', 'study id')
    .addOption(
      new Option('--format <format>', 'what to print')
        .choices(['json', 'html', 'csv', 'pdf'])
        .default('json'),
    )
    .option('--json', 'the same as --format json')
    .addOption(
      new Option('--language <language>', 'of the HTML and the PDF report')
        .choices(['en', 'zh'])
        .default('en'),
    )
    .option('-o, --output <path>', 'write to a file instead of printing')
    .addOption(
      new Option('--list', 'list the stored reports instead of computing one').conflicts(['show', 'compare']),
    )
    .addOption(new Option('--show <report>', 'print a stored report instead of computing one'))
    .addOption(
      new Option(
        '--compare <report>',
        'print as JSON what changed from this stored report to the one of --show',
      ),
    )
    .action(async (studyId: string, options: Options, command: Command) => {
      try {
        const content = await withStore(command, async (store) => {
          if (options.list) return `${JSON.stringify(await listStoredReports(store, studyId), null, 2)}\n`;
          if (options.compare !== undefined) {
            if (options.show === undefined)
              command.error('--compare needs --show, the later report', { exitCode: 2 });
            const changes = await reportChanges(store, studyId, options.show, options.compare);
            return `${JSON.stringify(changes, null, 2)}\n`;
          }
          const report =
            options.show === undefined
              ? await freshReport(store, studyId)
              : await (options.json || options.format === 'json' ? storedReport : drawableReport)(
                  store,
                  studyId,
                  options.show,
                );
          return faceOf(report, options);
        });
        if (options.output !== undefined) {
          writeFileSync(options.output, content);
          printError(`Wrote ${options.output}`);
        } else if (typeof content === 'string') print(content.replace(/\r?\n$/, ''));
        else process.stdout.write(content);
      } finally {
        await closeComputePool();
      }
    });
}
