import { constants } from "node:os"
import { Deferred, Effect } from "effect"

/** Returns an effect that completes with the first SIGTERM or SIGINT. A second one ends the process at once. */
export const listenForSignals = Effect.gen(function* () {
  const first = yield* Deferred.make<NodeJS.Signals>()
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      const isSecond = !Deferred.doneUnsafe(first, Effect.succeed(signal))
      if (isSecond) process.exit(128 + constants.signals[signal])
    })
  }
  return Deferred.await(first)
})

/**
 * An uncaught error is logged and ends the process, because its state is unknown afterwards. A closed log
 * reader is no reason to stop.
 */
export const exitOnUncaught = Effect.gen(function* () {
  const run = Effect.runSyncWith(yield* Effect.context<never>())
  const end = (error: unknown): void => {
    run(Effect.logFatal("an uncaught error ends this process", error))
    process.exit(1)
  }
  process.on("uncaughtException", end)
  process.on("unhandledRejection", end)
  process.stdout.on("error", () => {})
})
