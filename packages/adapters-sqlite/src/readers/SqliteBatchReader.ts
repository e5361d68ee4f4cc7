import { batch as batches, BatchReader, batchTallyOf, emptyBatchTally, type Row } from "@quittance/core"
import type Database from "better-sqlite3"
import { Option } from "effect"
import type { Reads } from "../Reads.ts"

/** Batches and their tallies, both as of one commit. */
export const sqliteBatchReader = (database: Database.Database, reads: Reads): BatchReader["Service"] => {
  const batch = database.prepare("SELECT * FROM batches WHERE partner_id = ? AND id = ?").safeIntegers()
  const tally = database
    .prepare("SELECT * FROM batch_tallies WHERE partner_id = ? AND batch_id = ?")
    .safeIntegers()
  return BatchReader.of({
    byId: (partnerId, id) =>
      reads.readTogether(() => {
        const row = batch.get(partnerId, id) as Row | undefined
        if (row === undefined) return Option.none()
        const tallyRow = tally.get(partnerId, id) as Row | undefined
        return Option.some({
          batch: batches.stateOf(row),
          tally: tallyRow === undefined ? emptyBatchTally : batchTallyOf(tallyRow)
        })
      })
  })
}
