import cluster from "node:cluster"
import { SqliteWriter } from "@quittance/adapters-sqlite"
import { Deferred, Effect, Layer } from "effect"
import { readServeConfiguration, type ServeConfiguration } from "../configuration/ServeConfiguration.ts"
import { announce } from "../start/Announcement.ts"
import { loggingLayer } from "../start/logging.ts"
import { exitOnUncaught, listenForSignals } from "../start/process.ts"
import { storeRefused } from "../start/services.ts"
import { startServer } from "../start/startServer.ts"
import { type Assignment, type Order, readyMessage } from "./Assignment.ts"

/**
 * The life of a process that a supervisor started: does its part until it is told to stop, or gets a signal.
 * When the supervisor dies, `node:cluster` ends it at once.
 */
export const runAssigned: Effect.Effect<number, unknown> = Effect.gen(function* () {
  const { announced, assigned, stopped } = yield* hearOrders
  const signalled = yield* listenForSignals
  const assignment = yield* assigned
  const configuration = yield* Effect.tryPromise({
    try: () => readServeConfiguration(process.env),
    catch: (error) => error
  })
  const end = Effect.raceFirst(stopped, signalled)
  const named = Effect.annotateLogs({ process: assignment.name })
  const life = Effect.gen(function* () {
    yield* exitOnUncaught
    const announcement = yield* named(startPart(assignment, configuration))
    process.send?.(readyMessage)
    yield* Effect.raceFirst(Effect.andThen(announced, Effect.andThen(announcement, Effect.never)), end)
  })
  yield* Effect.provide(Effect.scoped(life), loggingLayer(configuration.logLevel))
  return 0
}).pipe(Effect.ensuring(Effect.sync(() => cluster.worker?.disconnect())))

const hearOrders = Effect.sync(() => {
  const assignment = Deferred.makeUnsafe<Assignment>()
  const announcement = Deferred.makeUnsafe<void>()
  const stop = Deferred.makeUnsafe<void>()
  process.on("message", (order: Order) => {
    switch (order._tag) {
      case "assign":
        return Deferred.doneUnsafe(assignment, Effect.succeed(order.assignment))
      case "announce":
        return Deferred.doneUnsafe(announcement, Effect.void)
      case "stop":
        return Deferred.doneUnsafe(stop, Effect.void)
    }
  })
  return {
    assigned: Deferred.await(assignment),
    announced: Deferred.await(announcement),
    stopped: Deferred.await(stop)
  }
})

/** Starts the part in the current scope; returns how it announces the whole. */
const startPart = Effect.fnUntraced(function* (
  { fronts, kind, port, writer }: Assignment,
  configuration: ServeConfiguration
) {
  const { filename, mode } = configuration
  switch (kind) {
    case "writer":
      yield* Layer.build(
        SqliteWriter.layer({ filename, mode, socket: writer }).pipe(
          Layer.catchTag("SqliteStoreRefused", storeRefused)
        )
      )
      return Effect.void
    case "background":
      yield* startServer({ ...configuration, port, role: "worker" }, { writer })
      return Effect.void
    case "front": {
      const started = yield* startServer({ ...configuration, port, role: "http" }, { writer, fronts })
      return announce({ ...configuration, port }, started)
    }
  }
})
