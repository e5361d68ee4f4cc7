import Database from "better-sqlite3"
import { Effect } from "effect"
import type { FileFlush } from "./FileFlush.ts"
import type { FileHealth } from "./FileHealth.ts"
import type { FileWatch, LogLengths } from "./FileWatch.ts"
import { HeldSnapshot } from "./HeldSnapshot.ts"
import { BusyBackoff, pause } from "./Pause.ts"

/** After so many pages of the log a part is moved: a few milliseconds of copying, without a flush. */
const pagesOfPart = 1_000

/**
 * How many pages the log holds when the file is flushed and the log starts anew: 16 MB. Keys of claims are random, so
 * each payout changes a different page, and a longer log flushes such a page once for several payouts.
 */
const pagesOfLog = 4_000

/**
 * How long an erasure waits to share a truncation with others; doubled each time a reader still needs the
 * log.
 */
const truncationMillis = 1_000
const truncationMillisMax = 30_000

/**
 * Moves the write-ahead log into the file. Committed data is durable without it.
 *
 * A checkpoint that reaches the end of the log also flushes the file, which blocks the event loop for longer than the
 * copying. So most of the log is moved by checkpoints that stop before the end: a snapshot of the instant before the
 * last commit is held. Then the file is flushed on one of Node's threads while commits go on. The last checkpoint has
 * to copy and flush only what was committed meanwhile, and the log starts anew.
 *
 * Erased data stays in the log until the log is truncated. That needs a moment in which no one reads from the
 * log. It is tried until it succeeds, and once more when the store is closed.
 */
export class Checkpoints {
  readonly #database: Database.Database
  readonly #health: FileHealth
  readonly #file: FileFlush
  readonly #snapshot: HeldSnapshot
  readonly #files: FileWatch
  #isDue = false
  #isRunning = false
  /** The length of the log when a part was last moved: what a reader still needs is not tried with every commit. */
  #triedAt = 0
  #isTruncationOwed = false
  #truncation: NodeJS.Timeout | undefined

  constructor(database: Database.Database, health: FileHealth, file: FileFlush, files: FileWatch) {
    this.#database = database
    this.#health = health
    this.#file = file
    this.#snapshot = new HeldSnapshot(database.name)
    this.#files = files
  }

  /** The group is about to be committed. */
  seal(): void {
    if (!this.#isDue) return
    try {
      this.#snapshot.hold()
    } catch (error) {
      // The checkpoint then gets to the end of the log.
      this.#health.note(error)
      this.#snapshot.release()
    }
  }

  /** The group was committed. */
  note(): void {
    if (this.#isRunning) return
    if (this.#isDue) {
      this.#isDue = false
      this.#isRunning = true
      // Two turns: between them, requests that arrived during the commit are served.
      setImmediate(() => setImmediate(() => this.#movePart()))
      return
    }
    const { checkpointed, log } = this.#files.known
    if (log < this.#triedAt) this.#triedAt = 0
    this.#isDue = log - Math.max(checkpointed, this.#triedAt) >= pagesOfPart
  }

  /** The group was not committed. */
  takenBack(): void {
    if (!this.#isRunning) this.#snapshot.release()
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
      this.#snapshot.close()
      const backoff = new BusyBackoff(millisMax)
      const look = (): void => {
        const isDone = !this.#isTruncationOwed || this.#health.isOver || this.#truncates()
        const millis = isDone ? undefined : backoff.next()
        if (millis === undefined) resume(Effect.void)
        else pause(millis, look)
      }
      look()
    })
  }

  #movePart(): void {
    if (!this.#database.open) return
    this.#checkpoints("PASSIVE")
    this.#snapshot.release()
    this.#triedAt = this.#lengths().log
    if (this.#triedAt < pagesOfLog) this.#isRunning = false
    else
      this.#file.flush((error) => {
        this.#isRunning = false
        // What was not flushed is lost, and later flushes may not tell.
        if (error !== null) this.#health.note(new Database.SqliteError(error.message, "SQLITE_IOERR_FSYNC"))
        this.#checkpoints("PASSIVE")
      })
  }

  #lengths(): LogLengths {
    try {
      return this.#files.lengths()
    } catch (error) {
      this.#health.note(error)
      return { log: 0, checkpointed: 0 }
    }
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
    if (!this.#database.open || this.#health.isOver) return false
    try {
      return this.#database.pragma(`wal_checkpoint(${kind})`, { simple: true }) === 0
    } catch (error) {
      this.#health.note(error)
      // A log that stays longer loses nothing: the next checkpoint moves it.
      return false
    }
  }
}
