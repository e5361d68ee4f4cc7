import { Deferred, Effect } from "effect"
import type { Assignment, Order, Report } from "./Assignment.ts"

/** The orders that this process gets from its supervisor. */
export interface Orders {
  readonly assigned: Effect.Effect<Assignment>
  readonly printStart: Effect.Effect<void>
  readonly stopped: Effect.Effect<void>
  /** The metrics of all other processes. */
  readonly metricsOfOthers: Effect.Effect<ReadonlyMap<string, string>>
  /** From now on it answers requests for its own metrics. */
  readonly tellMetrics: (own: Effect.Effect<string>) => void
}

export const report = (said: Report): void => void process.send?.(said)

/** Listens to the supervisor. */
export const hearOrders: Effect.Effect<Orders> = Effect.sync(() => {
  const assignment = Deferred.makeUnsafe<Assignment>()
  const printStart = Deferred.makeUnsafe<void>()
  const stop = Deferred.makeUnsafe<void>()
  const asked = new Map<number, Deferred.Deferred<ReadonlyMap<string, string>>>()
  let lastQuestion = 0
  let ownMetrics: Effect.Effect<string> = Effect.succeed("")

  const obey = (order: Order): void => {
    switch (order._tag) {
      case "assign":
        Deferred.doneUnsafe(assignment, Effect.succeed(order.assignment))
        return
      case "printStart":
        Deferred.doneUnsafe(printStart, Effect.void)
        return
      case "stop":
        Deferred.doneUnsafe(stop, Effect.void)
        return
      case "tellMetrics":
        Effect.runFork(
          Effect.map(ownMetrics, (text) => report({ _tag: "metrics", number: order.number, text }))
        )
        return
      case "metrics": {
        const question = asked.get(order.number)
        if (question !== undefined) Deferred.doneUnsafe(question, Effect.succeed(new Map(order.texts)))
        return
      }
    }
  }
  process.on("message", obey)

  return {
    assigned: Deferred.await(assignment),
    printStart: Deferred.await(printStart),
    stopped: Deferred.await(stop),
    metricsOfOthers: Effect.suspend(() => {
      lastQuestion += 1
      const number = lastQuestion
      const question = Deferred.makeUnsafe<ReadonlyMap<string, string>>()
      asked.set(number, question)
      report({ _tag: "askMetrics", number })
      return Effect.ensuring(
        Deferred.await(question),
        Effect.sync(() => asked.delete(number))
      )
    }),
    tellMetrics: (own) => {
      ownMetrics = own
    }
  }
})
