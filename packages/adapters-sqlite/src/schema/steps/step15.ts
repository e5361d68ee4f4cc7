import type { Step } from "../Step.ts"

/** The latest refused requests of partners. */
export const step15: Step = {
  version: 15,
  sql: `
CREATE TABLE refused_requests (
  at INTEGER NOT NULL,
  request_id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  method TEXT NOT NULL,
  path TEXT NOT NULL,                                       -- its pattern: nothing that a client wrote
  status INTEGER NOT NULL,
  code TEXT NOT NULL,
  millis REAL NOT NULL,
  PRIMARY KEY (at, request_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX refused_requests_of_partner ON refused_requests (partner_id, at, request_id);`
}
