import cluster, { type Worker } from "node:cluster"
import { Deferred, Effect, Option } from "effect"
import { StartRefused } from "../start/StartRefused.ts"
import type { Assignment, Order, Report } from "./Assignment.ts"

/** A process that ended before it was ready is started again after a pause, doubled each time. */
const pauseMillisMin = 1_000
const pauseMillisMax = 30_000

/** How long the processes may take to stop; process managers kill after 10 s. */
const stopMillisMax = 9_500

/** How long a process may take to return its metrics, before a reader gets only those of the others. */
const metricsMillisMax = 1_000

/** One process from its start to its end. */
interface Life {
  readonly worker: Worker
  /** Completes when it is ready. */
  readonly ready: Deferred.Deferred<void>
  /** Completes with how it ended. */
  readonly ended: Deferred.Deferred<string>
  /** The open requests for its metrics, by their numbers. */
  readonly asked: Map<number, Deferred.Deferred<string>>
}

/** The processes of a supervisor. They are stopped when the scope closes. */
export const makeParts = Effect.gen(function* () {
  // Servers accept connections themselves. If one died before it took a connection that was handed to it, the
  // connection would stay open here, and its client would wait in vain.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const scope = yield* Effect.scope
  const lives = new Map<string, Life>()
  const run = Effect.runForkWith(yield* Effect.context<never>())
  let lastQuestion = 0

  const begin = (assignment: Assignment): Life => {
    const worker = cluster.fork()
    const life: Life = {
      worker,
      ready: Deferred.makeUnsafe(),
      ended: Deferred.makeUnsafe(),
      asked: new Map()
    }
    worker.on("message", (report: Report) => hear(assignment.name, life, report))
    worker.on("error", ({ message }) => {
      // It could not be started. Any other process that cannot be reached is about to end.
      if (worker.process.pid === undefined) Deferred.doneUnsafe(life.ended, Effect.succeed(message))
    })
    worker.once("exit", (status: number, signal: string | null) => {
      Deferred.doneUnsafe(life.ended, Effect.succeed(signal ?? `exit status ${status}`))
    })
    lives.set(assignment.name, life)
    tell(assignment.name, { _tag: "assign", assignment })
    return life
  }

  const tell = (name: string, order: Order): void => {
    const worker = lives.get(name)?.worker
    if (worker?.isConnected() === true) worker.send(order)
  }

  const hear = (name: string, { asked, ready }: Life, report: Report): void => {
    switch (report._tag) {
      case "ready":
        Deferred.doneUnsafe(ready, Effect.void)
        return
      case "askMetrics":
        run(
          Effect.map(metricsOfOthers(name), (texts) =>
            tell(name, { _tag: "metrics", number: report.number, texts })
          )
        )
        return
      case "metrics": {
        const question = asked.get(report.number)
        if (question !== undefined) Deferred.doneUnsafe(question, Effect.succeed(report.text))
        return
      }
    }
  }

  const metricsOfOthers = (asker: string) =>
    Effect.forEach(
      [...lives].filter(([name]) => name !== asker),
      Effect.fnUntraced(function* ([name, { asked }]) {
        lastQuestion += 1
        const number = lastQuestion
        const question = Deferred.makeUnsafe<string>()
        asked.set(number, question)
        tell(name, { _tag: "tellMetrics", number })
        const text = yield* Effect.timeoutOption(Deferred.await(question), metricsMillisMax)
        asked.delete(number)
        return Option.match(text, {
          onNone: () => [],
          onSome: (found) => [[name, found] as const]
        })
      }),
      { concurrency: "unbounded" }
    ).pipe(Effect.map((found) => found.flat()))

  /** Whether it became ready before it ended. */
  const becomesReady = ({ ended, ready }: Life) =>
    Effect.raceFirst(Effect.as(Deferred.await(ready), true), Effect.as(Deferred.await(ended), false))

  const keepRunning = Effect.fnUntraced(function* (assignment: Assignment, first: Life) {
    let life = first
    let pauseMillis = 0
    while (true) {
      const how = yield* Deferred.await(life.ended)
      const { name } = assignment
      const { pid } = life.worker.process
      const ended = Effect.logWarning(`the ${name} process ended (${how}) and is started again`)
      yield* Effect.annotateLogs(ended, { pid })
      yield* Effect.sleep(pauseMillis)
      life = begin(assignment)
      if (yield* becomesReady(life)) {
        pauseMillis = 0
        yield* tellStarted(assignment, life)
      } else pauseMillis = Math.min(Math.max(2 * pauseMillis, pauseMillisMin), pauseMillisMax)
    }
  })

  const tellStarted = ({ name }: Assignment, { worker }: Life) =>
    Effect.annotateLogs(Effect.logInfo(`the ${name} process is ready`), { pid: worker.process.pid })

  /** Starts a process and keeps it running; completes when it is ready for the first time. */
  const keep = Effect.fnUntraced(function* (assignment: Assignment) {
    const life = begin(assignment)
    // It has reported the reason itself.
    if (!(yield* becomesReady(life)))
      return yield* new StartRefused({ message: `The ${assignment.name} process did not start.` })
    yield* tellStarted(assignment, life)
    yield* Effect.forkIn(keepRunning(assignment, life), scope)
  })

  // After this finalizer was added, the fibers above are interrupted first: nothing is started again.
  yield* Effect.addFinalizer(() =>
    Effect.gen(function* () {
      for (const name of lives.keys()) tell(name, { _tag: "stop" })
      const all = [...lives.values()]
      const ends = Effect.forEach(all, ({ ended }) => Deferred.await(ended), { discard: true })
      if (Option.isSome(yield* Effect.timeoutOption(ends, stopMillisMax))) return
      for (const { worker } of all) worker.process.kill("SIGKILL")
      yield* ends
    })
  )

  return { keep, tell }
})
