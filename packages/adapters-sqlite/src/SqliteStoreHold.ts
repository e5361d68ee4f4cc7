import { type Hold, type Instant, millisPerSecond, StoreHold } from "@quittance/core"
import type Database from "better-sqlite3"
import { Clock, Effect, Option } from "effect"
import type { Reads } from "./Reads.ts"
import type { WriteQueue } from "./WriteQueue.ts"

/** How long a look is believed: every payout asks, and a statement of its own costs it a twentieth. */
const believedMillis = millisPerSecond

/** The hold as the one row of its table, or none. What another process placed or released is seen within a second. */
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
  let seen: { readonly hold: Option.Option<Hold>; readonly at: Instant } | undefined
  const look = (at: Instant) =>
    reads.read(() => {
      seen = { hold: Option.fromUndefinedOr(find.get() as Hold | undefined), at }
      return seen.hold
    })
  /** A change of our own is seen at once. */
  const changed = (change: () => void) =>
    Effect.map(
      queue.submit(1, () => {
        change()
        return Effect.void
      }),
      () => {
        seen = undefined
      }
    )
  return StoreHold.of({
    current: Effect.flatMap(Clock.currentTimeMillis, (now) =>
      // A clock that was put back makes the look no younger.
      seen !== undefined && Math.abs(now - seen.at) < believedMillis ? Effect.succeed(seen.hold) : look(now)
    ),
    place: ({ reason, since }) => changed(() => place.run(reason, since)),
    release: changed(() => release.run())
  })
}
