import { type Hold, type Instant, millisPerSecond, StoreHold } from "@quittance/core"
import type Database from "better-sqlite3"
import { Clock, Effect, Option } from "effect"
import type { Reads } from "./Reads.ts"
import type { WriteQueue } from "./WriteQueue.ts"

/** How long it is believed that there is no hold: every payout asks, and a statement of its own costs it a twentieth. */
const noHoldCacheMillis = millisPerSecond

/** Takes the reason and since when; an earlier hold stays as it is. */
export const placeHoldSql =
  "INSERT INTO store_hold (id, reason, since) VALUES (1, ?, ?) ON CONFLICT DO NOTHING"

/** The hold as the one row of its table, or none. One that another process placed is seen within a second, its release at once. */
export const sqliteStoreHold = (
  database: Database.Database,
  queue: WriteQueue,
  reads: Reads
): StoreHold["Service"] => {
  const find = database.prepare("SELECT reason, since FROM store_hold")
  const place = database.prepare(placeHoldSql)
  const release = database.prepare("DELETE FROM store_hold")
  let freeAt: Instant | undefined
  const look = (at: Instant) =>
    reads.read(() => {
      const hold = Option.fromUndefinedOr(find.get() as Hold | undefined)
      freeAt = Option.isNone(hold) ? at : undefined
      return hold
    })
  /** A change of our own is seen at once. */
  const changed = (change: () => void) =>
    Effect.map(
      queue.submit(1, () => {
        change()
        return Effect.void
      }),
      () => {
        freeAt = undefined
      }
    )
  return StoreHold.of({
    current: Effect.flatMap(Clock.currentTimeMillis, (now) =>
      // A clock that was put back makes the look no younger.
      freeAt !== undefined && Math.abs(now - freeAt) < noHoldCacheMillis ? Effect.succeedNone : look(now)
    ),
    place: ({ reason, since }) => changed(() => place.run(reason, since)),
    release: changed(() => release.run())
  })
}
