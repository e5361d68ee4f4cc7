import { batch, BatchReader, batchTallyOf } from "@quittance/core"
import { Effect, Option } from "effect"
import type { Connections } from "../connect/Connections.ts"

/** A batch without counts yet has no tally. */
const byId = {
  name: "batch with its tally",
  text: `SELECT batches.*, coalesce(paid, 0) AS paid, coalesce(paid_minor, 0) AS paid_minor,
      coalesce(mails_unsent, 0) AS mails_unsent
    FROM batches LEFT JOIN batch_tallies ON batch_tallies.partner_id = batches.partner_id AND batch_id = id
   WHERE batches.partner_id = $1 AND id = $2`
}

/** Batches and their tallies, both as of one commit. */
export const postgresBatchReader = (connections: Connections): BatchReader["Service"] =>
  BatchReader.of({
    byId: (partnerId, id) =>
      Effect.map(connections.read(byId, [partnerId, id]), ([row]) =>
        Option.map(Option.fromUndefinedOr(row), (found) => ({
          batch: batch.stateOf(found),
          tally: batchTallyOf(found)
        }))
      )
  })
