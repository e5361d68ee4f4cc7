import { Effect } from "effect"
import { BusyBackoff } from "./BusyBackoff.ts"
import { pause } from "./Pause.ts"
import { isBusy } from "./SqliteFailure.ts"

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
