import cluster from "node:cluster"
import { Effect, type Scope } from "effect"
import type { CommandInput } from "../cli/CommandInput.ts"
import { processesIn } from "../cli/processesIn.ts"
import { readServeConfiguration, type ServeConfiguration } from "../configuration/ServeConfiguration.ts"
import { runAssigned } from "../processes/runAssigned.ts"
import { supervise } from "../processes/supervise.ts"
import { loggingLayer } from "../start/logging.ts"
import { printStart } from "../start/printStart.ts"
import { exitOnUncaught, listenForSignals } from "../start/process.ts"
import { startServer } from "../start/startServer.ts"
import { runToEnd } from "./runToEnd.ts"

/**
 * `quittance serve`: runs until SIGTERM or SIGINT, then finishes the work in flight and closes the store. With
 * `--processes` this process starts others with the same arguments, which get their places from it.
 */
export const run = (input?: CommandInput): Promise<number> => {
  const processes = processesIn(input)
  if (processes > 1 && cluster.isWorker) return runToEnd(runAssigned, "system")
  return runToEnd(
    Effect.gen(function* () {
      const configuration = yield* Effect.tryPromise({
        try: () => readServeConfiguration(process.env, processes),
        catch: (error) => error
      })
      const server = processes > 1 ? supervise(configuration, processes) : serveAlone(configuration)
      return yield* Effect.provide(untilSignal(server), loggingLayer(configuration.logLevel))
    }),
    "system"
  )
}

const untilSignal = Effect.fnUntraced(function* <E>(start: Effect.Effect<void, E, Scope.Scope>) {
  yield* exitOnUncaught
  const signalled = yield* listenForSignals
  yield* Effect.scoped(
    Effect.gen(function* () {
      yield* start
      yield* Effect.logInfo(`${yield* signalled}: finishing what is in flight`)
    })
  )
  yield* Effect.logInfo("stopped")
  return 0
})

const serveAlone = (configuration: ServeConfiguration) =>
  Effect.flatMap(startServer(configuration), (started) => printStart(configuration, started))
