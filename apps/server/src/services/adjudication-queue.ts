import { adjudicationTriggersSchema, type Protocol } from '@concord/rubric/contract/bundle/study';
import type { AdjudicationItem, AdjudicationQueue } from '@concord/rubric/contract/adjudicator/adjudication';
import { type Dispute, disputesOf } from '@concord/rubric/model/disputes';
import type { Note, RecordEntry } from '@concord/rubric/model/record';
import type { RatingContent } from '@concord/rubric/model/rating';
import type { Rubric } from '@concord/rubric/model/rubric';
import type { Settlement } from '@concord/rubric/model/settlement';
import type { TaskFamily } from '@concord/rubric/model/words';
import type {
  AdjudicatedStudy,
  AdjudicationReader,
  ReadResponse,
  StoredSettlement,
} from '../store/adjudication-reader.ts';
import { opaqueId } from '../store/case-images.ts';
import { sha256Hex } from './opaque.ts';

/** A response in an adjudicator's queue. */
export type QueueItem = {
  study: AdjudicatedStudy;
  response: ReadResponse;
  itemId: string;
  caseAlias: string;
  caseNumber: number;
  disputes: Dispute[];
  /** Names the ratings that are in dispute, in the store and to the adjudicator. */
  ratingsDigest: string;
  version: string;
  settled: StoredSettlement | null;
  state: AdjudicationQueue['items'][number]['state'];
};

/** Who looks, for ids of series and images: no rater's row number has this form. */
export const adjudicatorKey = (accountId: number): string => `adjudicator ${accountId}`;

const contentsOf = ({ ratings }: ReadResponse): RatingContent[] =>
  ratings.map(({ content }) => JSON.parse(content) as RatingContent);

/** An order that only the study's secret knows, another one for each account. */
const shuffled = <Row>(rows: readonly Row[], placeOf: (row: Row) => string): Row[] =>
  rows
    .map((row) => ({ row, place: placeOf(row) }))
    .sort((left, right) => (left.place < right.place ? -1 : 1))
    .map(({ row }) => row);

/**
 * What waits for the account in a study, and what is settled: answers of which every reading is done and whose raters
 * differ by the protocol's triggers. Answers to one case stand together, cases in an order of the account's own.
 */
export function adjudicationQueue(
  reader: AdjudicationReader,
  accountId: number,
  study: AdjudicatedStudy,
): QueueItem[] {
  const rubric = JSON.parse(study.rubric) as Rubric;
  const { adjudication } = JSON.parse(study.protocol) as Partial<Protocol>;
  const triggers = adjudicationTriggersSchema.parse(adjudication ?? {});
  const id = (...parts: (string | number)[]): string =>
    opaqueId(study.secret, adjudicatorKey(accountId), ...parts);
  const disputed = reader
    .responses(accountId, study.studyId)
    .map((response) => ({ response, disputes: disputesOf(rubric, triggers, contentsOf(response)) }))
    .filter(({ disputes }) => disputes.length > 0);
  const ordered = shuffled(
    disputed,
    ({ response }) => id('case place', response.caseId) + id('place', response.responseId),
  );
  const caseNumbers = new Map<number, number>();
  return ordered.map(({ response, disputes }) => {
    const { caseId, responseId, ratings } = response;
    if (!caseNumbers.has(caseId)) caseNumbers.set(caseId, caseNumbers.size + 1);
    const ratingsDigest = sha256Hex(
      ratings.map(({ ratingId, content }) => `${ratingId}\u0000${content}`).join('\n'),
    );
    const stored = reader.settlement(responseId);
    const settled = stored?.ratingsDigest === ratingsDigest ? stored : null;
    return {
      study,
      response,
      itemId: id('item', responseId),
      caseAlias: id('case', caseId),
      caseNumber: caseNumbers.get(caseId) ?? 1,
      disputes,
      ratingsDigest,
      version: id('version', ratingsDigest),
      settled,
      state: settled ? 'settled' : response.paused ? 'paused' : 'waiting',
    };
  });
}

/** The item behind an opaque id among all studies in which the account adjudicates. */
export function findQueueItem(
  reader: AdjudicationReader,
  accountId: number,
  itemId: string,
): { item: QueueItem; queue: QueueItem[] } | undefined {
  for (const study of reader.studies(accountId)) {
    const queue = adjudicationQueue(reader, accountId, study);
    const item = queue.find((one) => one.itemId === itemId);
    if (item) return { item, queue };
  }
  return undefined;
}

/** The next item that waits: after this one, else from the start of the queue. */
export function nextWaiting(queue: readonly QueueItem[], item: QueueItem): string | null {
  const at = queue.indexOf(item);
  const rest = [...queue.slice(at + 1), ...queue.slice(0, Math.max(0, at))];
  return rest.find(({ state }) => state === 'waiting')?.itemId ?? null;
}

/** Everything that the adjudication screen shows of one item. Letters are dealt anew for each response. */
export function readQueueItem(
  reader: AdjudicationReader,
  accountId: number,
  { item, queue }: { item: QueueItem; queue: readonly QueueItem[] },
): AdjudicationItem {
  const { study, response, settled } = item;
  const { caseId, responseId, taskId } = response;
  const facts = reader.case(caseId);
  const task = reader.task(responseId);
  const answers = JSON.parse(task.answers) as string[];
  const rounds =
    task.rounds === null ? [] : (JSON.parse(task.rounds) as { reveal: string; question: string }[]);
  const { referenceShown } = JSON.parse(study.protocol) as Protocol;
  const showsReference =
    referenceShown === 'always' || (referenceShown === 'after-submit' && settled !== null);
  const dealt = shuffled(response.ratings, ({ ratingId }) =>
    opaqueId(study.secret, adjudicatorKey(accountId), 'letter', responseId, ratingId),
  );
  return {
    itemId: item.itemId,
    studyId: study.studyId,
    studyTitle: study.title,
    synthetic: study.synthetic === 1,
    caseNumber: item.caseNumber,
    state: item.state,
    nextWaitingItemId: nextWaiting(queue, item),
    case: {
      caseId: item.caseAlias,
      summary: facts.summary,
      record: JSON.parse(facts.record) as RecordEntry[],
      notes: JSON.parse(facts.notes) as Note[],
      series: reader.pictures.series(caseId, adjudicatorKey(accountId), study.secret),
    },
    task: {
      family: response.family as TaskFamily,
      question: task.question,
      reference: showsReference ? reader.reference(taskId) : null,
    },
    answer: answers.at(-1) ?? '',
    rounds: rounds.map((round, index) => ({ ...round, answer: answers[index] ?? '' })),
    rubric: JSON.parse(study.rubric) as Rubric,
    disputes: item.disputes,
    ratings: dealt.map(({ content }, index) => {
      const { scores, correctness, errors, primaryError, comment } = JSON.parse(content) as RatingContent;
      return { letter: String.fromCodePoint(65 + index), scores, correctness, errors, primaryError, comment };
    }),
    version: item.version,
    settled: settled && {
      settlement: JSON.parse(settled.settlement) as Settlement,
      reason: settled.reason,
      at: settled.at,
    },
  };
}
