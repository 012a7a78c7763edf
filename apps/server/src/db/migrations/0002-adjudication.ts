/**
 * What adjudicators decided. `ratings_digest` names the ratings that a decision is about: where they change later, the
 * answer comes back to the queue and its next decision gets the next sequence.
 */
export const sql = `
CREATE TABLE adjudication (
  adjudication_id INTEGER PRIMARY KEY,
  response_id INTEGER NOT NULL REFERENCES response,
  sequence INTEGER NOT NULL,
  account_id INTEGER NOT NULL REFERENCES account,
  rubric_hash TEXT NOT NULL,
  ratings_digest TEXT NOT NULL,
  settlement TEXT NOT NULL,
  reason TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  actor TEXT NOT NULL,
  at TEXT NOT NULL,
  UNIQUE (response_id, sequence),
  UNIQUE (response_id, idempotency_key)
) STRICT;
CREATE TRIGGER adjudication_no_update BEFORE UPDATE ON adjudication BEGIN SELECT RAISE(ABORT, 'adjudications are append-only'); END;
CREATE TRIGGER adjudication_no_delete BEFORE DELETE ON adjudication BEGIN SELECT RAISE(ABORT, 'adjudications are append-only'); END;
`;
