import { Effect } from "effect"

/**
 * Pauses on the machine's own timer, because the process waits for other processes and the server, and a moved or
 * simulated domain clock does not make them faster. These are the only timers of this package, and none keeps the
 * process alive.
 */
export const pause = (millis: number, then: () => void): NodeJS.Timeout => setTimeout(then, millis).unref()

/** Calls `look` repeatedly, until the returned timer is cleared with `clearInterval`. */
export const everyMillis = (millis: number, look: () => void): NodeJS.Timeout =>
  setInterval(look, millis).unref()

export const pausing = (millis: number): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const timer = pause(millis, () => resume(Effect.void))
    return Effect.sync(() => clearTimeout(timer))
  })
