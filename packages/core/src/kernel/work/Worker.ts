import { Cause, Clock, Context, Effect, FiberSet, Latch, type Scope, Semaphore } from "effect"
import { actingAs } from "../actor/Actor.ts"
import { clockSkewMillisMax } from "../ports/Guard.ts"
import { Ids } from "../ports/Ids.ts"
import type { LeasedJob } from "../ports/Job.ts"
import { type AggregateWrite, LeaseLost, StoreUnavailable } from "../ports/Store.ts"
import { StoreHealth } from "../ports/StoreHealth.ts"
import { WorkQueue } from "../ports/WorkQueue.ts"
import { millisPerMinute, millisPerSecond } from "../time/Instant.ts"
import { tracedJob, tracingHere } from "../trace/Tracing.ts"
import { Handover } from "../transact/Handover.ts"
import { FenceStock } from "./FenceStock.ts"
import { type JobHandler, leaseMillis } from "./JobHandler.ts"
import { Line, Slots, type StartJob } from "./Line.ts"
import { placesOf } from "./places.ts"

/**
 * After a failure a handler returns its job to be due after this time, instead of waiting for the lease to
 * end.
 */
const failureRetryMillis = 15 * millisPerSecond

/** The same reason of an unavailable store is logged again only after this time. */
const loggedAgainMillis = 10 * millisPerMinute

/** Commits and due instants wake the loop; this limits how long a missed wake-up can delay it. */
const longestSleepMillis = millisPerMinute

/** How soon work continues after a hold was lifted, in any process. */
const heldLookMillis = millisPerSecond

/** A claim is one write, and all claimed jobs start together: neither must delay other work. */
const claimMaxDefault = 32

/**
 * Runs due jobs. Each kind has its own loop and its own concurrency, so a slow kind never delays another. The
 * loops sleep until something of their kind is due. They check when any process changes jobs, and at due
 * instants.
 */
export class Worker extends Context.Service<
  Worker,
  {
    /**
     * Runs until interrupted. When the scope closes, running jobs are finished, or left until their leases
     * end.
     */
    readonly run: Effect.Effect<never>
    /**
     * Starts everything due now and waits for it, until nothing is due any more; returns how many jobs ran.
     * Tests and simulations call it instead of `run`.
     */
    readonly drain: Effect.Effect<number, StoreUnavailable>
    /**
     * Serves one more kind of job, until the scope closes: `drain` does, and so does the effect that it returns, which
     * runs until interrupted, whether `run` runs in this process or not.
     */
    readonly attend: (handler: JobHandler) => Effect.Effect<Effect.Effect<never>, never, Scope.Scope>
    /** Completes when no due job waits to be started, by this or any other process. */
    readonly awaitStarted: Effect.Effect<void, StoreUnavailable>
    /** Completes when no job runs in this process. */
    readonly awaitIdle: Effect.Effect<void>
    /**
     * Starts no more jobs in this process and completes when the running ones have ended. A shutdown calls it
     * before it interrupts `run`.
     */
    readonly finish: Effect.Effect<void>
    /** Whether the loops run in this process. */
    readonly running: Effect.Effect<boolean>
  }
>()("@quittance/core/kernel/work/Worker") {}

const isLeaseLost = (reason: Cause.Reason<unknown>): boolean =>
  Cause.isFailReason(reason) && reason.error instanceof LeaseLost

/** A claimed job came with nothing. */
const nothingWritten: ReadonlyArray<AggregateWrite> = []

export const makeWorker = (handlers: ReadonlyArray<JobHandler>, owner?: string) =>
  Effect.gen(function* () {
    const queue = yield* WorkQueue
    const condition = yield* StoreHealth
    const handover = yield* Handover
    const ids = yield* Ids
    const tracing = yield* tracingHere
    const me = owner ?? (yield* ids.token(8))
    let runningLoops = 0
    let jobsRunning = 0
    let finishing = false
    const idle = yield* Latch.make(true)

    const began = () => {
      jobsRunning += 1
      idle.closeUnsafe()
    }
    const ended = () => {
      jobsRunning -= 1
      if (jobsRunning === 0) idle.openUnsafe()
    }

    /**
     * An unavailable store stops every loop each second, and fails every job that runs, but is logged once; not even
     * that if the store logs its condition itself.
     */
    let logged = { reason: "", at: Number.NEGATIVE_INFINITY }
    const tell = Effect.fnUntraced(function* (whatFailed: string, cause: Cause.Cause<unknown>) {
      const error = cause.reasons.find(Cause.isFailReason)?.error
      if (!(error instanceof StoreUnavailable)) return yield* Effect.logError(whatFailed, cause)
      if ((yield* condition)._tag !== "sound") return
      const at = yield* Clock.currentTimeMillis
      if (logged.reason === error.reason && at - logged.at < loggedAgainMillis) return
      logged = { reason: error.reason, at }
      yield* Effect.logError(`background work waits, because the store does not answer: ${error.reason}`)
    })

    const isFinishing = () => finishing

    const handled = (handler: JobHandler, job: LeasedJob, written: ReadonlyArray<AggregateWrite>) =>
      tracing === undefined
        ? handler.handle(job, isFinishing, written)
        : tracedJob(tracing, job)(Effect.suspend(() => handler.handle(job, isFinishing, written)))

    const perform = (
      handler: JobHandler,
      job: LeasedJob,
      written: ReadonlyArray<AggregateWrite>
    ): Effect.Effect<void> =>
      Effect.catchCause(handled(handler, job, written), (cause) => {
        if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause as Cause.Cause<never>)
        // Another worker has the job now and continues it.
        if (cause.reasons.some(isLeaseLost)) return Effect.void
        return tell(`job ${job.kind} of ${job.subjectId} failed`, cause).pipe(
          Effect.andThen(Clock.currentTimeMillis),
          Effect.flatMap((now) => queue.release(job, now + failureRetryMillis)),
          Effect.ignore
        )
      })

    const claim = Effect.fnUntraced(function* (handler: JobHandler, limit: number) {
      const now = yield* Clock.currentTimeMillis
      return yield* queue.claim({ kind: handler.kind, owner: me, now, leaseUntil: now + leaseMillis, limit })
    })

    const lines = handlers.map((handler) => new Line(handler))

    const loop = Effect.fnUntraced(function* (line: Line) {
      const { handler } = line
      const slots = new Slots(handler.concurrency)
      const fork = yield* FiberSet.runtime(yield* FiberSet.make<void>())()
      const start: StartJob = (job, written) => {
        began()
        fork(perform(handler, job, written)).addObserver(() => {
          slots.giveBack(1)
          ended()
        })
      }
      yield* Effect.acquireRelease(
        Effect.sync(() => line.open(slots, start)),
        () => Effect.sync(() => line.close())
      )
      // A restarted loop looks first.
      line.noteDue()
      while (true) {
        yield* line.awaitDue
        // All slots are in use: continue when one job ends.
        yield* slots.awaitFree
        if (!finishing && (yield* line.isHeld)) {
          yield* Effect.sleep(heldLookMillis)
          continue
        }
        line.noteClaim()
        const limit = finishing ? 0 : slots.take(handler.claimMax ?? claimMaxDefault)
        const jobs = limit === 0 ? [] : yield* claim(handler, limit)
        slots.giveBack(limit - jobs.length)
        if (finishing) {
          yield* Effect.forEach(jobs, (job) => queue.release(job, job.dueAt), { discard: true })
          return yield* Effect.never
        }
        if (jobs.length === limit) line.noteDue()
        else line.noteCaughtUp()
        for (const job of jobs) start(job, nothingWritten)
      }
    })

    const fences = new FenceStock()
    const placeOf = placesOf(lines, { owner: me, queue, fences, isFinishing })

    /** Opened when a line is added: when its next job is due was not asked before. */
    const added = Latch.makeUnsafe(false)

    /** Checks what is due after every change and at every due instant, so that only kinds with work are woken. */
    const look = Effect.gen(function* () {
      let latest = 0
      while (true) {
        added.closeUnsafe()
        const seen = yield* queue.changes
        const now = yield* Clock.currentTimeMillis
        // Leases taken while the clock was ahead: a live worker gets a full lease from now on; the lease of a
        // dead one ends.
        if (now < latest - clockSkewMillisMax) yield* queue.shortenLeases(now + leaseMillis)
        latest = now
        let wait = longestSleepMillis
        const nextDue = yield* queue.nextDue
        for (const line of lines) {
          const next = nextDue.get(line.handler.kind)
          if (next === undefined) continue
          if (next <= now) line.noteDue()
          else wait = Math.min(wait, next - now)
        }
        yield* Effect.raceAllFirst([queue.awaitChange(seen), Effect.sleep(wait), added.await])
      }
    })

    const forever = <E, R>(name: string, body: Effect.Effect<never, E, R>) =>
      Effect.scoped(body).pipe(
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.failCause(cause as Cause.Cause<never>)
            : Effect.andThen(
                tell(`the ${name} loop stopped and starts again`, cause),
                Effect.sleep(millisPerSecond)
              )
        ),
        Effect.forever
      )

    /** One of all that want it looks for all lines of this process. */
    const looking = yield* Semaphore.make(1)
    const lookForAll = looking.withPermits(1)(forever("work", look))

    const attend = (handler: JobHandler) =>
      Effect.map(
        Effect.acquireRelease(
          Effect.sync(() => {
            const line = new Line(handler)
            lines.push(line)
            added.openUnsafe()
            return line
          }),
          (line) => Effect.sync(() => lines.splice(lines.indexOf(line), 1))
        ),
        (line) =>
          Effect.andThen(
            Effect.all([lookForAll, forever(handler.kind, loop(line))], { concurrency: "unbounded" }),
            Effect.never
          )
      )

    const run = Effect.suspend(() => {
      runningLoops += 1
      const loops = lines.map((line) => forever(line.handler.kind, loop(line)))
      const helpers = [lookForAll, forever("fences", fences.fill(queue))]
      return Effect.all([...helpers, ...loops], { concurrency: "unbounded" })
    }).pipe(
      (loops) => Effect.scoped(Effect.andThen(handover.serve(placeOf), loops)),
      Effect.andThen(Effect.never),
      Effect.ensuring(
        Effect.sync(() => {
          runningLoops -= 1
        })
      )
    )

    const drain = Effect.gen(function* () {
      let ran = 0
      while (true) {
        let started = 0
        for (const { handler, isHeld } of lines) {
          if (yield* isHeld) continue
          const jobs = yield* claim(handler, handler.concurrency)
          started += jobs.length
          const performed = (job: LeasedJob) =>
            Effect.suspend(() => {
              began()
              return Effect.ensuring(perform(handler, job, nothingWritten), Effect.sync(ended))
            })
          yield* Effect.forEach(jobs, performed, { concurrency: "unbounded", discard: true })
        }
        if (started === 0) return ran
        ran += started
      }
    })

    const awaitStarted = Effect.gen(function* () {
      while (true) {
        const seen = yield* queue.changes
        const now = yield* Clock.currentTimeMillis
        const working = yield* Effect.filter(lines, ({ isHeld }) => Effect.map(isHeld, (held) => !held))
        const nextDue = yield* queue.nextDue
        if (working.every(({ handler }) => (nextDue.get(handler.kind) ?? Number.POSITIVE_INFINITY) > now))
          return
        yield* queue.awaitChange(seen)
      }
    })

    const finish = Effect.suspend(() => {
      finishing = true
      return idle.await
    })

    const running = Effect.sync(() => runningLoops > 0)
    return Worker.of({
      // Whoever starts it: what jobs do, the system does.
      run: actingAs("system", run),
      drain: actingAs("system", drain),
      attend: (handler) => Effect.map(attend(handler), (loops) => actingAs("system", loops)),
      awaitStarted,
      awaitIdle: idle.await,
      finish,
      running
    })
  })
