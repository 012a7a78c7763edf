/**
 * Protocols of a study in order of their registration; `study.protocol` is the one in force. `ratings_before` counts the
 * submitted study ratings at that time: with any, the change is an amendment that the report prints. A withdrawn assignment
 * is off its rater's list. `reading_time` holds active, visible seconds of each visit, `series_view` those of each series.
 */
export const sql = `
CREATE TABLE protocol_version (
  protocol_version_id INTEGER PRIMARY KEY,
  study_id TEXT NOT NULL REFERENCES study,
  sequence INTEGER NOT NULL,
  content TEXT NOT NULL,
  changed TEXT NOT NULL,
  ratings_before INTEGER NOT NULL,
  actor TEXT NOT NULL,
  reason TEXT NOT NULL,
  at TEXT NOT NULL,
  UNIQUE (study_id, sequence)
) STRICT;
CREATE TRIGGER protocol_version_no_update BEFORE UPDATE ON protocol_version BEGIN SELECT RAISE(ABORT, 'protocol versions are append-only'); END;
CREATE TRIGGER protocol_version_no_delete BEFORE DELETE ON protocol_version BEGIN SELECT RAISE(ABORT, 'protocol versions are append-only'); END;

ALTER TABLE assignment ADD COLUMN withdrawn_at TEXT;
ALTER TABLE assignment ADD COLUMN withdrawn_reason TEXT;

CREATE TABLE reading_time (
  assignment_id INTEGER NOT NULL REFERENCES assignment,
  visit TEXT NOT NULL,
  active_seconds INTEGER NOT NULL,
  PRIMARY KEY (assignment_id, visit)
) STRICT;
CREATE TABLE series_view (
  assignment_id INTEGER NOT NULL REFERENCES assignment,
  series_id INTEGER NOT NULL REFERENCES image_series,
  visit TEXT NOT NULL,
  active_seconds INTEGER NOT NULL,
  PRIMARY KEY (assignment_id, series_id, visit)
) STRICT;
`;
