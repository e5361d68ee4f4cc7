import { oldSamples, sampleConcept } from "@quittance/testing"
import type Database from "better-sqlite3"
import { conceptTable } from "./conceptTable.ts"

/** Adds the samples of before the step to a store. */
export const addOldSamples = (database: Database.Database): void => {
  database.exec(conceptTable(sampleConcept.before))
  const insert = database.prepare(
    "INSERT INTO samples VALUES (@id, @partner_id, @state, @status, @closed_at, 1)"
  )
  for (const sample of oldSamples) insert.run(sample)
}
