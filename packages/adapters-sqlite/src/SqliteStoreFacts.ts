import { type Hold, type LinkBase, recentHold, type StoreHold } from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { Effect, Option } from "effect"
import type { Reads } from "./Reads.ts"
import type { WriteQueue } from "./WriteQueue.ts"

/** Parameters: the reason and the instant. An earlier hold stays unchanged. */
export const placeHoldSql =
  "INSERT INTO store_hold (id, reason, since) VALUES (1, ?, ?) ON CONFLICT DO NOTHING"

/** The hold as the only row of its table, or none. */
export const sqliteStoreHold = (
  database: Database.Database,
  queue: WriteQueue,
  reads: Reads
): StoreHold["Service"] => {
  const place = database.prepare(placeHoldSql)
  const release = database.prepare("DELETE FROM store_hold")
  const takeBack = database.prepare("UPDATE meta SET moved_to = NULL WHERE moved_to IS NOT NULL")
  const change = (write: () => void) =>
    queue.submit(1, () => {
      write()
      return Effect.void
    })
  const find = database.prepare("SELECT reason, since FROM store_hold")
  const look = reads.read(() => Option.fromUndefinedOr(find.get() as Hold | undefined))
  return recentHold(look, {
    place: ({ reason, since }) => change(() => place.run(reason, since)),
    // A store that was moved away is on hold, so its release takes it back into use.
    release: change(() => {
      release.run()
      takeBack.run()
    })
  })
}

/** A cell of `meta`. */
export const sqliteLinkBase = (
  database: Database.Database,
  queue: WriteQueue,
  reads: Reads
): LinkBase["Service"] => {
  const find = database.prepare("SELECT public_url FROM meta").pluck()
  const put = database.prepare("UPDATE meta SET public_url = ?")
  return {
    current: reads.read(() => Option.fromNullOr(find.get() as string | null)),
    note: (publicUrl) =>
      queue.submit(1, () => {
        put.run(publicUrl)
        return Effect.void
      })
  }
}
