import type { Generated } from 'kysely';

type Text = string;
type Flag = 0 | 1;

/** Rows as the store holds them; JSON columns are text (see `db/migrations`). */
export type Tables = {
  setting: { name: Text; value: Text };
  account: {
    account_id: Generated<number>;
    username: Text;
    display_name: Text;
    password_hash: Text | null;
    is_admin: Flag;
    demonstration: Flag;
    created_at: Text;
    disabled_at: Text | null;
  };
  sign_in_link: { token_hash: Text; account_id: number; expires_at: Text; used_at: Text | null };
  web_session: { session_id: Text; account_id: number | null; data: Text; expires_at: Text };
  rubric_version: { rubric_hash: Text; content: Text; created_at: Text };
  study: {
    study_id: Text;
    title: Text;
    synthetic: Flag;
    language: Text;
    seed: number;
    protocol: Text;
    rubric_hash: Text;
    secret: Text;
    bundle_digest: Text;
    imported_at: Text;
    locked_at: Text | null;
    locked_digest: Text | null;
  };
  membership: { study_id: Text; account_id: number; role: 'rater' | 'adjudicator' | 'curator' };
  curator_sight: { study_id: Text; account_id: number; first_seen_at: Text };
  study_case: {
    case_id: Generated<number>;
    study_id: Text;
    case_key: Text;
    split: 'tune' | 'test';
    purpose: 'study' | 'training';
    summary: Text;
    disease_group: Text | null;
    data_use: Text | null;
    record_entries: Text;
    fhir: Text | null;
    notes: Text;
    content_digest: Text;
  };
  image_series: {
    series_id: Generated<number>;
    case_id: number;
    position: number;
    label: Text;
    label_rule: Text;
    geometry: Text;
  };
  image: {
    image_id: Generated<number>;
    series_id: number;
    position: number;
    sha256: Text;
    byte_count: number;
    format: 'dicom' | 'raster';
    frame: number;
    patient_position: Text | null;
  };
  task: {
    task_id: Generated<number>;
    study_id: Text;
    case_id: number;
    task_key: Text;
    family: Text;
    level: number;
    question: Text;
    rounds: Text | null;
    reference: Text | null;
  };
  respondent: {
    respondent_id: Generated<number>;
    study_id: Text;
    respondent_key: Text;
    kind: Text;
    name: Text;
    family: Text | null;
    opaque_index: number;
  };
  response: {
    response_id: Generated<number>;
    study_id: Text;
    task_id: number;
    respondent_id: number;
    response_key: Text;
    sample: number;
    answers: Text;
    shown_answers: Text;
  };
  mask_finding: {
    finding_id: Generated<number>;
    study_id: Text;
    kind: 'author-named' | 'reference-stated';
    response_id: number | null;
    case_id: number | null;
    place: Text;
    start_offset: number;
    end_offset: number;
    matched: Text;
    decision: Generated<'open' | 'mask' | 'keep' | 'hide'>;
    reason: Text | null;
    decided_by: Text | null;
    decided_at: Text | null;
  };
  rater: {
    rater_id: Generated<number>;
    study_id: Text;
    account_id: number | null;
    pseudonym: Text;
    profile: Text;
    order_seed: number;
  };
  rater_case: { rater_id: number; case_id: number; alias: Text };
  assignment: {
    assignment_id: Generated<number>;
    rater_id: number;
    response_id: number;
    kind: 'training' | 'qualification' | 'study' | 'repeat';
    position: number;
    alias: Text;
    withdrawn_at: Generated<Text | null>;
    withdrawn_reason: Generated<Text | null>;
  };
  protocol_version: {
    protocol_version_id: Generated<number>;
    study_id: Text;
    sequence: number;
    content: Text;
    changed: Text;
    ratings_before: number;
    actor: Text;
    reason: Text;
    at: Text;
  };
  round_rating: {
    assignment_id: number;
    round: number;
    rubric_hash: Text;
    content: Text;
    idempotency_key: Text;
    actor: Text;
    at: Text;
  };
  reading_time: { assignment_id: number; visit: Text; active_seconds: number };
  series_view: { assignment_id: number; series_id: number; visit: Text; active_seconds: number };
  draft_save: {
    draft_save_id: Generated<number>;
    assignment_id: number;
    revision: number | null;
    base_revision: number;
    idempotency_key: Text;
    rubric_hash: Text;
    content: Text;
    outcome: 'saved' | 'conflict';
    saved_at: Text;
  };
  rating: {
    rating_id: Generated<number>;
    assignment_id: number;
    sequence: number;
    status: 'submitted' | 'annulled' | 'reopened';
    rubric_hash: Text;
    content: Text;
    idempotency_key: Text;
    actor: Text;
    reason: Text | null;
    at: Text;
  };
  adjudication: {
    adjudication_id: Generated<number>;
    response_id: number;
    sequence: number;
    account_id: number;
    rubric_hash: Text;
    ratings_digest: Text;
    settlement: Text;
    reason: Text;
    idempotency_key: Text;
    actor: Text;
    at: Text;
  };
  case_flag: {
    flag_id: Generated<number>;
    case_id: number;
    rater_id: number;
    kind: 'identifier-seen' | 'images-broken';
    note: Text;
    at: Text;
    resolved_at: Text | null;
    resolved_reason: Text | null;
  };
  grader: { grader_id: Generated<number>; study_id: Text; grader_key: Text; content: Text; added_at: Text };
  grader_score: {
    grader_score_id: Generated<number>;
    grader_id: number;
    response_id: number;
    round: number;
    repeat: number;
    status: Text;
    line: Text;
    added_at: Text;
  };
  report: {
    report_id: Generated<number>;
    study_id: Text;
    created_at: Text;
    inputs_digest: Text;
    content: Text;
  };
  audit_entry: {
    sequence: number;
    at: Text;
    actor: Text;
    action: Text;
    study_id: Text | null;
    subject: Text;
    payload: Text;
    previous_hash: Text;
    hash: Text;
  };
};
