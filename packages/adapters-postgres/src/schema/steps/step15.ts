import type { Step } from "../Step.ts"

/** The latest refused requests of partners. */
export const step15: Step = {
  version: 15,
  sql: `
CREATE TABLE IF NOT EXISTS refused_requests (
  at bigint NOT NULL,
  request_id text COLLATE "C" NOT NULL,
  partner_id text COLLATE "C" NOT NULL,
  key_id text COLLATE "C" NOT NULL,
  method text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,                              -- its pattern: nothing that a client wrote
  status bigint NOT NULL,
  code text COLLATE "C" NOT NULL,
  millis double precision NOT NULL,
  PRIMARY KEY (at, request_id)
);
CREATE INDEX IF NOT EXISTS refused_requests_of_partner ON refused_requests (partner_id, at, request_id);`
}
