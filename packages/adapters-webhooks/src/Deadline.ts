/**
 * Runs `then` on the machine's own timer, because a receiver is another machine and a moved or simulated
 * domain clock does not make it faster. These are the only timers of this package.
 */
export const afterMillis = (millis: number, then: () => void): NodeJS.Timeout => setTimeout(then, millis)
