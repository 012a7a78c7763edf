import type { Protocol } from '@concord/rubric/contract/bundle/study';
import type { Reading, WorkList } from '@concord/rubric/contract/rater/reading';
import type { Note, RecordEntry } from '@concord/rubric/model/record';
import { emptyRatingContent, type RatingContent } from '@concord/rubric/model/rating';
import type { Rubric } from '@concord/rubric/model/rubric';
import type { TaskFamily } from '@concord/rubric/model/words';
import type { RaterCaseReader } from '../store/rater-case-reader.ts';
import type { RaterItem, RaterItemReader } from '../store/rater-item-reader.ts';

export type Readers = { items: RaterItemReader; cases: RaterCaseReader };
type State = WorkList['items'][number]['state'];

/** Cases get numbers in order of first appearance on the rater's own list. */
function caseNumbers(items: readonly RaterItem[]): Map<number, number> {
  const numbers = new Map<number, number>();
  for (const { caseId } of items) if (!numbers.has(caseId)) numbers.set(caseId, numbers.size + 1);
  return numbers;
}

/** State of each item: submitted wins over paused, for what is submitted cannot be held up. */
function itemStates(
  readers: Readers,
  items: readonly RaterItem[],
): Map<number, { state: State; savedAt: string | null }> {
  const first = items[0];
  const rows = first
    ? readers.items.states(first.raterId)
    : new Map<number, { status: string | null; savedAt: string | null }>();
  return new Map(
    items.map((item) => {
      const row = rows.get(item.assignmentId);
      const savedAt = row?.savedAt ?? null;
      const state: State =
        row?.status === 'submitted'
          ? 'submitted'
          : item.paused
            ? 'paused'
            : savedAt === null
              ? 'unread'
              : 'draft';
      return [item.assignmentId, { state, savedAt }];
    }),
  );
}

/** The own work list, or undefined where the account does not read in this study. */
export function readWorkList(readers: Readers, accountId: number, studyId: string): WorkList | undefined {
  const study = readers.items.study(accountId, studyId);
  if (!study) return undefined;
  const items = readers.items.items(accountId, studyId);
  const numbers = caseNumbers(items);
  const states = itemStates(readers, items);
  return {
    studyId,
    studyTitle: study.title,
    synthetic: study.synthetic === 1,
    // Training goes on after lock, so a list of training items alone is not closed.
    locked: study.locked === 1 && items.some(({ training }) => !training),
    items: items.map((item, index) => ({
      itemId: item.alias,
      position: index + 1,
      caseNumber: numbers.get(item.caseId) ?? 0,
      family: readers.items.family(item.taskId) as TaskFamily,
      training: item.training,
      state: states.get(item.assignmentId)?.state ?? 'unread',
      savedAt: states.get(item.assignmentId)?.savedAt ?? null,
    })),
  };
}

/** The next item that waits: after this one, else from the start of the list. */
export function nextOpenItem(readers: Readers, accountId: number, item: RaterItem): string | null {
  const items = readers.items.items(accountId, item.studyId);
  const states = itemStates(readers, items);
  const at = items.findIndex(({ assignmentId }) => assignmentId === item.assignmentId);
  const waiting = [...items.slice(at + 1), ...items.slice(0, at)].find(({ assignmentId }) => {
    const state = states.get(assignmentId)?.state;
    return state === 'unread' || state === 'draft';
  });
  return waiting?.alias ?? null;
}

/** The round whose scores are locked next, where the protocol opens rounds one by one; null once the last one is open. */
export function openRoundOf(
  readers: Readers,
  item: RaterItem,
  task: { protocol: string; answers: string },
): number | null {
  const { roundsLocked } = JSON.parse(task.protocol) as Partial<Protocol>;
  const last = (JSON.parse(task.answers) as string[]).length - 1;
  if (roundsLocked !== true || last < 1 || readers.items.submitted(item.assignmentId)) return null;
  const locked = readers.items.lockedRounds(item.assignmentId);
  return locked < last ? locked : null;
}

/** A submitted study rating may be corrected until the lock, unless its reference was shown after it. */
export function mayCorrect(item: RaterItem, protocol: string, submitted: boolean): boolean {
  const { referenceShown } = JSON.parse(protocol) as Pick<Protocol, 'referenceShown'>;
  const closed = item.training || item.locked || item.paused || referenceShown === 'after-submit';
  return submitted && !closed;
}

/** Everything that the reading screen shows of one item. */
export function readItem(readers: Readers, accountId: number, item: RaterItem): Reading {
  const items = readers.items.items(accountId, item.studyId);
  const at = items.findIndex(({ assignmentId }) => assignmentId === item.assignmentId);
  const caseRow = readers.cases.case(item.raterId, item.caseId);
  if (!caseRow) throw new Error('an assignment without an alias of its case');
  const task = readers.cases.task(item.taskId, item.responseId);
  const draft = readers.items.draft(item.assignmentId);
  const submitted = readers.items.submitted(item.assignmentId);
  const {
    referenceShown,
    breakAfterMinutes = 0,
    trainingFeedback = true,
  } = JSON.parse(task.protocol) as Pick<Protocol, 'referenceShown'> & Partial<Protocol>;
  const showsReference =
    referenceShown === 'always' ||
    (submitted !== undefined && (referenceShown === 'after-submit' || (item.training && trainingFeedback)));
  const answers = JSON.parse(task.answers) as string[];
  const rounds =
    task.rounds === null ? [] : (JSON.parse(task.rounds) as { reveal: string; question: string }[]);
  const openRound = openRoundOf(readers, item, task);
  const shown = openRound === null ? answers.length : openRound + 1;
  const content = submitted?.content ?? draft?.content;
  return {
    itemId: item.alias,
    position: at + 1,
    itemCount: items.length,
    caseNumber: caseNumbers(items).get(item.caseId) ?? 0,
    studyId: item.studyId,
    studyTitle: task.title,
    synthetic: task.synthetic === 1,
    training: item.training,
    state: itemStates(readers, items).get(item.assignmentId)?.state ?? 'unread',
    previousItemId: items[at - 1]?.alias ?? null,
    nextItemId: items[at + 1]?.alias ?? null,
    nextOpenItemId: nextOpenItem(readers, accountId, item),
    case: {
      caseId: caseRow.alias,
      summary: caseRow.summary,
      record: JSON.parse(caseRow.record) as RecordEntry[],
      notes: JSON.parse(caseRow.notes) as Note[],
      series: readers.cases.series(item.raterId, item.caseId, item.studySecret),
    },
    task: {
      family: task.family as TaskFamily,
      question: task.question,
      reference: showsReference ? readers.cases.reference(item.taskId) : null,
    },
    breakAfterMinutes,
    answer: answers[shown - 1] ?? '',
    rounds: rounds.map((round, index) => ({ ...round, answer: answers[index] ?? '' })).slice(0, shown),
    openRound,
    rubric: JSON.parse(task.rubric) as Rubric,
    rubricHash: item.rubricHash,
    revision: draft?.revision ?? 0,
    content: content === undefined ? emptyRatingContent : (JSON.parse(content) as RatingContent),
    savedAt: draft?.savedAt ?? null,
    submittedAt: submitted?.at ?? null,
    mayCorrect: mayCorrect(item, task.protocol, submitted !== undefined),
  };
}
