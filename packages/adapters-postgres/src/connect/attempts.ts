import type { StoreUnavailable } from "@quittance/core"
import { Clock, Effect } from "effect"
import { failureOf } from "./flushed.ts"

/** How often a read or write that met a deadlock or a serialization failure is tried. */
const attemptMax = 8

const run = <A>(work: () => Promise<A>) => Effect.tryPromise({ try: work, catch: (error) => error })

/** A failure of the server or the connection becomes one of the store. */
const failing = (error: unknown): Effect.Effect<never, StoreUnavailable> => {
  const failure = failureOf(error)
  return failure === undefined ? Effect.die(error) : Effect.fail(failure)
}

export const attempted = <A>(work: () => Promise<A>): Effect.Effect<A, StoreUnavailable> =>
  Effect.catch(run(work), failing)

/** The same, tried again where it is worthwhile, but not after this much time. */
export const repeated = <A>(
  work: () => Promise<A>,
  isWorthwhile: (error: unknown, attempt: number) => boolean,
  millisMax: number
): Effect.Effect<A, StoreUnavailable> =>
  Effect.flatMap(Clock.currentTimeMillis, (start) => {
    const attempt = (number: number): Effect.Effect<A, StoreUnavailable> =>
      Effect.catch(run(work), (error) => {
        if (number === attemptMax || !isWorthwhile(error, number)) return failing(error)
        return Effect.flatMap(Clock.currentTimeMillis, (now) =>
          now - start < millisMax ? attempt(number + 1) : failing(error)
        )
      })
    return attempt(1)
  })
