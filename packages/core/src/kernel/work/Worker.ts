import { Cause, Clock, Context, Effect, FiberSet, Latch, Semaphore } from "effect"
import { clockSkewMillisMax } from "../ports/Guard.ts"
import { Ids } from "../ports/Ids.ts"
import type { JobKind, LeasedJob } from "../ports/Job.ts"
import { LeaseLost, StoreUnavailable } from "../ports/Store.ts"
import { StoreHealth } from "../ports/StoreHealth.ts"
import { WorkQueue } from "../ports/WorkQueue.ts"
import { millisPerMinute, millisPerSecond } from "../time/Instant.ts"

/** Handles due jobs of one kind. It completes the job itself, in the commit that writes the outcome. */
export interface JobHandler {
  readonly kind: JobKind
  /** How many jobs of this kind run at once in this process. */
  readonly concurrency: number
  /** How many are claimed at a time, if starting a job is expensive; 32 by default. */
  readonly claimMax?: number
  /**
   * While this is true, no job of this kind is started. It is checked before every claim, and once a second
   * while true.
   */
  readonly isHeld?: Effect.Effect<boolean, StoreUnavailable>
  /** A handler that processes many items starts no more of them once the worker is finishing. */
  readonly handle: (job: LeasedJob, isFinishing: () => boolean) => Effect.Effect<void, unknown>
}

/** Leases outlive every call that a handler makes (those time out earlier). */
export const leaseMillis = 30 * millisPerSecond

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

/** The queue of one kind; `due` is open while there may be something to claim. */
interface Line {
  readonly handler: JobHandler
  readonly due: Latch.Latch
}

export const makeWorker = (handlers: ReadonlyArray<JobHandler>, owner?: string) =>
  Effect.gen(function* () {
    const queue = yield* WorkQueue
    const condition = yield* StoreHealth
    const ids = yield* Ids
    const me = owner ?? (yield* ids.token(8))
    let runningLoops = 0
    let jobsRunning = 0
    let finishing = false
    const idle = yield* Latch.make(true)

    const began = Effect.sync(() => {
      jobsRunning += 1
      idle.closeUnsafe()
    })
    const ended = Effect.sync(() => {
      jobsRunning -= 1
      if (jobsRunning === 0) idle.openUnsafe()
    })

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

    const perform = (handler: JobHandler, job: LeasedJob): Effect.Effect<void> =>
      Effect.andThen(
        began,
        handler.handle(job, () => finishing)
      ).pipe(
        Effect.catchIf(
          // Another worker has the job now and continues it.
          (error) => error instanceof LeaseLost,
          () => Effect.void
        ),
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.failCause(cause as Cause.Cause<never>)
            : tell(`job ${job.kind} of ${job.subjectId} failed`, cause).pipe(
                Effect.andThen(Clock.currentTimeMillis),
                Effect.flatMap((now) => queue.release(job, now + failureRetryMillis)),
                Effect.ignore
              )
        ),
        Effect.ensuring(ended)
      )

    const isHeld = ({ isHeld }: JobHandler) => isHeld ?? Effect.succeed(false)

    const claim = Effect.fnUntraced(function* (handler: JobHandler, limit: number) {
      const now = yield* Clock.currentTimeMillis
      return yield* queue.claim({ kind: handler.kind, owner: me, now, leaseUntil: now + leaseMillis, limit })
    })

    const lines: ReadonlyArray<Line> = handlers.map((handler) => ({ handler, due: Latch.makeUnsafe(true) }))

    const loop = Effect.fnUntraced(function* ({ due, handler }: Line) {
      const slots = yield* Semaphore.make(handler.concurrency)
      const fibers = yield* FiberSet.make<void>()
      let free = handler.concurrency
      // A restarted loop looks first.
      due.openUnsafe()
      while (true) {
        yield* due.await
        // All slots are in use: continue when one job ends.
        if (free === 0) yield* slots.withPermits(1)(Effect.void)
        if (!finishing && (yield* isHeld(handler))) {
          yield* Effect.sleep(heldLookMillis)
          continue
        }
        due.closeUnsafe()
        const limit = Math.min(free, handler.claimMax ?? claimMaxDefault)
        const jobs = finishing || limit === 0 ? [] : yield* claim(handler, limit)
        if (finishing) {
          yield* Effect.forEach(jobs, (job) => queue.release(job, job.dueAt), { discard: true })
          return yield* Effect.never
        }
        if (jobs.length === limit) due.openUnsafe()
        for (const job of jobs) {
          free -= 1
          yield* FiberSet.run(
            fibers,
            slots
              .withPermits(1)(perform(handler, job))
              .pipe(
                Effect.ensuring(
                  Effect.sync(() => {
                    free += 1
                  })
                )
              )
          )
        }
      }
    })

    /** Checks what is due after every change and at every due instant, so that only kinds with work are woken. */
    const look = Effect.gen(function* () {
      let latest = 0
      while (true) {
        const seen = yield* queue.changes
        const now = yield* Clock.currentTimeMillis
        // Leases taken while the clock was ahead: a live worker gets a full lease from now on; the lease of a
        // dead one ends.
        if (now < latest - clockSkewMillisMax) yield* queue.shortenLeases(now + leaseMillis)
        latest = now
        let wait = longestSleepMillis
        const nextDue = yield* queue.nextDue
        for (const { due, handler } of lines) {
          const next = nextDue.get(handler.kind)
          if (next === undefined) continue
          if (next <= now) due.openUnsafe()
          else wait = Math.min(wait, next - now)
        }
        yield* Effect.raceFirst(queue.awaitChange(seen), Effect.sleep(wait))
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

    const run = Effect.suspend(() => {
      runningLoops += 1
      const loops = lines.map((line) => forever(line.handler.kind, loop(line)))
      return Effect.all([forever("work", look), ...loops], { concurrency: "unbounded" })
    }).pipe(
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
        for (const handler of handlers) {
          if (yield* isHeld(handler)) continue
          const jobs = yield* claim(handler, handler.concurrency)
          started += jobs.length
          yield* Effect.forEach(jobs, (job) => perform(handler, job), {
            concurrency: "unbounded",
            discard: true
          })
        }
        if (started === 0) return ran
        ran += started
      }
    })

    const awaitStarted = Effect.gen(function* () {
      while (true) {
        const seen = yield* queue.changes
        const now = yield* Clock.currentTimeMillis
        const working = yield* Effect.filter(handlers, (handler) =>
          Effect.map(isHeld(handler), (held) => !held)
        )
        const nextDue = yield* queue.nextDue
        if (working.every(({ kind }) => (nextDue.get(kind) ?? Number.POSITIVE_INFINITY) > now)) return
        yield* queue.awaitChange(seen)
      }
    })

    const finish = Effect.suspend(() => {
      finishing = true
      return idle.await
    })

    const running = Effect.sync(() => runningLoops > 0)
    return Worker.of({ run, drain, awaitStarted, awaitIdle: idle.await, finish, running })
  })
