/** First schema. Times are ISO text in UTC; JSON is text that is never re-serialised once it is hashed. */
export const sql = `
CREATE TABLE setting (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT;

CREATE TABLE account (
  account_id INTEGER PRIMARY KEY,
  username TEXT NOT NULL UNIQUE,
  display_name TEXT NOT NULL,
  password_hash TEXT,
  is_admin INTEGER NOT NULL DEFAULT 0 CHECK (is_admin IN (0, 1)),
  demonstration INTEGER NOT NULL DEFAULT 0 CHECK (demonstration IN (0, 1)),
  created_at TEXT NOT NULL,
  disabled_at TEXT
) STRICT;
CREATE TABLE sign_in_link (
  token_hash TEXT PRIMARY KEY NOT NULL,
  account_id INTEGER NOT NULL REFERENCES account,
  expires_at TEXT NOT NULL,
  used_at TEXT
) STRICT;
CREATE TABLE web_session (
  session_id TEXT PRIMARY KEY NOT NULL,
  account_id INTEGER REFERENCES account,
  data TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT;

CREATE TABLE rubric_version (
  rubric_hash TEXT PRIMARY KEY NOT NULL,
  content TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE TABLE study (
  study_id TEXT PRIMARY KEY NOT NULL,
  title TEXT NOT NULL,
  synthetic INTEGER NOT NULL CHECK (synthetic IN (0, 1)),
  language TEXT NOT NULL,
  seed INTEGER NOT NULL,
  protocol TEXT NOT NULL,
  rubric_hash TEXT NOT NULL REFERENCES rubric_version,
  secret TEXT NOT NULL,
  bundle_digest TEXT NOT NULL,
  imported_at TEXT NOT NULL,
  locked_at TEXT,
  locked_digest TEXT
) STRICT;
CREATE TABLE membership (
  study_id TEXT NOT NULL REFERENCES study,
  account_id INTEGER NOT NULL REFERENCES account,
  role TEXT NOT NULL CHECK (role IN ('rater', 'adjudicator', 'curator')),
  PRIMARY KEY (study_id, account_id, role)
) STRICT;
CREATE TABLE curator_sight (
  study_id TEXT NOT NULL REFERENCES study,
  account_id INTEGER NOT NULL REFERENCES account,
  first_seen_at TEXT NOT NULL,
  PRIMARY KEY (study_id, account_id)
) STRICT;

CREATE TABLE study_case (
  case_id INTEGER PRIMARY KEY,
  study_id TEXT NOT NULL REFERENCES study,
  case_key TEXT NOT NULL,
  split TEXT NOT NULL CHECK (split IN ('tune', 'test')),
  purpose TEXT NOT NULL CHECK (purpose IN ('study', 'training')),
  summary TEXT NOT NULL,
  disease_group TEXT,
  data_use TEXT,
  record_entries TEXT NOT NULL,
  fhir TEXT,
  notes TEXT NOT NULL,
  content_digest TEXT NOT NULL,
  UNIQUE (study_id, case_key)
) STRICT;
CREATE TABLE image_series (
  series_id INTEGER PRIMARY KEY,
  case_id INTEGER NOT NULL REFERENCES study_case,
  position INTEGER NOT NULL,
  label TEXT NOT NULL,
  label_rule TEXT NOT NULL,
  geometry TEXT NOT NULL,
  UNIQUE (case_id, position)
) STRICT;
CREATE TABLE image (
  image_id INTEGER PRIMARY KEY,
  series_id INTEGER NOT NULL REFERENCES image_series,
  position INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  byte_count INTEGER NOT NULL,
  format TEXT NOT NULL CHECK (format IN ('dicom', 'raster')),
  frame INTEGER NOT NULL,
  patient_position TEXT,
  UNIQUE (series_id, position)
) STRICT;

CREATE TABLE task (
  task_id INTEGER PRIMARY KEY,
  study_id TEXT NOT NULL REFERENCES study,
  case_id INTEGER NOT NULL REFERENCES study_case,
  task_key TEXT NOT NULL,
  family TEXT NOT NULL,
  level INTEGER NOT NULL CHECK (level IN (1, 2, 3)),
  question TEXT NOT NULL,
  rounds TEXT,
  reference TEXT,
  UNIQUE (study_id, task_key)
) STRICT;
CREATE INDEX task_case ON task (case_id);
CREATE TABLE respondent (
  respondent_id INTEGER PRIMARY KEY,
  study_id TEXT NOT NULL REFERENCES study,
  respondent_key TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('model', 'medical-student', 'senior-physician')),
  name TEXT NOT NULL,
  family TEXT,
  opaque_index INTEGER NOT NULL,
  UNIQUE (study_id, respondent_key)
) STRICT;
CREATE TABLE response (
  response_id INTEGER PRIMARY KEY,
  study_id TEXT NOT NULL REFERENCES study,
  task_id INTEGER NOT NULL REFERENCES task,
  respondent_id INTEGER NOT NULL REFERENCES respondent,
  response_key TEXT NOT NULL,
  sample INTEGER NOT NULL,
  answers TEXT NOT NULL,
  shown_answers TEXT NOT NULL,
  UNIQUE (study_id, response_key)
) STRICT;
CREATE INDEX response_task ON response (task_id);
CREATE TABLE mask_finding (
  finding_id INTEGER PRIMARY KEY,
  study_id TEXT NOT NULL REFERENCES study,
  kind TEXT NOT NULL CHECK (kind IN ('author-named', 'reference-stated')),
  response_id INTEGER REFERENCES response,
  case_id INTEGER REFERENCES study_case,
  place TEXT NOT NULL,
  start_offset INTEGER NOT NULL,
  end_offset INTEGER NOT NULL,
  matched TEXT NOT NULL,
  decision TEXT NOT NULL DEFAULT 'open' CHECK (decision IN ('open', 'mask', 'keep', 'hide')),
  reason TEXT,
  decided_by TEXT,
  decided_at TEXT
) STRICT;
CREATE INDEX mask_finding_study ON mask_finding (study_id, decision);

CREATE TABLE rater (
  rater_id INTEGER PRIMARY KEY,
  study_id TEXT NOT NULL REFERENCES study,
  account_id INTEGER REFERENCES account,
  pseudonym TEXT NOT NULL,
  profile TEXT NOT NULL,
  order_seed INTEGER NOT NULL,
  UNIQUE (study_id, pseudonym)
) STRICT;
CREATE TABLE rater_case (
  rater_id INTEGER NOT NULL REFERENCES rater,
  case_id INTEGER NOT NULL REFERENCES study_case,
  alias TEXT NOT NULL UNIQUE,
  PRIMARY KEY (rater_id, case_id)
) STRICT;
CREATE TABLE assignment (
  assignment_id INTEGER PRIMARY KEY,
  rater_id INTEGER NOT NULL REFERENCES rater,
  response_id INTEGER NOT NULL REFERENCES response,
  kind TEXT NOT NULL CHECK (kind IN ('training', 'qualification', 'study', 'repeat')),
  position INTEGER NOT NULL,
  alias TEXT NOT NULL UNIQUE,
  UNIQUE (rater_id, position),
  UNIQUE (rater_id, response_id, kind)
) STRICT;
CREATE INDEX assignment_response ON assignment (response_id);

CREATE TABLE draft_save (
  draft_save_id INTEGER PRIMARY KEY,
  assignment_id INTEGER NOT NULL REFERENCES assignment,
  revision INTEGER,
  base_revision INTEGER NOT NULL,
  idempotency_key TEXT NOT NULL,
  rubric_hash TEXT NOT NULL,
  content TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('saved', 'conflict')),
  saved_at TEXT NOT NULL,
  UNIQUE (assignment_id, idempotency_key),
  UNIQUE (assignment_id, revision)
) STRICT;
CREATE TABLE rating (
  rating_id INTEGER PRIMARY KEY,
  assignment_id INTEGER NOT NULL REFERENCES assignment,
  sequence INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('submitted', 'annulled', 'reopened')),
  rubric_hash TEXT NOT NULL,
  content TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  actor TEXT NOT NULL,
  reason TEXT,
  at TEXT NOT NULL,
  UNIQUE (assignment_id, sequence),
  UNIQUE (assignment_id, idempotency_key)
) STRICT;
CREATE TABLE case_flag (
  flag_id INTEGER PRIMARY KEY,
  case_id INTEGER NOT NULL REFERENCES study_case,
  rater_id INTEGER NOT NULL REFERENCES rater,
  kind TEXT NOT NULL CHECK (kind IN ('identifier-seen', 'images-broken')),
  note TEXT NOT NULL,
  at TEXT NOT NULL,
  resolved_at TEXT,
  resolved_reason TEXT
) STRICT;

CREATE TABLE grader (
  grader_id INTEGER PRIMARY KEY,
  study_id TEXT NOT NULL REFERENCES study,
  grader_key TEXT NOT NULL,
  content TEXT NOT NULL,
  added_at TEXT NOT NULL,
  UNIQUE (study_id, grader_key)
) STRICT;
CREATE TABLE grader_score (
  grader_score_id INTEGER PRIMARY KEY,
  grader_id INTEGER NOT NULL REFERENCES grader,
  response_id INTEGER NOT NULL REFERENCES response,
  round INTEGER NOT NULL,
  repeat INTEGER NOT NULL,
  status TEXT NOT NULL,
  line TEXT NOT NULL,
  added_at TEXT NOT NULL,
  UNIQUE (grader_id, response_id, round, repeat)
) STRICT;
CREATE TABLE report (
  report_id INTEGER PRIMARY KEY,
  study_id TEXT NOT NULL REFERENCES study,
  created_at TEXT NOT NULL,
  inputs_digest TEXT NOT NULL,
  content TEXT NOT NULL
) STRICT;

CREATE TABLE audit_entry (
  sequence INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  study_id TEXT,
  subject TEXT NOT NULL,
  payload TEXT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE
) STRICT;
CREATE TRIGGER audit_entry_no_update BEFORE UPDATE ON audit_entry BEGIN SELECT RAISE(ABORT, 'audit entries are append-only'); END;
CREATE TRIGGER audit_entry_no_delete BEFORE DELETE ON audit_entry BEGIN SELECT RAISE(ABORT, 'audit entries are append-only'); END;
CREATE TRIGGER rating_no_update BEFORE UPDATE ON rating BEGIN SELECT RAISE(ABORT, 'ratings are append-only'); END;
CREATE TRIGGER rating_no_delete BEFORE DELETE ON rating BEGIN SELECT RAISE(ABORT, 'ratings are append-only'); END;
`;
