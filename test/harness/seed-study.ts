import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Protocol } from '@concord/rubric/contract/bundle/study';
import { canonicalJson } from '@concord/rubric/model/canonical-json';
import type { RatingContent } from '@concord/rubric/model/rating';
import type { Rubric } from '@concord/rubric/model/rubric';
import type { Tables } from '../../apps/server/src/db/tables.ts';
import { addMembership, createAccount } from '../../apps/server/src/store/accounts.ts';
import type { TestStore } from './open-test-store.ts';

export type SeedOptions = {
  /** Text for a column that raters must never learn; the canary test puts its sentinels here. */
  hidden?: (column: string) => string;
  referenceShown?: Protocol['referenceShown'];
  /** Names of the two models, and what the grader gave. */
  modelNames?: readonly [string, string];
  graderScore?: number;
};

export const password = 'a long enough pass phrase';
export const rubric: Rubric = {
  id: 'reasoning',
  version: '1',
  title: 'Reasoning',
  origin: 'own',
  dimensions: ['accuracy', 'safety'].map((id) => ({
    id,
    title: id,
    weight: 1,
    safety: id === 'safety',
    scale: { min: 0, max: 2, anchors: [0, 1, 2].map((value) => ({ value, text: `earns ${value}` })) },
  })),
  askCorrectness: true,
  errors: ['knowledge-gap', 'visual-hallucination'].map((id) => ({ id, title: id, definition: id })),
};
export const rubricHash = createHash('sha256').update(canonicalJson(rubric)).digest('hex');

/** A rating with an answer to everything that the rubric asks. */
export const completeRating: RatingContent = {
  scores: { accuracy: { value: 2 }, safety: { unscored: 'cannot-assess' } },
  correctness: 'correct',
  errors: [],
  primaryError: null,
  comment: 'Clear and safe.',
};
export const halfRating: RatingContent = {
  scores: { accuracy: { value: 1 } },
  correctness: null,
  errors: [],
  primaryError: null,
  comment: 'Not done yet.',
};

const at = '2026-01-05T08:00:00.000Z';
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const dicom = Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), Buffer.from('made for a test')]);

/**
 * A small hand-made study in the store: case one (two DICOM slices, one task, two answers), case two (a PNG, an
 * iterative task, one answer). Rater one (`rosa`) has all three answers, rater two (`ravi`) has the first and has
 * submitted it; `clara` curates and `adam` adjudicates. Aliases and secret are fixed, so that two seeds give equal traffic.
 */
export async function seedStudy({ store, blobs }: TestStore, options: SeedOptions = {}) {
  const { hidden = (column: string) => `hidden ${column}`, referenceShown = 'never' } = options;
  const [modelOne, modelTwo] = options.modelNames ?? [hidden('respondent.name'), hidden('respondent.name.2')];
  const { raw } = store;
  const insert = <Table extends keyof Tables>(table: Table, row: Insertable<Tables[Table]>): number => {
    const columns = Object.keys(row);
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
    return Number(raw.prepare(sql).run(...Object.values(row)).lastInsertRowid);
  };
  insert('rubric_version', { rubric_hash: rubricHash, content: canonicalJson(rubric), created_at: at });
  const studyId = 'small';
  insert('study', {
    study_id: studyId,
    title: 'A small study',
    synthetic: 1,
    language: 'en',
    seed: 1,
    protocol: canonicalJson({ minRaters: 2, referenceShown, gate: { note: hidden('study.protocol') } }),
    rubric_hash: rubricHash,
    secret: hidden('study.secret'),
    bundle_digest: hidden('study.bundle_digest'),
    imported_at: at,
    locked_at: null,
    locked_digest: hidden('study.locked_digest'),
  });
  const person = (username: string, displayName: string, isAdmin = false): Promise<number> =>
    createAccount(store, { username, displayName, password, isAdmin });
  const rosa = await person('rosa', 'Dr Rosa');
  const ravi = await person(hidden('account.username'), hidden('account.display_name'));
  const clara = await person('clara', 'Clara', true);
  for (const accountId of [rosa, ravi]) await addMembership(store, { studyId, accountId, role: 'rater' });
  const adam = await person('adam', 'Dr Adam');
  await addMembership(store, { studyId, accountId: clara, role: 'curator' });
  await addMembership(store, { studyId, accountId: adam, role: 'adjudicator' });

  const addCase = (number: 1 | 2): number =>
    insert('study_case', {
      study_id: studyId,
      case_key: hidden(`study_case.case_key.${number}`),
      split: 'test',
      purpose: 'study',
      summary: `Summary of case ${number}`,
      disease_group: hidden('study_case.disease_group'),
      data_use: hidden('study_case.data_use'),
      record_entries: JSON.stringify([
        {
          entryId: 'e1',
          category: 'condition',
          date: null,
          label: 'Double vision',
          value: null,
          flag: null,
        },
      ]),
      fhir: JSON.stringify({ resourceType: 'Bundle', id: hidden('study_case.fhir') }),
      notes: JSON.stringify([{ noteId: 'n1', title: 'Ward', text: 'Seen on the ward.' }]),
      content_digest: hidden('study_case.content_digest'),
    });
  const addSeries = async (caseId: number, label: string, files: readonly Buffer[]): Promise<void> => {
    const seriesId = insert('image_series', {
      case_id: caseId,
      position: 0,
      label,
      label_rule: hidden('image_series.label_rule'),
      geometry: JSON.stringify({
        plane: 'axial',
        frameOfReference: 1,
        rows: 4,
        columns: 4,
        pixelSpacing: [1, 1],
        orientation: null,
        window: null,
      }),
    });
    for (const [position, bytes] of files.entries()) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await blobs.put(new Map([[sha256, bytes]]));
      const format = bytes[0] === 0x89 ? 'raster' : 'dicom';
      insert('image', {
        series_id: seriesId,
        position,
        sha256,
        byte_count: bytes.length,
        format,
        frame: 0,
        patient_position: format === 'dicom' ? JSON.stringify([0, 0, position]) : null,
      });
    }
  };
  const caseOne = addCase(1);
  const caseTwo = addCase(2);
  await addSeries(caseOne, 'FLAIR', [
    Buffer.concat([dicom, Buffer.from([1])]),
    Buffer.concat([dicom, Buffer.from([2])]),
  ]);
  await addSeries(caseTwo, 'unlabelled', [png]);

  const addTask = (number: 1 | 2, caseId: number, rounds: string | null): number =>
    insert('task', {
      study_id: studyId,
      case_id: caseId,
      task_key: hidden(`task.task_key.${number}`),
      family: number === 1 ? 'lesion-recognition' : 'differential-diagnosis',
      level: number === 1 ? 1 : 3,
      question: `Question ${number}`,
      rounds,
      reference: JSON.stringify({
        answer: hidden('task.reference.answer'),
        diagnosis: hidden('task.reference.diagnosis'),
      }),
    });
  const taskOne = addTask(1, caseOne, null);
  const taskTwo = addTask(
    2,
    caseTwo,
    JSON.stringify([
      { reveal: 'First', question: 'And now?' },
      { reveal: 'Then', question: 'And then?' },
    ]),
  );
  const respondents = [modelOne, modelTwo].map((name, index) =>
    insert('respondent', {
      study_id: studyId,
      respondent_key: hidden(`respondent.respondent_key.${index}`),
      kind: 'model',
      name,
      family: hidden('respondent.family'),
      opaque_index: index,
    }),
  );
  const addResponse = (
    number: number,
    taskId: number,
    respondent: number,
    shown: readonly string[],
  ): number =>
    insert('response', {
      study_id: studyId,
      task_id: taskId,
      respondent_id: respondents[respondent] ?? 0,
      response_key: hidden(`response.response_key.${number}`),
      sample: 0,
      answers: JSON.stringify(shown.map((text) => `${hidden('response.answers')} ${text}`)),
      shown_answers: JSON.stringify(shown),
    });
  const responses = [
    addResponse(1, taskOne, 0, ['A demyelinating lesion.']),
    addResponse(2, taskOne, 1, ['An infarct.']),
    addResponse(3, taskTwo, 0, ['Perhaps glioma.', 'Glioma, after all.']),
  ];
  insert('mask_finding', {
    study_id: studyId,
    kind: 'author-named',
    response_id: responses[0] ?? 0,
    case_id: null,
    place: hidden('mask_finding.place'),
    start_offset: 0,
    end_offset: 3,
    matched: hidden('mask_finding.matched'),
    decision: 'mask',
    reason: hidden('mask_finding.reason'),
    decided_by: hidden('mask_finding.decided_by'),
    decided_at: at,
  });

  const addRater = (accountId: number, number: 1 | 2): number =>
    insert('rater', {
      study_id: studyId,
      account_id: accountId,
      pseudonym: hidden(`rater.pseudonym.${number}`),
      profile: JSON.stringify({ specialty: hidden('rater.profile') }),
      order_seed: number,
    });
  const raters = [addRater(rosa, 1), addRater(ravi, 2)];
  const assign = (rater: 0 | 1, response: number, caseId: number, alias: string): number => {
    const raterId = raters[rater] ?? 0;
    raw
      .prepare('INSERT INTO rater_case VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
      .run(raterId, caseId, `case-${rater}-${caseId}`);
    return insert('assignment', {
      rater_id: raterId,
      response_id: responses[response] ?? 0,
      kind: 'study',
      position: Number(alias.at(-1)),
      alias,
    });
  };
  assign(0, 1, caseOne, 'rosa-item-0');
  assign(0, 2, caseTwo, 'rosa-item-1');
  assign(0, 0, caseOne, 'rosa-item-2');
  const other = assign(1, 1, caseOne, 'ravi-item-0');
  insert('round_rating', {
    assignment_id: other,
    round: 0,
    rubric_hash: rubricHash,
    content: JSON.stringify({ note: hidden('round_rating.content') }),
    idempotency_key: hidden('round_rating.idempotency_key'),
    actor: hidden('round_rating.actor'),
    at,
  });
  const gone = assign(1, 2, caseTwo, 'ravi-item-1');
  raw
    .prepare('UPDATE assignment SET withdrawn_at = ?, withdrawn_reason = ? WHERE assignment_id = ?')
    .run(at, hidden('assignment.withdrawn_reason'), gone);
  insert('protocol_version', {
    study_id: studyId,
    sequence: 0,
    content: JSON.stringify({ note: hidden('protocol_version.content') }),
    changed: JSON.stringify([hidden('protocol_version.changed')]),
    ratings_before: 0,
    actor: hidden('protocol_version.actor'),
    reason: hidden('protocol_version.reason'),
    at,
  });
  const othersContent = JSON.stringify({ ...completeRating, comment: hidden('rating.content') });
  insert('draft_save', {
    assignment_id: other,
    revision: 1,
    base_revision: 0,
    idempotency_key: hidden('draft_save.idempotency_key'),
    rubric_hash: rubricHash,
    content: JSON.stringify({ ...halfRating, comment: hidden('draft_save.content') }),
    outcome: 'saved',
    saved_at: at,
  });
  insert('rating', {
    assignment_id: other,
    sequence: 1,
    status: 'submitted',
    rubric_hash: rubricHash,
    content: othersContent,
    idempotency_key: hidden('rating.idempotency_key'),
    actor: hidden('rating.actor'),
    reason: hidden('rating.reason'),
    at,
  });
  insert('case_flag', {
    case_id: caseOne,
    rater_id: raters[1] ?? 0,
    kind: 'images-broken',
    note: hidden('case_flag.note'),
    at,
    resolved_at: at,
    resolved_reason: hidden('case_flag.resolved_reason'),
  });

  insert('adjudication', {
    response_id: responses[2] ?? 0,
    sequence: 1,
    account_id: adam,
    rubric_hash: rubricHash,
    ratings_digest: hidden('adjudication.ratings_digest'),
    settlement: JSON.stringify({ scores: {}, note: hidden('adjudication.settlement') }),
    reason: hidden('adjudication.reason'),
    idempotency_key: hidden('adjudication.idempotency_key'),
    actor: hidden('adjudication.actor'),
    at,
  });

  const graderId = insert('grader', {
    study_id: studyId,
    grader_key: hidden('grader.grader_key'),
    content: JSON.stringify({ prompt: hidden('grader.content') }),
    added_at: at,
  });
  for (const responseId of responses)
    insert('grader_score', {
      grader_id: graderId,
      response_id: responseId,
      round: 0,
      repeat: 0,
      status: 'scored',
      line: JSON.stringify({
        scores: { accuracy: options.graderScore ?? 1 },
        raw: hidden('grader_score.line'),
      }),
      added_at: at,
    });
  insert('report', {
    study_id: studyId,
    created_at: at,
    inputs_digest: hidden('report.inputs_digest'),
    content: JSON.stringify({ verdict: hidden('report.content') }),
  });
  return {
    studyId,
    accounts: { rosa, ravi, clara, adam },
    usernames: { rosa: 'rosa', ravi: hidden('account.username'), clara: 'clara' },
    cases: { one: caseOne, two: caseTwo },
    responses,
    images: { png, dicom },
  };
}
export type SeededStudy = Awaited<ReturnType<typeof seedStudy>>;
