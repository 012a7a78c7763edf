import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { RatingLine } from '@concord/rubric/contract/bundle/reading';
import { openDatabase, type Store } from '@concord/server/db/open-database';
import { storeBundle } from '@concord/server/services/import-study';
import { lockStudy } from '@concord/server/services/lock-study';
import { closeComputePool, runReport } from '@concord/server/services/run-report';
import { printTable } from './machine.ts';
import { calibrationInput } from './report.ts';

const at = '2026-01-05T08:00:00.000Z';
const now = (): Date => new Date(at);
/** Interval at which the loop's delay is sampled, in ms; part of what the sampler reports. */
const resolution = 1;

/** Writes the planted study of the report bench into a store, as an import would, and locks it. */
async function fillStore(store: Store): Promise<string> {
  const { study, responses, ratings, graders } = calibrationInput(3);
  const cases = [...new Set(responses.map(({ caseId }) => caseId))];
  const respondents = [...new Set(responses.map(({ respondentId }) => respondentId))];
  const raters = [...new Set(ratings.map(({ raterId }) => raterId))];
  const read: RatingLine[] = ratings.map(({ raterId, responseId, content }) => ({
    rater: raterId,
    response: responseId,
    kind: 'study',
    content,
    submittedAt: at,
  }));
  await storeBundle(
    store,
    { has: () => true },
    {
      study: {
        id: study.id,
        title: study.title,
        synthetic: true,
        language: 'en',
        seed: 1,
        protocol: study.protocol,
        respondents: respondents.map((id) => ({ id, kind: 'model', name: id })),
      },
      rubric: study.rubric,
      cases: cases.map((id) => ({
        file: { id, split: 'test', purpose: 'study', summary: 'Planted.' },
        record: [],
        fhirJson: null,
        notes: [],
        series: [],
      })),
      tasks: cases.map((id) => ({
        id: `task-${id}`,
        case: id,
        family: 'differential-diagnosis',
        level: 2,
        question: 'Planted?',
      })),
      responses: responses.map(({ responseId, caseId, respondentId }) => ({
        id: responseId,
        task: `task-${caseId}`,
        respondent: respondentId,
        sample: 0,
        answer: 'Planted.',
      })),
      graders: graders.map(({ file }) => file),
      graderScores: graders.flatMap(({ lines }) => lines),
      raters: raters.map((pseudonym) => ({
        pseudonym,
        specialty: 'planted',
        years: '1',
        training: '',
        conflict_of_interest: 'none',
        consent_date: '2026-01-01',
      })),
      assignments: read.map(({ rater, response, kind }, position) => ({ rater, response, kind, position })),
      ratings: read,
      findings: [],
    },
    { actor: 'bench', now },
  );
  await lockStudy(store, { studyId: study.id, actor: 'bench', reason: 'bench', now });
  return study.id;
}

/** Delay of the server's event loop while a whole report with every bootstrap is computed and stored. */
export async function measureLag(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'concord-bench-'));
  const store = openDatabase(folder);
  try {
    const studyId = await fillStore(store);
    const delay = monitorEventLoopDelay({ resolution });
    const started = performance.now();
    delay.enable();
    await runReport(store, { studyId, actor: 'bench', now });
    delay.disable();
    const seconds = (performance.now() - started) / 1000;
    const ms = (nanoseconds: number): string => Math.max(0, nanoseconds / 1e6 - resolution).toFixed(1);
    printTable('Event loop while the report of the bench study with 3 graders runs (`runReport`, stored)', [
      ['report s', 'loop delay median ms', 'p99 ms', 'largest ms', 'samples'],
      [
        seconds.toFixed(1),
        ms(delay.percentile(50)),
        ms(delay.percentile(99)),
        ms(delay.max),
        String(delay.count),
      ],
    ]);
  } finally {
    await closeComputePool();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
