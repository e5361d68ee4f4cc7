/**
 * Pauses on the machine's own timer. What is waited for here is another process, which a domain clock that is moved or
 * simulated does not hurry, so these are the only timers of this package.
 */
export const pause = (millis: number, then: () => void): NodeJS.Timeout => setTimeout(then, millis)

/** Calls `look` again and again, without keeping the process alive, until the answer is stopped with `clearInterval`. */
export const everyMillis = (millis: number, look: () => void): NodeJS.Timeout =>
  setInterval(look, millis).unref()
