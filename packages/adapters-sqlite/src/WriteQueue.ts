import { StoreUnavailable } from "@quittance/core"
import type Database from "better-sqlite3"
import { Effect } from "effect"
import { BusyBackoff } from "./BusyBackoff.ts"
import { pause } from "./Pause.ts"
import { isBusy, sqliteCode, unavailableOf } from "./SqliteFailure.ts"

/**
 * Group commit: every write of this process goes through one queue, and what arrived in one turn of the event loop, or
 * while the previous group was being written, shares one transaction and one flush of the disk.
 *
 * - A write gets its answer only when its group is durable.
 * - A write is a synchronous closure that looks first and writes after: it answers with a typed failure only while it has
 *   written nothing, so a refused write needs no savepoint and leaves its neighbours alone.
 * - A write that throws (a full disk, a broken rule) takes the whole group back; each write of the group is then repeated
 *   in a transaction of its own. Closures must therefore bear being run again.
 * - A heavy write, such as a batch of invoices, travels alone, and between two of them goes a group of the light writes that
 *   wait: neither kind holds up the other.
 * - While another process holds the lock, the queue waits without blocking the event loop, up to a bound.
 */
export interface WriteQueueOptions {
  /** A group takes writes until their weights, in statements or so, come to this; one that is heavier travels alone. */
  readonly groupWeightMax: number
  /** How long to wait for another process's lock before the waiting writes fail. */
  readonly busyMillisMax: number
}

/** What happens around a group. */
export interface WriteQueueWatch {
  /** The group is written and about to be committed; what this writes belongs to it. */
  readonly sealing: () => void
  /** The group, of so much weight, is durable; its callers do not know yet. */
  readonly committed: (weight: number) => void
  /** The group was not committed, or nobody knows. */
  readonly takenBack: () => void
  /** What a group, or the lock for it, failed with. */
  readonly failed: (error: unknown) => void
  /** Why nothing may be written; nothing where it may. */
  readonly refusal: () => StoreUnavailable | undefined
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
  #isScheduled = false
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

  /** Queues a write. Interrupting the caller takes it back as long as its group has not begun. */
  submit<A, E>(weight: number, write: () => Effect.Effect<A, E>): Effect.Effect<A, E | StoreUnavailable> {
    return Effect.callback<A, E | StoreUnavailable>((resume) => {
      if (this.#isClosed) return resume(Effect.fail(closed()))
      const refusal = this.#watch.refusal()
      if (refusal !== undefined) return resume(Effect.fail(refusal))
      const queued: QueuedWrite = {
        weight,
        write,
        // The answer that comes back is the one that `write` made, so it has its type.
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

  /** Takes no more writes; completes when those still queued are written or have failed. */
  readonly close: Effect.Effect<void> = Effect.callback<void>((resume) => {
    this.#isClosed = true
    if (this.#queue.length === 0) return resume(Effect.void)
    this.#whenIdle = () => resume(Effect.void)
  })

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => this.#flush())
  }

  #flush(): void {
    this.#isScheduled = false
    const refusal = this.#watch.refusal()
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

  /** Takes the write lock; when another process has it, the group waits at the head of the queue. */
  #begins(group: ReadonlyArray<QueuedWrite>): boolean {
    try {
      this.#begin.run()
      this.#backoff.reset()
      return true
    } catch (error) {
      this.#queue = [...group, ...this.#queue]
      const millis = isBusy(error) ? this.#backoff.next() : undefined
      if (millis === undefined) {
        this.#watch.failed(error)
        this.#failAll(failureOf(error, "notWritten"))
        return false
      }
      this.busyCount += 1
      this.#isScheduled = true
      pause(millis, () => this.#flush())
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
      // A commit that ran out of room or met a lock has certainly not happened; after a failed flush nobody knows.
      const isCertain = isBusy(error) || sqliteCode(error) === "SQLITE_FULL"
      this.#takeBack(group, error, isCertain ? "notWritten" : "unknown")
      return
    }
    this.#watch.committed(group.reduce((sum, { weight }) => sum + weight, 0))
    for (let index = 0; index < group.length; index++) {
      const answer = answers[index]
      if (answer !== undefined) group[index]?.resume(answer)
    }
  }

  /** The group failed: whoever may try again alone does, the others fail. */
  #takeBack(group: ReadonlyArray<QueuedWrite>, error: unknown, outcome: "notWritten" | "unknown"): void {
    this.#watch.takenBack()
    this.#watch.failed(error)
    // SQLite takes some failures back by itself.
    if (this.#database.inTransaction) this.#rollsBack()
    if (outcome === "notWritten" && group.length > 1) {
      for (const queued of group) queued.travelsAlone = true
      this.#queue = [...group, ...this.#queue]
      return
    }
    for (const queued of group) queued.resume(failureOf(error, outcome))
  }

  /** A file that is damaged may not even be rolled back; then nothing more is written to it. */
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
