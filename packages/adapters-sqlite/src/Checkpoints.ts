import type Database from "better-sqlite3"
import { Effect } from "effect"
import { BusyBackoff } from "./BusyBackoff.ts"
import type { FileHealth } from "./FileHealth.ts"
import { pause } from "./Pause.ts"

/**
 * Roughly how many statements are written between two checkpoints. A row of a file or a payout's claim
 * changes one page or less, so the log stays at about 16 MB, which is its best size (see `checkpointPages`).
 */
const weightBetween = 12_000

/**
 * How long an erasure waits to share a truncation with others; doubled each time a reader still needs the
 * log.
 */
const truncationMillis = 1_000
const truncationMillisMax = 30_000

/**
 * Moves the write-ahead log into the file in its own turn of the event loop, separate from the commit that
 * filled the log: both block the thread, and callers would wait for both in a row. Committed data is durable
 * without it.
 *
 * Erased data stays in the log until the log is truncated. That needs a moment in which no one reads from the
 * log. It is tried until it succeeds, and once more when the store is closed.
 */
export class Checkpoints {
  readonly #database: Database.Database
  readonly #health: FileHealth
  #weight = 0
  #isPlanned = false
  #isTruncationOwed = false
  #truncation: NodeJS.Timeout | undefined

  constructor(database: Database.Database, health: FileHealth) {
    this.#database = database
    this.#health = health
  }

  /** Records that a group was committed. */
  note(weight: number): void {
    this.#weight += weight
    if (this.#weight < weightBetween || this.#isPlanned) return
    this.#isPlanned = true
    // Two turns: between them, requests that arrived during the commit are served.
    setImmediate(() => setImmediate(() => this.#run()))
  }

  /** A write of the current group erases something. */
  noteErasure(): void {
    this.#isTruncationOwed = true
    this.#planTruncation(truncationMillis)
  }

  /** Truncates the log if an erasure needs it; gives up after about `millisMax` if a reader never stops. */
  close(millisMax: number): Effect.Effect<void> {
    return Effect.callback<void>((resume) => {
      clearTimeout(this.#truncation)
      const backoff = new BusyBackoff(millisMax)
      const look = (): void => {
        const isDone = !this.#isTruncationOwed || this.#truncates()
        const millis = isDone ? undefined : backoff.next()
        if (millis === undefined) resume(Effect.void)
        else pause(millis, look)
      }
      look()
    })
  }

  #run(): void {
    this.#isPlanned = false
    this.#weight = 0
    this.#checkpoints("PASSIVE")
  }

  #planTruncation(millis: number): void {
    this.#truncation ??= pause(millis, () => {
      // Moves nearly all pages without the write lock; the next turn has little left to do.
      this.#checkpoints("PASSIVE")
      setImmediate(() => {
        this.#truncation = undefined
        if (!this.#database.open || this.#truncates()) return
        this.#planTruncation(Math.min(2 * millis, truncationMillisMax))
      })
    }).unref()
  }

  #truncates(): boolean {
    const isTruncated = this.#checkpoints("TRUNCATE")
    if (isTruncated) this.#isTruncationOwed = false
    return isTruncated
  }

  /** Whether no reader or writer was in the way. */
  #checkpoints(kind: "PASSIVE" | "TRUNCATE"): boolean {
    // The last writes to a damaged file must not be moved further into it.
    if (!this.#database.open || this.#health.condition._tag === "damaged") return false
    try {
      return this.#database.pragma(`wal_checkpoint(${kind})`, { simple: true }) === 0
    } catch (error) {
      this.#health.note(error)
      // A log that stays longer loses nothing: the next checkpoint moves it.
      return false
    }
  }
}
