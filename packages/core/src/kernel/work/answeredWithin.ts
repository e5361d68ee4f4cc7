import { Effect, Exit, Fiber } from "effect"

/**
 * Limits how long a call to a provider may take. A later answer counts as lost; `unavailable` turns the
 * reason into the provider's own error. A race would do the same with twice the work, and every payout makes a call.
 */
export const answeredWithin =
  <F>(timeoutMillis: number, unavailable: (reason: string) => F) =>
  <A, E>(call: Effect.Effect<A, E>): Effect.Effect<A, E | F> =>
    Effect.flatMap(Effect.context<never>(), (context) =>
      Effect.callback<A, E | F>((resume) => {
        const run = Effect.runForkWith(context)
        const called = run(call)
        const answer = called.pollUnsafe()
        if (answer !== undefined) return resume(answer)
        const limit = run(Effect.sleep(timeoutMillis))
        called.addObserver((exit) => {
          limit.interruptUnsafe()
          resume(exit)
        })
        limit.addObserver((exit) => {
          if (Exit.isFailure(exit)) return
          resume(Effect.fail(unavailable(`no answer within ${timeoutMillis} ms`)))
          called.interruptUnsafe()
        })
        return Fiber.interruptAll([called, limit])
      })
    )
