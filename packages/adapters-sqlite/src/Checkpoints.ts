import type Database from "better-sqlite3"
import { Effect } from "effect"
import { BusyBackoff } from "./BusyBackoff.ts"
import type { FileHealth } from "./FileHealth.ts"
import { pause } from "./Pause.ts"

/**
 * About how many statements are written between two checkpoints. A row of a file or a payout's claim dirties a page of its
 * own or less, so the log stays at about 16 MB, at which it is best (see `checkpointPages`).
 */
const weightBetween = 12_000

/** How long an erasure waits for others to share its truncation; doubled each time that a reader still needs the log. */
const truncationMillis = 1_000
const truncationMillisMax = 30_000

/**
 * Moves the write-ahead log into the file in a turn of the event loop of its own, apart from the commit that filled the log:
 * both hold the thread, and whoever waits would wait for both on end. What was committed is durable without it.
 *
 * What was erased stands in the log as it was before, until the log is truncated. That needs a moment in which nobody reads
 * what is in the log; it is tried until there was one, and once more when the store is closed.
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

  /** Takes notice of a group that was committed. */
  note(weight: number): void {
    this.#weight += weight
    if (this.#weight < weightBetween || this.#isPlanned) return
    this.#isPlanned = true
    // Two turns: between them what arrived during the commit is served.
    setImmediate(() => setImmediate(() => this.#run()))
  }

  /** A write of the current group erases something. */
  noteErasure(): void {
    this.#isTruncationOwed = true
    this.#planTruncation(truncationMillis)
  }

  /** Truncates the log if that is owed; gives up after about `millisMax`, in which somebody read without end. */
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
      // Moves nearly all without the write lock; what is left for the next turn is little.
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

  /** Whether nobody was in the way. */
  #checkpoints(kind: "PASSIVE" | "TRUNCATE"): boolean {
    // What a damaged file was told last is not to be moved further into it.
    if (!this.#database.open || this.#health.condition._tag === "damaged") return false
    try {
      return this.#database.pragma(`wal_checkpoint(${kind})`, { simple: true }) === 0
    } catch (error) {
      this.#health.note(error)
      // Nothing is lost by a log that stays longer: the next checkpoint moves it too.
      return false
    }
  }
}
