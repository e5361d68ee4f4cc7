import { Effect } from "effect"

/**
 * Limits how long a call to a provider may take. A later answer counts as lost; `unavailable` turns the
 * reason into the provider's own error.
 */
export const answeredWithin =
  <F>(timeoutMillis: number, unavailable: (reason: string) => F) =>
  <A, E>(call: Effect.Effect<A, E>): Effect.Effect<A, E | F> =>
    Effect.timeoutOrElse(call, {
      duration: timeoutMillis,
      orElse: () => Effect.fail(unavailable(`no answer within ${timeoutMillis} ms`))
    })
