import cluster from "node:cluster"
import { processMetrics } from "@quittance/adapters-http"
import { Effect } from "effect"
import { readServeConfiguration, type ServeConfiguration } from "../configuration/ServeConfiguration.ts"
import { loggingLayer } from "../start/logging.ts"
import { printStart } from "../start/printStart.ts"
import { exitOnUncaught, listenForSignals } from "../start/process.ts"
import { startServer } from "../start/startServer.ts"
import type { Assignment } from "./Assignment.ts"
import { hearOrders, type Orders, report } from "./Orders.ts"

/**
 * The life of a process that a supervisor started: serves until it is told to stop, or gets a signal.
 * When the supervisor dies, `node:cluster` ends it at once.
 */
export const runAssigned: Effect.Effect<number, unknown> = Effect.gen(function* () {
  const orders = yield* hearOrders
  const signalled = yield* listenForSignals
  const assignment = yield* orders.assigned
  const configuration = yield* Effect.tryPromise({
    try: () => readServeConfiguration(process.env),
    catch: (error) => error
  })
  const end = Effect.raceFirst(orders.stopped, signalled)
  const named = Effect.annotateLogs({ process: assignment.name })
  const life = Effect.gen(function* () {
    yield* exitOnUncaught
    const shown = yield* named(startAssigned(assignment, configuration, orders))
    report({ _tag: "ready" })
    yield* Effect.raceFirst(Effect.andThen(orders.printStart, Effect.andThen(shown, Effect.never)), end)
  })
  yield* Effect.provide(Effect.scoped(life), loggingLayer(configuration.logLevel))
  return 0
}).pipe(Effect.ensuring(Effect.sync(() => cluster.worker?.disconnect())))

/** Starts the server in the current scope; returns what prints where everything is. */
const startAssigned = Effect.fnUntraced(function* (
  { name, port, processes }: Assignment,
  configuration: ServeConfiguration,
  { metricsOfOthers, tellMetrics }: Orders
) {
  const own = { ...configuration, port }
  tellMetrics(processMetrics)
  const started = yield* startServer(own, { processes, metrics: { own: name, others: metricsOfOthers } })
  tellMetrics(started.metrics)
  return printStart(own, started)
})
