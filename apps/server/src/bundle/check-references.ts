import type { Rubric } from '@concord/rubric/model/rubric';
import { checkRating } from '@concord/rubric/model/rating-check';
import type { GraderScoreLine } from '@concord/rubric/contract/bundle/grader';
import type { AssignmentLine, RaterRow, RatingLine } from '@concord/rubric/contract/bundle/reading';
import type { ResponseLine } from '@concord/rubric/contract/bundle/response';
import type { StudyFile } from '@concord/rubric/contract/bundle/study';
import type { TaskLine } from '@concord/rubric/contract/bundle/task';
import type { StoredStudy } from './stored-study.ts';
import type { Lined } from './parse-files.ts';
import type { BundleProblem } from './problem.ts';

export type ReferenceInput = {
  /** Files that could not be read whole: an id that is missing there is no fault of who names it. */
  faulty: ReadonlySet<string>;
  study: StudyFile;
  /** What the store holds of the study already; ids in it need not come again. */
  stored: StoredStudy | null;
  rubric: Rubric;
  caseIds: string[];
  graderIds: string[];
  tasks: Lined<TaskLine>[];
  responses: Lined<ResponseLine>[];
  raters: Lined<RaterRow>[];
  assignments: Lined<AssignmentLine>[];
  ratings: Lined<RatingLine>[];
  graderScores: Lined<GraderScoreLine>[];
};

/** The ids that a file may name, what they are ids of, and where they stand. */
type Ids = { ids: ReadonlySet<string>; what: string; source: string };

/** What does not fit together between the files of a bundle: unknown ids, double ids, values off the scale. */
export function checkReferences(input: ReferenceInput): BundleProblem[] {
  const problems: BundleProblem[] = [];
  const report = (file: string, line: number, field: string, found: string, expected: string): void => {
    problems.push({ file, line, field, found, expected });
  };
  const unique = <T>(file: string, rows: Lined<T>[], field: string, key: (row: T) => string): Set<string> => {
    const seen = new Map<string, number>();
    for (const { value, line } of rows) {
      const id = key(value);
      const before = seen.get(id);
      if (before !== undefined)
        report(file, line, field, `${id}, already on line ${before}`, 'each only once');
      else seen.set(id, line);
    }
    return new Set(seen.keys());
  };
  const incomplete = (source: string): boolean =>
    [...input.faulty].some((file) => file === source || (source.endsWith('/') && file.startsWith(source)));
  const known = (file: string, line: number, field: string, id: string, among: Ids): void => {
    if (!incomplete(among.source) && !among.ids.has(id))
      report(file, line, field, id, `the id of ${among.what}`);
  };
  const { stored } = input;
  const cases: Ids = {
    ids: new Set([...input.caseIds, ...(stored?.caseIds ?? [])]),
    what: 'a case in cases/',
    source: 'cases/',
  };
  const respondents: Ids = {
    ids: new Set(
      [...input.study.respondents, ...(stored?.study.respondents ?? [])].map((respondent) => respondent.id),
    ),
    what: 'a respondent in study.yaml',
    source: 'study.yaml',
  };
  const tasks: Ids = {
    ids: new Set([
      ...unique('tasks.jsonl', input.tasks, 'id', (row) => row.id),
      ...(stored?.tasks.keys() ?? []),
    ]),
    what: 'a task in tasks.jsonl',
    source: 'tasks.jsonl',
  };
  const responses: Ids = {
    ids: new Set([
      ...unique('responses.jsonl', input.responses, 'id', (row) => row.id),
      ...(stored?.responses ?? []),
    ]),
    what: 'a response in responses.jsonl',
    source: 'responses.jsonl',
  };
  const raters: Ids = {
    ids: new Set([
      ...unique('raters.csv', input.raters, 'pseudonym', (row) => row.pseudonym),
      ...(stored?.raters ?? []),
    ]),
    what: 'a rater in raters.csv',
    source: 'raters.csv',
  };
  unique(
    'assignments.jsonl',
    input.assignments,
    'response',
    (row) => `${row.rater} ${row.response} ${row.kind}`,
  );
  unique('ratings.jsonl', input.ratings, 'response', (row) => `${row.rater} ${row.response} ${row.kind}`);
  unique(
    'grader-scores.jsonl',
    input.graderScores,
    'response',
    (row) => `${row.grader} ${row.response} repeat ${row.repeat} round ${row.round ?? 'final'}`,
  );
  const roundsOf = new Map([
    ...[...(stored?.tasks ?? [])].map(([id, task]) => [id, task.rounds] as const),
    ...input.tasks.map(({ value }) => [value.id, value.rounds?.length] as const),
  ]);
  for (const { value, line } of input.tasks) known('tasks.jsonl', line, 'case', value.case, cases);
  for (const { value, line } of input.responses) {
    known('responses.jsonl', line, 'task', value.task, tasks);
    known('responses.jsonl', line, 'respondent', value.respondent, respondents);
    const rounds = roundsOf.get(value.task);
    if (roundsOf.has(value.task) && rounds !== value.rounds?.length)
      report(
        'responses.jsonl',
        line,
        'rounds',
        `${value.rounds?.length ?? 'no'} rounds`,
        `${rounds ?? 'no'} rounds as in the task`,
      );
  }
  for (const [file, rows] of [
    ['assignments.jsonl', input.assignments],
    ['ratings.jsonl', input.ratings],
  ] as const)
    for (const { value, line } of rows) {
      known(file, line, 'rater', value.rater, raters);
      known(file, line, 'response', value.response, responses);
    }
  for (const { value, line } of input.ratings)
    for (const fault of checkRating(input.rubric, value.content))
      report(
        'ratings.jsonl',
        line,
        `content${fault.pointer.replaceAll('/', '.')}`,
        fault.kind,
        'a complete rating under rubric.yaml',
      );
  const graders: Ids = {
    ids: new Set([...input.graderIds, ...(stored?.graders ?? [])]),
    what: 'a grader in graders/',
    source: 'graders/',
  };
  const scales = new Map(input.rubric.dimensions.map((dimension) => [dimension.id, dimension.scale]));
  for (const { value, line } of input.graderScores) {
    known('grader-scores.jsonl', line, 'grader', value.grader, graders);
    known('grader-scores.jsonl', line, 'response', value.response, responses);
    for (const [id, score] of Object.entries(value.scores)) {
      const scale = scales.get(id);
      if (!scale)
        report('grader-scores.jsonl', line, `scores.${id}`, id, 'the id of a dimension in rubric.yaml');
      else if (score !== null && (score < scale.min || score > scale.max))
        report('grader-scores.jsonl', line, `scores.${id}`, String(score), `${scale.min} to ${scale.max}`);
    }
  }
  return problems;
}
