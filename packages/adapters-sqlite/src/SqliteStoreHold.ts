import { type Hold, type Instant, millisPerSecond, StoreHold } from "@quittance/core"
import type Database from "better-sqlite3"
import { Clock, Effect, Option } from "effect"
import type { Reads } from "./Reads.ts"
import type { WriteQueue } from "./WriteQueue.ts"

/** How long "no hold" is cached: every payout asks, and an extra statement would cost it a twentieth. */
const noHoldCacheMillis = millisPerSecond

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
  const change = (write: () => void) =>
    queue.submit(1, () => {
      write()
      return Effect.void
    })
  return storeHoldOver(database, reads, {
    place: ({ reason, since }) => change(() => place.run(reason, since)),
    release: change(() => release.run())
  })
}

/** A hold placed by another process is seen within a second, its release at once. */
export const storeHoldOver = (
  database: Database.Database,
  reads: Reads,
  { place, release }: Pick<StoreHold["Service"], "place" | "release">
): StoreHold["Service"] => {
  const find = database.prepare("SELECT reason, since FROM store_hold")
  let freeAt: Instant | undefined
  const look = (at: Instant) =>
    reads.read(() => {
      const hold = Option.fromUndefinedOr(find.get() as Hold | undefined)
      freeAt = Option.isNone(hold) ? at : undefined
      return hold
    })
  /** Our own change is seen at once. */
  const changed = <E>(change: Effect.Effect<void, E>) =>
    Effect.map(change, () => {
      freeAt = undefined
    })
  return StoreHold.of({
    current: Effect.flatMap(Clock.currentTimeMillis, (now) =>
      // After the clock was set back, the last look must not count as recent.
      freeAt !== undefined && Math.abs(now - freeAt) < noHoldCacheMillis ? Effect.succeedNone : look(now)
    ),
    place: (hold) => changed(place(hold)),
    release: changed(release)
  })
}
