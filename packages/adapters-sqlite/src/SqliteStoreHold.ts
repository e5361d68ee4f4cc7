import { type Hold, StoreHold } from "@quittance/core"
import type Database from "better-sqlite3"
import { Effect, Option } from "effect"
import type { Reads } from "./Reads.ts"
import type { WriteQueue } from "./WriteQueue.ts"

/** The hold as the one row of its table, or none. */
export const sqliteStoreHold = (
  database: Database.Database,
  queue: WriteQueue,
  reads: Reads
): StoreHold["Service"] => {
  const find = database.prepare("SELECT reason, since FROM store_hold")
  const place = database.prepare(
    "INSERT INTO store_hold (id, reason, since) VALUES (1, ?, ?) ON CONFLICT DO NOTHING"
  )
  const release = database.prepare("DELETE FROM store_hold")
  return StoreHold.of({
    current: reads.read(() => Option.fromUndefinedOr(find.get() as Hold | undefined)),
    place: ({ reason, since }) =>
      queue.submit(1, () => {
        place.run(reason, since)
        return Effect.void
      }),
    release: queue.submit(1, () => {
      release.run()
      return Effect.void
    })
  })
}
