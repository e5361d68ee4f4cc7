/**
 * Runs `then` on the machine's own timer: a receiver is another machine, which a domain clock that is moved or simulated does
 * not hurry. These are the only timers of this package.
 */
export const afterMillis = (millis: number, then: () => void): NodeJS.Timeout => setTimeout(then, millis)
