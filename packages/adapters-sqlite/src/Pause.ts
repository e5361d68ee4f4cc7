import { Effect } from "effect"
import { isBusy } from "./SqliteFailure.ts"

/**
 * How long to wait while another process holds the write lock: short and growing waits, with jitter so that
 * two processes do not keep colliding, up to a limit on their sum. The sum replaces a clock, so nothing here
 * reads one.
 */
export class BusyBackoff {
  readonly #boundMillis: number
  #attempts = 0
  #waitedMillis = 0
  #spread: number

  constructor(boundMillis: number) {
    this.#boundMillis = boundMillis
    this.#spread = (process.pid * 2_654_435_761) >>> 0
  }

  /** The next wait, or undefined when the limit is reached. */
  next(): number | undefined {
    if (this.#waitedMillis >= this.#boundMillis) return undefined
    // A linear congruential generator whose seed differs between processes is enough for jitter.
    this.#spread = (Math.imul(this.#spread, 1_664_525) + 1_013_904_223) >>> 0
    const millis = Math.min(2 ** Math.min(this.#attempts, 5), 24) * (0.5 + this.#spread / 2 ** 32)
    this.#attempts += 1
    this.#waitedMillis += millis
    return millis
  }

  reset(): void {
    this.#attempts = 0
    this.#waitedMillis = 0
  }
}

/**
 * Tries again while another process keeps SQLite busy, without blocking the event loop, for at most about
 * `millisMax`. Fails with the error of the last attempt. The first attempt is made directly.
 */
export const whileBusy = <A>(attempt: () => A, millisMax: number): Effect.Effect<A, unknown> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(attempt())
    } catch (error) {
      return isBusy(error) ? again(attempt, error, new BusyBackoff(millisMax)) : Effect.fail(error)
    }
  })

const again = <A>(attempt: () => A, busy: unknown, backoff: BusyBackoff): Effect.Effect<A, unknown> =>
  Effect.callback<A, unknown>((resume) => {
    let timer: NodeJS.Timeout
    const wait = (error: unknown): void => {
      const millis = isBusy(error) ? backoff.next() : undefined
      if (millis === undefined) resume(Effect.fail(error))
      else timer = pause(millis, look)
    }
    const look = (): void => {
      let found: A
      try {
        found = attempt()
      } catch (error) {
        wait(error)
        return
      }
      resume(Effect.succeed(found))
    }
    wait(busy)
    return Effect.sync(() => clearTimeout(timer))
  })

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

/** However often the result is called in one turn of the event loop, `run` is called once, after the turn. */
export const oncePerTurn = (run: () => void): (() => void) => {
  let isScheduled = false
  return () => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      run()
    })
  }
}
