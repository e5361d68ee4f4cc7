import { Clock, Context, Effect } from "effect"
import type { Instant } from "./Instant.ts"

/**
 * The real time of day. Authentication, rate limits and calls to receivers use it; everything else uses
 * Effect's `Clock`, which a sandbox may move ahead. Without an override both are the same.
 */
export const WallClock = Context.Reference<{
  readonly now: Effect.Effect<Instant>
  readonly sleep: (millis: number) => Effect.Effect<void>
}>("@quittance/core/kernel/time/WallClock", {
  defaultValue: () => ({ now: Clock.currentTimeMillis, sleep: Effect.sleep })
})
