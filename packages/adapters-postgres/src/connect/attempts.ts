import type { StoreUnavailable } from "@quittance/core"
import { Clock, Effect } from "effect"
import { failureOf } from "./flushed.ts"

/** How often a read or write that met a deadlock or a serialization failure is tried. */
const attemptMax = 8

/** A failure of the server or the connection becomes one of the store. */
export const attempted = <A>(run: () => Promise<A>): Effect.Effect<A, StoreUnavailable> =>
  Effect.catch(Effect.tryPromise({ try: run, catch: (error) => error }), (error) => {
    const failure = failureOf(error)
    return failure === undefined ? Effect.die(error) : Effect.fail(failure)
  })

/** The same, tried again where that is worthwhile, but not begun again after so much time. */
export const repeated = <A>(
  run: () => Promise<A>,
  isWorthwhile: (error: unknown, attempt: number) => boolean,
  millisMax: number
): Effect.Effect<A, StoreUnavailable> =>
  Effect.flatMap(Clock.currentTimeMillis, (start) => {
    const attempt = (number: number): Effect.Effect<A, StoreUnavailable> =>
      Effect.catch(Effect.tryPromise({ try: run, catch: (error) => error }), (error) => {
        const failure = failureOf(error)
        const surrender = failure === undefined ? Effect.die(error) : Effect.fail(failure)
        if (number === attemptMax || !isWorthwhile(error, number)) return surrender
        return Effect.flatMap(Clock.currentTimeMillis, (now) =>
          now - start < millisMax ? attempt(number + 1) : surrender
        )
      })
    return attempt(1)
  })
