import { oldSamples, sampleConcept } from "@quittance/testing"
import type { Client } from "pg"
import type { Step } from "../../src/schema/Step.ts"
import { conceptTable } from "./conceptTable.ts"

/** Adds the samples of before the step to a store. */
export const addOldSamples = async (client: Client): Promise<void> => {
  await client.query(conceptTable(sampleConcept.before))
  for (const { closed_at, id, partner_id, state, status } of oldSamples)
    await client.query(
      "INSERT INTO samples (id, partner_id, state, status, closed_at, version) VALUES ($1, $2, $3, $4, $5, 1)",
      [id, partner_id, state, status, closed_at]
    )
}

/** A step with everything that a step can have. */
export const sampleStep = (version: number): Step => ({
  version,
  columns: {
    samples: ['note text COLLATE "C"', "until bigint"],
    events: ['origin text COLLATE "C"']
  },
  checks: {
    samples: [
      { name: "samples_state_check", check: "CHECK (state IN ('open', 'closed', 'awaiting', 'declined'))" },
      { name: "samples_status_check", check: "CHECK (status IN ('PENDING', 'COMPLETED', 'FAILED'))" },
      {
        name: "samples_check",
        check:
          "CHECK (status = CASE state WHEN 'open' THEN 'PENDING' WHEN 'closed' THEN 'COMPLETED' WHEN 'awaiting' THEN 'PENDING' WHEN 'declined' THEN 'FAILED' END)"
      },
      { name: "samples_until_check", check: "CHECK ((state IN ('awaiting')) = (until IS NOT NULL))" }
    ]
  },
  indexes: [
    "samples_by_note ON samples (partner_id, note NULLS FIRST) WHERE note IS NOT NULL",
    "events_of_partner ON events (partner_id, subject_id, id)"
  ],
  counts: [
    `INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  SELECT partner_id, 'samples', '', 'day', '', 0, '', count(*) FROM samples GROUP BY 1`
  ],
  sql: `
CREATE TABLE IF NOT EXISTS sample_entries (
  partner_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  PRIMARY KEY (partner_id, id)
)`
})
