/** Scores of the earlier rounds of an iterative answer, each locked before the next round opens. */
export const sql = `
CREATE TABLE round_rating (
  assignment_id INTEGER NOT NULL REFERENCES assignment,
  round INTEGER NOT NULL,
  rubric_hash TEXT NOT NULL,
  content TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  actor TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (assignment_id, round),
  UNIQUE (assignment_id, idempotency_key)
) STRICT;
CREATE TRIGGER round_rating_no_update BEFORE UPDATE ON round_rating BEGIN SELECT RAISE(ABORT, 'round ratings are append-only'); END;
CREATE TRIGGER round_rating_no_delete BEFORE DELETE ON round_rating BEGIN SELECT RAISE(ABORT, 'round ratings are append-only'); END;
`;
