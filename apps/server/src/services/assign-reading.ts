import { protocolSchema } from '@concord/rubric/contract/bundle/study';
import type { Transaction } from 'kysely';
import type { Store } from '../db/open-database.ts';
import type { Tables } from '../db/tables.ts';
import { ProblemError } from '../http/problem-error.ts';
import { appendAudit } from '../store/audit.ts';
import { chooseReaders } from './choose-readers.ts';
import { newAlias, seedFor } from './opaque.ts';
import { type OrderItem, readingOrder } from './reading-order.ts';
import { seededUniform, shuffled } from './seeded-order.ts';

/** Readings given, hidden second readings among them, readers served, and answers that wait for a masking decision. */
export type AssignOutcome = { assigned: number; repeats: number; raters: number; heldBack: number };
/** The same before it is done, with what each rater would get. */
export type AssignPlan = AssignOutcome & {
  perRater: { raterId: string; added: number; repeats: number; total: number }[];
};
/** Carries a plan out of the transaction that made it, so that nothing of it stays. */
class DryRun extends Error {
  readonly plan: AssignPlan;
  constructor(plan: AssignPlan) {
    super('dry run');
    this.plan = plan;
  }
}
type Database = Transaction<Tables>;

/** Gives a rater an alias of a case, once. */
export async function ensureRaterCase(transaction: Database, raterId: number, caseId: number): Promise<void> {
  await transaction
    .insertInto('rater_case')
    .values({ rater_id: raterId, case_id: caseId, alias: newAlias() })
    .onConflict((conflict) => conflict.columns(['rater_id', 'case_id']).doNothing())
    .execute();
}

/** Answers to study cases, those with an open masking decision apart (design §4.6). */
async function answersOf(db: Database, studyId: string) {
  const responses = await db
    .selectFrom('response')
    .innerJoin('task', 'task.task_id', 'response.task_id')
    .innerJoin('study_case', 'study_case.case_id', 'task.case_id')
    .innerJoin('respondent', 'respondent.respondent_id', 'response.respondent_id')
    .select([
      'response.response_id as responseId',
      'task.case_id as caseId',
      'respondent.opaque_index as respondentIndex',
      'task.family',
      'task.level',
    ])
    .where('response.study_id', '=', studyId)
    .where('study_case.purpose', '=', 'study')
    .execute();
  const open = await db
    .selectFrom('mask_finding')
    .select(['response_id', 'case_id'])
    .where('study_id', '=', studyId)
    .where('decision', '=', 'open')
    .execute();
  const openResponses = new Set(open.map((finding) => finding.response_id));
  const openCases = new Set(open.map((finding) => finding.case_id));
  const free = responses.filter(
    ({ responseId, caseId }) => !openResponses.has(responseId) && !openCases.has(caseId),
  );
  return { free, heldBack: responses.length - free.length };
}
type Answer = Awaited<ReturnType<typeof answersOf>>['free'][number];

/** Assignments of a study by rater; withdrawn ones too, for they are not given again by themselves. */
async function assignmentsOf(db: Database, studyId: string) {
  return db
    .selectFrom('assignment')
    .innerJoin('rater', 'rater.rater_id', 'assignment.rater_id')
    .select(['assignment.rater_id', 'response_id', 'position', 'kind', 'withdrawn_at'])
    .where('study_id', '=', studyId)
    .execute();
}
type Existing = Awaited<ReturnType<typeof assignmentsOf>>;

async function append(
  db: Database,
  raterId: number,
  start: number,
  items: readonly OrderItem[],
  kind: 'study' | 'repeat',
): Promise<number> {
  let position = start;
  for (const item of items) {
    await ensureRaterCase(db, raterId, item.caseId);
    await db
      .insertInto('assignment')
      .values({ rater_id: raterId, response_id: item.responseId, kind, position, alias: newAlias() })
      .execute();
    position += 1;
  }
  return position;
}

/** A drawn share of a rater's study answers that are to be read again, as many as are still wanted. */
function repeatsFor(
  own: readonly Answer[],
  repeated: ReadonlySet<number>,
  share: number,
  seed: number,
): Answer[] {
  const wanted = Math.round(share * own.length) - repeated.size;
  if (wanted <= 0) return [];
  const sorted = own.filter(({ responseId }) => !repeated.has(responseId));
  sorted.sort((a, b) => a.responseId - b.responseId);
  return shuffled(sorted, seededUniform(seed)).slice(0, wanted);
}

/**
 * Gives the raters of a study the study responses that still want readers by the protocol (every rater, or k of them,
 * balanced over load, opaque respondent, family, level and case), each in a seeded order of the rater's own behind what
 * is already on the list, and the share of hidden second readings behind those. Responses with an open masking decision
 * are held back (design §4.6).
 */
export async function assignReading(
  store: Store,
  studyId: string,
  actor: string,
  now: () => Date,
): Promise<AssignOutcome> {
  const { perRater: _, ...outcome } = await assign(store, studyId, actor, now, false);
  return outcome;
}

/** What `assignReading` would do now; the store stays as it is. */
export async function planReading(store: Store, studyId: string, now: () => Date): Promise<AssignPlan> {
  try {
    return await assign(store, studyId, 'dry run', now, true);
  } catch (error) {
    if (error instanceof DryRun) return error.plan;
    throw error;
  }
}

async function assign(
  store: Store,
  studyId: string,
  actor: string,
  now: () => Date,
  dryRun: boolean,
): Promise<AssignPlan> {
  return store.db.transaction().execute(async (db) => {
    const study = await db.selectFrom('study').selectAll().where('study_id', '=', studyId).executeTakeFirst();
    if (!study) throw new ProblemError('not-found');
    if (study.locked_at !== null) throw new ProblemError('study-locked');
    const protocol = protocolSchema.parse(JSON.parse(study.protocol));
    const { free, heldBack } = await answersOf(db, studyId);
    const existing = await assignmentsOf(db, studyId);
    const raters = (
      await db.selectFrom('rater').selectAll().where('study_id', '=', studyId).orderBy('rater_id').execute()
    ).filter(({ rater_id }) => {
      // A rater who holds only training items (a visitor of the demonstration) is no reader of this study.
      const own = existing.filter((row) => row.rater_id === rater_id);
      return own.length === 0 || own.some(({ kind }) => kind !== 'training');
    });
    const chosen = chooseReaders(
      free.map((answer) => ({ ...answer, ...readersOf(existing, answer.responseId) })),
      raters.map(({ rater_id }) => ({
        raterId: rater_id,
        load: existing.filter((row) => row.rater_id === rater_id && isStudy(row)).length,
      })),
      protocol.ratersPerResponse,
      seedFor(study.seed, 'readers'),
    );
    let assigned = 0;
    let repeats = 0;
    const perRater: AssignPlan['perRater'] = [];
    for (const { rater_id, order_seed, pseudonym } of raters) {
      const own = existing.filter((row) => row.rater_id === rater_id);
      const start = Math.max(-1, ...own.map((row) => row.position)) + 1;
      const order = readingOrder(chosen.get(rater_id) ?? [], order_seed);
      const end = await append(db, rater_id, start, order, 'study');
      const held = new Set([
        ...own.filter(isStudy).map(({ response_id }) => response_id),
        ...order.map(({ responseId }) => responseId),
      ]);
      const repeated = new Set(
        own.filter(({ kind }) => kind === 'repeat').map(({ response_id }) => response_id),
      );
      const again = repeatsFor(
        free.filter(({ responseId }) => held.has(responseId)),
        repeated,
        protocol.repeats.share,
        seedFor(order_seed, 'repeats'),
      );
      await append(db, rater_id, end, readingOrder(again, seedFor(order_seed, 'repeat order')), 'repeat');
      assigned += order.length + again.length;
      repeats += again.length;
      perRater.push({
        raterId: pseudonym,
        added: order.length,
        repeats: again.length,
        total: own.filter(({ withdrawn_at }) => withdrawn_at === null).length + order.length + again.length,
      });
    }
    const outcome = { assigned, repeats, raters: raters.length, heldBack };
    if (dryRun) throw new DryRun({ ...outcome, perRater });
    await appendAudit(db, {
      at: now().toISOString(),
      actor,
      action: 'reading.assigned',
      studyId,
      subject: studyId,
      payload: { ...outcome, seed: seedFor(study.seed, 'order') },
    });
    return { ...outcome, perRater };
  });
}

const isStudy = ({ kind, withdrawn_at }: Existing[number]): boolean =>
  kind === 'study' && withdrawn_at === null;

function readersOf(existing: Existing, responseId: number): { closedTo: number[]; reading: number } {
  const own = existing.filter((row) => row.response_id === responseId && row.kind === 'study');
  return { closedTo: own.map(({ rater_id }) => rater_id), reading: own.filter(isStudy).length };
}
