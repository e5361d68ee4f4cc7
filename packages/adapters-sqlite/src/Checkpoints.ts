import type Database from "better-sqlite3"

/**
 * About how many statements are written between two checkpoints. A row of a file or a payout's claim dirties a page of its
 * own or less, so the log stays at about 16 MB, at which it is best (see `checkpointPages`).
 */
const weightBetween = 12_000

/**
 * Moves the write-ahead log into the file in a turn of the event loop of its own, apart from the commit that filled the log:
 * both hold the thread, and whoever waits would wait for both on end. What was committed is durable without it.
 */
export class Checkpoints {
  readonly #database: Database.Database
  #weight = 0
  #isPlanned = false

  constructor(database: Database.Database) {
    this.#database = database
  }

  /** Takes notice of a group that was committed. */
  note(weight: number): void {
    this.#weight += weight
    if (this.#weight < weightBetween || this.#isPlanned) return
    this.#isPlanned = true
    // Two turns: between them what arrived during the commit is served.
    setImmediate(() => setImmediate(() => this.#run()))
  }

  #run(): void {
    this.#isPlanned = false
    this.#weight = 0
    if (!this.#database.open) return
    try {
      this.#database.pragma("wal_checkpoint(PASSIVE)")
    } catch {
      // Nothing is lost by a log that stays longer: the next checkpoint moves it too.
    }
  }
}
