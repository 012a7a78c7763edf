import { readFileSync } from 'node:fs';
import type { Transaction } from 'kysely';
import { parse as parseYaml } from 'yaml';
import { protocolSchema } from '@concord/rubric/contract/bundle/study';
import { rubricSchema } from '@concord/rubric/model/rubric';
import type { TaskFamily } from '@concord/rubric/model/words';
import type { ImportedKind } from '@concord/rubric/contract/curator/routes';
import type { ProblemEntry } from '@concord/rubric/contract/problem';
import { canonicalJson } from '@concord/rubric/model/canonical-json';
import { readNeuralMedBench } from '../bundle/neural-medbench.ts';
import { type BundleProblem, shorten } from '../bundle/problem.ts';
import { readBundle } from '../bundle/read-bundle.ts';
import type { BundleResult, IngestedFinding, StudyBundle } from '../bundle/study-bundle.ts';
import type { Store } from '../db/open-database.ts';
import type { Tables } from '../db/tables.ts';
import { ProblemError } from '../http/problem-error.ts';
import { appendAudit } from '../store/audit.ts';
import type { BlobStore } from '../store/blob-store.ts';
import type { KeepImages } from '../imaging/ingested-series.ts';
import { imageKeeper } from './keep-images.ts';
import { importedProtocol } from './protocol.ts';
import { storedStudy } from './stored-study.ts';
import { storeSecret } from '../store/settings.ts';
import { type AddedCounts, addCases } from './add-cases.ts';
import { addGraders, addGraderScores } from './add-grader-scores.ts';
import { addAssignments, addRaters, addRatings } from './add-reading.ts';
import { addRespondents, addResponses, addTasks } from './add-responses.ts';
import type { Progress } from './jobs.ts';
import { newAlias, sha256Hex } from './opaque.ts';

export type ImportOutcome = {
  studyId: string;
  counts: Partial<Record<ImportedKind, AddedCounts>>;
  notices: string[];
};
type Input = {
  actor: string;
  now: () => Date;
  /** What the user calls the file, where it lies under another name. */
  fileName?: string;
  progress?: Progress;
  signal?: AbortSignal;
};

const toEntry = ({ file, ...rest }: BundleProblem): ProblemEntry => ({ where: file, ...rest });

/** Secret behind everything that de-identification derives; one a store, so that a second import gives the same bytes. */
export const deidentifyContext = (store: Store): { secret: string } => ({
  secret: storeSecret(store, 'deidentification'),
});

/** The study row itself; the same study again must say the same. */
async function addStudy(
  transaction: Transaction<Tables>,
  bundle: StudyBundle,
  rubricHash: string,
  at: string,
): Promise<{ problems: ProblemEntry[]; secret: string }> {
  const { study } = bundle;
  const protocol = canonicalJson(study.protocol);
  const before = await transaction
    .selectFrom('study')
    .selectAll()
    .where('study_id', '=', study.id)
    .executeTakeFirst();
  if (before) {
    const expected = (value: string | number): string =>
      `${value}, as study ${study.id} holds already; a changed study needs a new id`;
    const problems: ProblemEntry[] = [];
    if (before.rubric_hash !== rubricHash)
      problems.push({
        where: 'rubric.yaml',
        found: `version ${bundle.rubric.version} with hash ${rubricHash.slice(0, 12)}`,
        expected: expected(`the rubric with hash ${before.rubric_hash.slice(0, 12)}`),
      });
    for (const [field, found, held] of [
      ['title', study.title, before.title],
      ['seed', study.seed, before.seed],
      ['language', study.language, before.language],
      ['synthetic', Number(study.synthetic), before.synthetic],
      // Read anew, for it may be older than a part of the protocol that has a default.
      [
        'protocol',
        protocol,
        canonicalJson(
          protocolSchema.parse(JSON.parse(await importedProtocol(transaction, study.id, before.protocol))),
        ),
      ],
    ] as const)
      if (found !== held)
        problems.push({ where: 'study.yaml', field, found: String(found), expected: expected(held) });
    return { secret: before.secret, problems };
  }
  await transaction
    .insertInto('rubric_version')
    .values({ rubric_hash: rubricHash, content: canonicalJson(bundle.rubric), created_at: at })
    .onConflict((conflict) => conflict.column('rubric_hash').doNothing())
    .execute();
  const secret = newAlias();
  await transaction
    .insertInto('study')
    .values({
      study_id: study.id,
      title: study.title,
      synthetic: study.synthetic ? 1 : 0,
      language: study.language,
      seed: study.seed,
      protocol,
      rubric_hash: rubricHash,
      secret,
      bundle_digest: '',
      imported_at: at,
      locked_at: null,
      locked_digest: null,
    })
    .execute();
  return { problems: [], secret };
}

/** Stores findings of new records; a response or case with an open finding cannot be assigned (design §4.6). */
async function addFindings(
  transaction: Transaction<Tables>,
  studyId: string,
  findings: readonly IngestedFinding[],
): Promise<AddedCounts> {
  const responses = new Map(
    (
      await transaction
        .selectFrom('response')
        .select(['response_key', 'response_id'])
        .where('study_id', '=', studyId)
        .execute()
    ).map((row) => [row.response_key, row.response_id]),
  );
  const cases = new Map(
    (
      await transaction
        .selectFrom('study_case')
        .select(['case_key', 'case_id'])
        .where('study_id', '=', studyId)
        .execute()
    ).map((row) => [row.case_key, row.case_id]),
  );
  const stored = new Set(
    (await transaction.selectFrom('mask_finding').selectAll().where('study_id', '=', studyId).execute()).map(
      (row) => [row.response_id, row.case_id, row.place, row.start_offset].join(),
    ),
  );
  const outcome = { added: 0, unchanged: 0 };
  for (const finding of findings) {
    const responseId = finding.responseId === null ? null : (responses.get(finding.responseId) ?? null);
    const caseId = finding.caseId === null ? null : (cases.get(finding.caseId) ?? null);
    if (stored.has([responseId, caseId, finding.where, finding.start].join())) {
      outcome.unchanged += 1;
      continue;
    }
    await transaction
      .insertInto('mask_finding')
      .values({
        study_id: studyId,
        kind: finding.kind,
        response_id: responseId,
        case_id: caseId,
        place: finding.where,
        start_offset: finding.start,
        end_offset: finding.end,
        matched: finding.text,
        reason: null,
        decided_by: null,
        decided_at: null,
      })
      .execute();
    outcome.added += 1;
  }
  return outcome;
}

/** Writes a read bundle: everything in one transaction, or nothing. A locked study takes no new ratings. */
export async function storeBundle(
  store: Store,
  blobs: Pick<BlobStore, 'has'>,
  bundle: StudyBundle,
  input: Input,
): Promise<ImportOutcome> {
  const studyId = bundle.study.id;
  const rubricHash = sha256Hex(canonicalJson(bundle.rubric));
  const at = input.now().toISOString();
  return store.db.transaction().execute(async (transaction) => {
    const { problems } = await addStudy(transaction, bundle, rubricHash, at);
    const counts: ImportOutcome['counts'] = {};
    const keep = (
      name: ImportedKind,
      { problems: found = [], added, unchanged }: AddedCounts & { problems?: ProblemEntry[] },
    ): void => {
      counts[name] = { added, unchanged };
      problems.push(...found);
    };
    keep('cases', await addCases(transaction, { studyId, cases: bundle.cases }));
    keep('respondents', await addRespondents(transaction, bundle.study));
    const cases = new Map(
      (
        await transaction
          .selectFrom('study_case')
          .select(['case_key', 'case_id'])
          .where('study_id', '=', studyId)
          .execute()
      ).map((row) => [row.case_key, row.case_id]),
    );
    keep('tasks', await addTasks(transaction, studyId, bundle.tasks, cases));
    keep('responses', await addResponses(transaction, studyId, bundle.responses));
    const place = { studyId, studySeed: bundle.study.seed };
    keep('raters', await addRaters(transaction, place, bundle.raters));
    keep('assignments', await addAssignments(transaction, place, bundle.assignments));
    keep('ratings', await addRatings(transaction, place, rubricHash, bundle.ratings));
    problems.push(...(await addGraders(transaction, { studyId, graders: bundle.graders, at })));
    const scores = bundle.graderScores.map((score, index) => ({
      file: 'grader-scores.jsonl',
      line: index + 1,
      score,
    }));
    keep('grader scores', await addGraderScores(transaction, { studyId, rubric: bundle.rubric, scores, at }));
    keep('findings', await addFindings(transaction, studyId, bundle.findings));
    const lockedAt = (
      await transaction
        .selectFrom('study')
        .select('locked_at')
        .where('study_id', '=', studyId)
        .executeTakeFirstOrThrow()
    ).locked_at;
    if (lockedAt !== null && (counts['ratings']?.added ?? 0) > 0)
      problems.push({
        where: 'ratings.jsonl',
        found: `${counts['ratings']?.added} new ratings`,
        expected: `none: the study is locked since ${lockedAt}`,
      });
    input.signal?.throwIfAborted();
    if (problems.length > 0) throw new ProblemError('bundle-refused', { errors: shorten(problems) });
    const images = bundle.cases.flatMap(({ series }) => series.flatMap((one) => one.images));
    // An import that was refused meanwhile may have brought an image first, and taken it away again.
    if (images.some(({ sha256 }) => !blobs.has(sha256))) throw new ProblemError('busy');
    if (Object.values(counts).some(({ added }) => added > 0))
      await appendAudit(transaction, {
        at,
        actor: input.actor,
        action: 'study.imported',
        studyId,
        subject: studyId,
        payload: { rubricHash, counts },
      });
    return { studyId, counts, notices: [] };
  });
}

/** Reads with `read` and stores what came; on any fault nothing stays, images included. */
async function readAndStore(
  store: Store,
  blobs: BlobStore,
  input: Input,
  read: (keepImages: KeepImages) => Promise<BundleResult>,
): Promise<ImportOutcome> {
  const keeper = imageKeeper(store, blobs);
  try {
    const result = await read(keeper.keepImages);
    if (!result.ok) throw new ProblemError('bundle-refused', { errors: result.problems.map(toEntry) });
    const outcome = await storeBundle(store, blobs, result.bundle, input);
    return { ...outcome, notices: result.notices.map(({ file, text }) => `${file}: ${text}`) };
  } catch (error) {
    await keeper.forget();
    throw error;
  }
}

/** Reads a bundle (folder or .zip) and stores it. Throws `bundle-refused` with every fault found. */
export async function importStudy(
  store: Store,
  blobs: BlobStore,
  path: string,
  input: Input,
): Promise<ImportOutcome> {
  return readAndStore(store, blobs, input, (keepImages) =>
    readBundle(path, {
      deidentify: deidentifyContext(store),
      keepImages,
      storedStudy: (studyId) => storedStudy(store, studyId),
      ...(input.fileName !== undefined && { fileName: input.fileName }),
      ...(input.progress ? { onProgress: input.progress } : {}),
      ...(input.signal ? { signal: input.signal } : {}),
    }),
  );
}

const rubricTemplate = new URL('../../../../data/rubrics/neuro-reasoning.yaml', import.meta.url);

/**
 * Imports a published Neural-MedBench file: cases and tasks only, under our own default rubric, since the published
 * file carries none. Answers come later, with a bundle of the same study id.
 */
export async function importNeuralMedBench(
  store: Store,
  blobs: BlobStore,
  path: string,
  input: Input & { family: TaskFamily; level: 1 | 2; studyId?: string },
): Promise<ImportOutcome> {
  const { family, level, studyId = `neural-medbench-${family}-${level}` } = input;
  return readAndStore(store, blobs, input, (keepImages) =>
    readNeuralMedBench(path, {
      keepImages,
      family,
      level,
      studyId,
      title: `Neural-MedBench, ${family}, level ${level}`,
      rubric: rubricSchema.parse(parseYaml(readFileSync(rubricTemplate, 'utf8'))),
      respondents: [],
      deidentify: deidentifyContext(store),
      ...(input.fileName !== undefined && { fileName: input.fileName }),
    }),
  );
}
