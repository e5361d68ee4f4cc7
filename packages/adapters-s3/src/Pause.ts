import { Effect } from "effect"

/**
 * Waits on the machine's own timer: another machine is waited for, and a moved or simulated domain clock does not make it faster.
 * This is the only timer of this package.
 */
export const pause = (millis: number): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const timer = setTimeout(() => resume(Effect.void), millis)
    return Effect.sync(() => clearTimeout(timer))
  })
