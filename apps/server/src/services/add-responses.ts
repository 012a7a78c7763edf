import type { Transaction } from 'kysely';
import type { ProblemEntry } from '@concord/rubric/contract/problem';
import type { ResponseLine } from '@concord/rubric/contract/bundle/response';
import type { StudyFile } from '@concord/rubric/contract/bundle/study';
import type { TaskLine } from '@concord/rubric/contract/bundle/task';
import { canonicalJson } from '@concord/rubric/model/canonical-json';
import type { Tables } from '../db/tables.ts';
import type { AddedCounts } from './add-cases.ts';
import { seedFor } from './opaque.ts';

type Outcome = AddedCounts & { problems: ProblemEntry[] };
type Cell = string | number | null;

const shown = (value: Cell): string => {
  const text = value === null ? 'nothing' : String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
};

/** One entry for each column in which a record that comes again differs from the stored one. */
function differences(
  where: string,
  before: Readonly<Record<string, Cell>>,
  after: Readonly<Record<string, Cell>>,
): ProblemEntry[] {
  return Object.entries(after)
    .filter(([column, value]) => before[column] !== value)
    .map(([column, value]) => {
      // A row id says nothing to whoever reads this.
      const isLink = column.endsWith('_id');
      return {
        where,
        field: column.replace(/_id$/, ''),
        found: isLink ? 'another one' : shown(value),
        expected: `what is stored${isLink ? '' : ` (${shown(before[column] ?? null)})`}; a changed record needs a new id`,
      };
    });
}

/** Adds respondents, each with an opaque index drawn from the study's seed: balance never looks at names. */
export async function addRespondents(transaction: Transaction<Tables>, study: StudyFile): Promise<Outcome> {
  const stored = new Map(
    (await transaction.selectFrom('respondent').selectAll().where('study_id', '=', study.id).execute()).map(
      (row) => [row.respondent_key, row],
    ),
  );
  const outcome: Outcome = { added: 0, unchanged: 0, problems: [] };
  for (const respondent of study.respondents) {
    const before = stored.get(respondent.id);
    if (before) {
      const { kind, name, family = null } = respondent;
      const found = differences(`study.yaml respondents ${respondent.id}`, before, { kind, name, family });
      if (found.length === 0) outcome.unchanged += 1;
      outcome.problems.push(...found);
      continue;
    }
    await transaction
      .insertInto('respondent')
      .values({
        study_id: study.id,
        respondent_key: respondent.id,
        kind: respondent.kind,
        name: respondent.name,
        family: respondent.family ?? null,
        opaque_index: seedFor(study.seed, `respondent ${respondent.id}`),
      })
      .execute();
    outcome.added += 1;
  }
  return outcome;
}

/** Adds tasks; `cases` maps a case key to its row id. */
export async function addTasks(
  transaction: Transaction<Tables>,
  studyId: string,
  tasks: readonly TaskLine[],
  cases: ReadonlyMap<string, number>,
): Promise<Outcome> {
  const stored = new Map(
    (await transaction.selectFrom('task').selectAll().where('study_id', '=', studyId).execute()).map(
      (row) => [row.task_key, row],
    ),
  );
  const outcome: Outcome = { added: 0, unchanged: 0, problems: [] };
  for (const task of tasks) {
    const row = {
      study_id: studyId,
      case_id: cases.get(task.case) as number,
      task_key: task.id,
      family: task.family,
      level: task.level,
      question: task.question,
      rounds: task.rounds ? canonicalJson(task.rounds) : null,
      reference: task.reference ? canonicalJson(task.reference) : null,
    };
    const before = stored.get(task.id);
    if (!before) {
      await transaction.insertInto('task').values(row).execute();
      outcome.added += 1;
      continue;
    }
    const found = differences(`tasks.jsonl ${task.id}`, before, row);
    if (found.length === 0) outcome.unchanged += 1;
    outcome.problems.push(...found);
  }
  return outcome;
}

/** Adds responses. `answers` is kept as it came; `shown_answers` is what raters read, masked where that was decided. */
export async function addResponses(
  transaction: Transaction<Tables>,
  studyId: string,
  responses: readonly ResponseLine[],
): Promise<Outcome> {
  const idsOf = async (table: 'task' | 'respondent'): Promise<Map<string, number>> =>
    table === 'task'
      ? new Map(
          (
            await transaction
              .selectFrom('task')
              .select(['task_key', 'task_id'])
              .where('study_id', '=', studyId)
              .execute()
          ).map((row) => [row.task_key, row.task_id]),
        )
      : new Map(
          (
            await transaction
              .selectFrom('respondent')
              .select(['respondent_key', 'respondent_id'])
              .where('study_id', '=', studyId)
              .execute()
          ).map((row) => [row.respondent_key, row.respondent_id]),
        );
  const tasks = await idsOf('task');
  const respondents = await idsOf('respondent');
  const stored = new Map(
    (await transaction.selectFrom('response').selectAll().where('study_id', '=', studyId).execute()).map(
      (row) => [row.response_key, row],
    ),
  );
  const outcome: Outcome = { added: 0, unchanged: 0, problems: [] };
  const rows = [];
  for (const response of responses) {
    const answers = JSON.stringify(response.rounds ?? [response.answer]);
    const row = {
      study_id: studyId,
      task_id: tasks.get(response.task) as number,
      respondent_id: respondents.get(response.respondent) as number,
      response_key: response.id,
      sample: response.sample,
      answers,
    };
    const before = stored.get(response.id);
    if (!before) {
      rows.push({ ...row, shown_answers: answers });
      continue;
    }
    const found = differences(`responses.jsonl ${response.id}`, before, row);
    if (found.length === 0) outcome.unchanged += 1;
    outcome.problems.push(...found);
  }
  for (let start = 0; start < rows.length; start += 200)
    await transaction
      .insertInto('response')
      .values(rows.slice(start, start + 200))
      .execute();
  return { ...outcome, added: rows.length };
}
