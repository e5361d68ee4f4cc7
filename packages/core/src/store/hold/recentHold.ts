import { Clock, Effect, Option } from "effect"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { type Hold, StoreHold } from "../../kernel/ports/StoreHold.ts"
import { type Instant, millisPerSecond } from "../../kernel/time/Instant.ts"

/** How long "no hold" is remembered: every payout asks, and an extra statement would cost it a twentieth. */
const noHoldMillis = millisPerSecond

/**
 * The holds of a store that other processes change too. A hold that they place is seen within a second; a release,
 * and this process's own changes, at once.
 */
export const recentHold = (
  look: Effect.Effect<Option.Option<Hold>, StoreUnavailable>,
  { place, release }: Pick<StoreHold["Service"], "place" | "release">
): StoreHold["Service"] => {
  let freeAt: Instant | undefined
  let changeCount = 0
  const lookAt = (at: Instant) =>
    Effect.suspend(() => {
      const seen = changeCount
      return Effect.map(look, (hold) => {
        // A read that our own change overtook is not remembered.
        freeAt = Option.isNone(hold) && seen === changeCount ? at : undefined
        return hold
      })
    })
  const changed = <E>(change: Effect.Effect<void, E>) =>
    Effect.ensuring(
      change,
      Effect.sync(() => {
        freeAt = undefined
        changeCount += 1
      })
    )
  return StoreHold.of({
    current: Effect.flatMap(Clock.currentTimeMillis, (now) =>
      // After the clock was set back, the last read must not count as recent.
      freeAt !== undefined && Math.abs(now - freeAt) < noHoldMillis ? Effect.succeedNone : lookAt(now)
    ),
    place: (hold) => changed(place(hold)),
    release: changed(release)
  })
}
