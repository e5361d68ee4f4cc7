import type { Step } from "../../src/schema/Step.ts"

/** A step with everything that a step can have. */
export const sampleStep = (version: number): Step => ({
  version,
  columns: {
    samples: ["note TEXT", "until INTEGER CHECK ((state IN ('awaiting')) = (until IS NOT NULL))"],
    events: ["origin TEXT"]
  },
  checks: {
    samples: [
      {
        from: "CHECK (state IN ('open', 'closed'))",
        to: "CHECK (state IN ('open', 'closed', 'awaiting', 'declined'))"
      },
      {
        from: "CHECK (status IN ('PENDING', 'COMPLETED'))",
        to: "CHECK (status IN ('PENDING', 'COMPLETED', 'FAILED'))"
      },
      {
        from: "CHECK (status = CASE state WHEN 'open' THEN 'PENDING' WHEN 'closed' THEN 'COMPLETED' END)",
        to: "CHECK (status = CASE state WHEN 'open' THEN 'PENDING' WHEN 'closed' THEN 'COMPLETED' WHEN 'awaiting' THEN 'PENDING' WHEN 'declined' THEN 'FAILED' END)"
      }
    ]
  },
  sql: `
CREATE INDEX samples_by_note ON samples (partner_id, note) WHERE note IS NOT NULL;
CREATE INDEX events_of_partner ON events (partner_id, subject_id, seq);
CREATE TABLE sample_entries (
  partner_id TEXT NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (partner_id, id)
) STRICT, WITHOUT ROWID;
INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  SELECT partner_id, 'samples', '', 'day', '', 0, '', count(*) FROM samples GROUP BY 1;`
})
