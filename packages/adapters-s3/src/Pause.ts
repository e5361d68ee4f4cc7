import { Effect } from "effect"

/**
 * Waits on the machine's own timer: it waits for another machine, which a moved or simulated domain clock does not
 * make faster. This is the only timer of this package.
 */
export const pause = (millis: number): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const timer = setTimeout(() => resume(Effect.void), millis)
    return Effect.sync(() => clearTimeout(timer))
  })
