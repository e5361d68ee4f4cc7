/**
 * Pauses on the machine's own timer, because another process is waited for, and a moved or simulated domain
 * clock does not make it faster. These are the only timers of this package.
 */
export const pause = (millis: number, then: () => void): NodeJS.Timeout => setTimeout(then, millis)

/**
 * Calls `look` repeatedly, without keeping the process alive, until the returned timer is cleared with
 * `clearInterval`.
 */
export const everyMillis = (millis: number, look: () => void): NodeJS.Timeout =>
  setInterval(look, millis).unref()
