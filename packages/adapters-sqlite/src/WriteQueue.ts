import { StoreUnavailable } from "@quittance/core"
import type Database from "better-sqlite3"
import { Effect } from "effect"
import { BusyBackoff, oncePerTurn, pause } from "./Pause.ts"
import { isBusy, sqliteCode, unavailableOf } from "./SqliteFailure.ts"

/**
 * Group commit: every write of this process goes through one queue. Writes that arrive in one turn of the
 * event loop, or while the previous group is being written, share one transaction and one disk flush.
 *
 * - A write gets its answer only when its group is durable.
 * - A write is a synchronous closure that checks first and writes afterwards. It returns a typed failure only
 *   before its first write, so a refused write needs no savepoint and does not affect its neighbours.
 * - A write that throws (a full disk, a violated constraint) rolls back the whole group. Each write of the
 *   group is then repeated in its own transaction. Closures must therefore be safe to run again.
 * - A heavy write, such as a batch of invoices, is written alone, and between two of them a group of waiting
 *   light writes is written: neither kind delays the other.
 * - While another process holds the lock, the queue waits without blocking the event loop, up to a limit.
 */
export interface WriteQueueOptions {
  /**
   * A group takes writes until their total weight, roughly in statements, reaches this; a heavier write is
   * written alone.
   */
  readonly groupWeightMax: number
  /** How long to wait for another process's lock before the waiting writes fail. */
  readonly busyMillisMax: number
}

/** Callbacks around a group. */
export interface WriteQueueWatch {
  /**
   * The write lock is held, and nothing is written yet. Returns why nothing may be written; undefined if writing is
   * allowed.
   */
  readonly begun: () => StoreUnavailable | undefined
  /** The group is written and about to be committed; further writes in this callback belong to it. */
  readonly sealing: () => void
  /** The group, with this weight, is durable; its callers do not know yet. */
  readonly committed: (weight: number) => void
  /** The group was not committed, or its outcome is unknown. */
  readonly takenBack: () => void
  /** The error of a group, or of taking the lock for it. */
  readonly failed: (error: unknown) => void
  /** Why nothing may be written; undefined if writing is allowed. */
  readonly refusal: () => StoreUnavailable | undefined
  /** The same, after a look at what is written to: before each group. */
  readonly beforeGroup: () => StoreUnavailable | undefined
  /** Why what was just committed may not be acknowledged, with the outcome `unknown`. */
  readonly afterGroup: () => StoreUnavailable | undefined
}

type Answer = Effect.Effect<unknown, unknown>

interface QueuedWrite {
  readonly weight: number
  readonly write: () => Answer
  readonly resume: (answer: Answer) => void
  isCancelled: boolean
  travelsAlone: boolean
}

export class WriteQueue {
  readonly #options: WriteQueueOptions
  readonly #database: Database.Database
  readonly #begin: Database.Statement
  readonly #commit: Database.Statement
  readonly #rollback: Database.Statement
  readonly #backoff: BusyBackoff
  readonly #watch: WriteQueueWatch
  #queue: Array<QueuedWrite> = []
  readonly #flushSoon = oncePerTurn(() => this.#flush())
  /** Another process has the lock. */
  #isPaused = false
  #wasHeavy = false
  #isClosed = false
  #whenIdle: (() => void) | undefined
  /** How often a group had to wait for another process. */
  busyCount = 0

  constructor(database: Database.Database, options: WriteQueueOptions, watch: WriteQueueWatch) {
    this.#database = database
    this.#options = options
    this.#watch = watch
    this.#begin = database.prepare("BEGIN IMMEDIATE")
    this.#commit = database.prepare("COMMIT")
    this.#rollback = database.prepare("ROLLBACK")
    this.#backoff = new BusyBackoff(options.busyMillisMax)
  }

  /** Queues a write. Interrupting the caller withdraws it as long as its group has not started. */
  submit<A, E>(weight: number, write: () => Effect.Effect<A, E>): Effect.Effect<A, E | StoreUnavailable> {
    return Effect.callback<A, E | StoreUnavailable>((resume) => {
      if (this.#isClosed) return resume(Effect.fail(closed()))
      const refusal = this.#watch.refusal()
      if (refusal !== undefined) return resume(Effect.fail(refusal))
      const queued: QueuedWrite = {
        weight,
        write,
        // The returned answer is the one that `write` produced, so it has its type.
        resume: resume as (answer: Answer) => void,
        isCancelled: false,
        travelsAlone: weight > this.#options.groupWeightMax
      }
      this.#queue.push(queued)
      this.#schedule()
      return Effect.sync(() => {
        queued.isCancelled = true
      })
    })
  }

  /** Accepts no more writes; completes when the queued ones are written or have failed. */
  readonly close: Effect.Effect<void> = Effect.callback<void>((resume) => {
    this.#isClosed = true
    if (this.#queue.length === 0) return resume(Effect.void)
    this.#whenIdle = () => resume(Effect.void)
  })

  #schedule(): void {
    if (!this.#isPaused) this.#flushSoon()
  }

  #flush(): void {
    const refusal = this.#watch.beforeGroup()
    if (refusal !== undefined) {
      this.#failAll(Effect.fail(refusal))
      return
    }
    const group = this.#takeGroup()
    if (group.length > 0) {
      if (!this.#begins(group)) return
      this.#wasHeavy = group.length === 1 && group.every((queued) => this.#isHeavy(queued))
      this.#writeGroup(group)
    }
    if (this.#queue.length > 0) this.#schedule()
    else this.#whenIdle?.()
  }

  #isHeavy({ weight }: QueuedWrite): boolean {
    return weight > this.#options.groupWeightMax
  }

  #takeGroup(): ReadonlyArray<QueuedWrite> {
    if (this.#queue.some((queued) => queued.isCancelled)) {
      this.#queue = this.#queue.filter((queued) => !queued.isCancelled)
    }
    const light = this.#wasHeavy ? this.#queue.filter((queued) => !this.#isHeavy(queued)) : []
    const group = this.#groupAtHead(light.length > 0 ? light : this.#queue)
    if (light.length === 0) {
      this.#queue = this.#queue.slice(group.length)
    } else {
      const taken = new Set(group)
      this.#queue = this.#queue.filter((queued) => !taken.has(queued))
    }
    return group
  }

  #groupAtHead(queue: ReadonlyArray<QueuedWrite>): ReadonlyArray<QueuedWrite> {
    let weight = 0
    let count = 0
    for (const queued of queue) {
      weight += queued.weight
      if (count > 0 && (queued.travelsAlone || weight > this.#options.groupWeightMax)) break
      count += 1
      if (queued.travelsAlone) break
    }
    return queue.length === count ? queue : queue.slice(0, count)
  }

  /** Takes the write lock; if another process has it, the group waits at the head of the queue. */
  #begins(group: ReadonlyArray<QueuedWrite>): boolean {
    try {
      this.#begin.run()
      this.#backoff.reset()
      const refusal = this.#watch.begun()
      if (refusal === undefined) return true
      this.#rollsBack()
      this.#queue = [...group, ...this.#queue]
      this.#failAll(Effect.fail(refusal))
      return false
    } catch (error) {
      this.#queue = [...group, ...this.#queue]
      const millis = isBusy(error) ? this.#backoff.next() : undefined
      if (millis === undefined) {
        this.#watch.failed(error)
        this.#failAll(failureOf(error, "notWritten"))
        return false
      }
      this.busyCount += 1
      this.#isPaused = true
      pause(millis, () => {
        this.#isPaused = false
        this.#flush()
      })
      return false
    }
  }

  #writeGroup(group: ReadonlyArray<QueuedWrite>): void {
    const answers: Array<Answer> = []
    try {
      for (const queued of group) answers.push(queued.write())
      this.#watch.sealing()
    } catch (error) {
      this.#takeBack(group, error, "notWritten")
      return
    }
    try {
      this.#commit.run()
    } catch (error) {
      // A commit that ran out of space or met a lock has certainly not happened; after a failed flush the
      // outcome is unknown.
      const isCertain = isBusy(error) || sqliteCode(error) === "SQLITE_FULL"
      this.#takeBack(group, error, isCertain ? "notWritten" : "unknown")
      return
    }
    const loss = this.#watch.afterGroup()
    if (loss !== undefined) {
      this.#watch.takenBack()
      for (const queued of group) queued.resume(Effect.fail(loss))
      return
    }
    this.#watch.committed(group.reduce((sum, { weight }) => sum + weight, 0))
    for (let index = 0; index < group.length; index++) {
      const answer = answers[index]
      if (answer !== undefined) group[index]?.resume(answer)
    }
  }

  /** The group failed: writes that may be tried again alone are, the others fail. */
  #takeBack(group: ReadonlyArray<QueuedWrite>, error: unknown, outcome: "notWritten" | "unknown"): void {
    this.#watch.takenBack()
    this.#watch.failed(error)
    // SQLite rolls back some failures by itself.
    if (this.#database.inTransaction) this.#rollsBack()
    if (outcome === "notWritten" && group.length > 1) {
      for (const queued of group) queued.travelsAlone = true
      this.#queue = [...group, ...this.#queue]
      return
    }
    for (const queued of group) queued.resume(failureOf(error, outcome))
  }

  /** A damaged file may not even allow a rollback; then nothing more is written to it. */
  #rollsBack(): void {
    try {
      this.#rollback.run()
    } catch (error) {
      this.#watch.failed(error)
    }
  }

  #failAll(answer: Answer): void {
    this.#backoff.reset()
    const waiting = this.#queue
    this.#queue = []
    for (const queued of waiting) queued.resume(answer)
    this.#whenIdle?.()
  }
}

const failureOf = (error: unknown, outcome: "notWritten" | "unknown"): Answer => {
  const failure = unavailableOf(error, outcome)
  return failure === undefined ? Effect.die(error) : Effect.fail(failure)
}

const closed = (): StoreUnavailable =>
  new StoreUnavailable({ outcome: "notWritten", reason: "the store is closed" })
