import { Effect } from "effect"

/**
 * Bounds how long a call to a provider may take. An answer that comes later counts as lost; `unavailable` makes the provider's
 * own failure of the reason.
 */
export const answeredWithin =
  <F>(timeoutMillis: number, unavailable: (reason: string) => F) =>
  <A, E>(call: Effect.Effect<A, E>): Effect.Effect<A, E | F> =>
    Effect.timeoutOrElse(call, {
      duration: timeoutMillis,
      orElse: () => Effect.fail(unavailable(`no answer within ${timeoutMillis} ms`))
    })
