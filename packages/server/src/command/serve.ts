import { Effect } from "effect"
import { readServeConfiguration, type ServeConfiguration } from "../configuration/ServeConfiguration.ts"
import { announce } from "../start/Announcement.ts"
import { loggingLayer } from "../start/logging.ts"
import { exitOnUncaught, listenForSignals } from "../start/process.ts"
import { startServer } from "../start/startServer.ts"
import { runToEnd } from "./runToEnd.ts"

/** `quittance serve`: runs until SIGTERM or SIGINT, then finishes the work in flight and closes the store. */
export const run = (): Promise<number> =>
  runToEnd(
    Effect.gen(function* () {
      const configuration = yield* Effect.tryPromise({
        try: () => readServeConfiguration(process.env),
        catch: (error) => error
      })
      return yield* Effect.provide(serveUntilSignal(configuration), loggingLayer(configuration.logLevel))
    })
  )

const serveUntilSignal = Effect.fnUntraced(function* (configuration: ServeConfiguration) {
  yield* exitOnUncaught
  const signalled = yield* listenForSignals
  yield* Effect.scoped(
    Effect.gen(function* () {
      const started = yield* startServer(configuration)
      yield* announce(configuration, started)
      yield* Effect.logInfo(`${yield* signalled}: finishing what is in flight`)
    })
  )
  yield* Effect.logInfo("stopped")
  return 0
})
