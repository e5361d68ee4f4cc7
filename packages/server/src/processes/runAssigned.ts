import cluster from "node:cluster"
import { processMetrics } from "@quittance/adapters-http"
import { SqliteWriter } from "@quittance/adapters-sqlite"
import { Effect, Layer } from "effect"
import {
  type Role,
  readServeConfiguration,
  type ServeConfiguration
} from "../configuration/ServeConfiguration.ts"
import { loggingLayer } from "../start/logging.ts"
import { printStart } from "../start/printStart.ts"
import { exitOnUncaught, listenForSignals } from "../start/process.ts"
import { storeRefused, type Writer } from "../start/services.ts"
import { startServer } from "../start/startServer.ts"
import type { Assignment } from "./Assignment.ts"
import { hearOrders, type Orders, report } from "./Orders.ts"

/**
 * The life of a process that a supervisor started: does its part until it is told to stop, or gets a signal.
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
    const shown = yield* named(startPart(assignment, configuration, orders))
    report({ _tag: "ready" })
    yield* Effect.raceFirst(Effect.andThen(orders.printStart, Effect.andThen(shown, Effect.never)), end)
  })
  yield* Effect.provide(Effect.scoped(life), loggingLayer(configuration.logLevel))
  return 0
}).pipe(Effect.ensuring(Effect.sync(() => cluster.worker?.disconnect())))

/** Starts the part in the current scope; returns what prints where everything is. */
const startPart = Effect.fnUntraced(function* (
  assignment: Assignment,
  configuration: ServeConfiguration,
  { metricsOfOthers, tellMetrics }: Orders
) {
  const { fronts, name, port } = assignment
  const serving = Effect.fnUntraced(function* (role: Role, writer?: Writer) {
    const metrics = { own: name, others: metricsOfOthers }
    const started = yield* startServer({ ...configuration, port, role }, { writer, fronts, metrics })
    tellMetrics(started.metrics)
    return printStart({ ...configuration, port }, started)
  })
  tellMetrics(processMetrics)
  switch (assignment.kind) {
    case "writer":
      yield* Layer.build(
        SqliteWriter.layer({ ...assignment.writer, mode: configuration.mode }).pipe(
          Layer.catchTag("SqliteStoreRefused", storeRefused)
        )
      )
      return Effect.void
    case "background":
      return yield* serving("worker", assignment.writer)
    case "front":
      return yield* serving("http", assignment.writer)
    case "server":
      return yield* serving(configuration.role)
  }
})
