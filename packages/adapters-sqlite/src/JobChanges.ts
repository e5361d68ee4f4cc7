import { ChangeCount } from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { Effect } from "effect"
import type { FileHealth } from "./FileHealth.ts"
import { everyMillis } from "./Pause.ts"

const lookMillis = 200

/**
 * Counts changes to jobs, by any process. Our own changes count when their group is durable. Those of other
 * processes are detected by SQLite's `data_version`, which is checked when the count is read, and on a timer
 * only while someone waits. It also counts their other commits, so a waiter may wake for nothing.
 */
export class JobChanges {
  readonly #dataVersion: Database.Statement
  readonly #database: Database.Database
  readonly #health: FileHealth
  readonly #changes = new ChangeCount()
  #seenDataVersion: unknown
  #isNoted = false
  #timer: NodeJS.Timeout | undefined

  constructor(database: Database.Database, health: FileHealth) {
    this.#database = database
    this.#health = health
    this.#dataVersion = database.prepare("PRAGMA data_version").pluck()
    this.#seenDataVersion = this.#dataVersion.get()
  }

  /** A write of the current group changes jobs. */
  noteInGroup(): void {
    this.#isNoted = true
  }

  /** The current group was answered. */
  publish(): void {
    if (!this.#isNoted) return
    this.#isNoted = false
    this.#bump()
  }

  readonly changes: Effect.Effect<number> = Effect.sync(() => {
    this.#look()
    return this.#changes.count
  })

  awaitChange(seen: number): Effect.Effect<void> {
    return Effect.suspend(() => {
      this.#look()
      if (this.#changes.count !== seen) return Effect.void
      this.#timer ??= everyMillis(lookMillis, () => this.#look())
      return Effect.onInterrupt(this.#changes.await(seen), () =>
        Effect.sync(() => this.#stopWhenNobodyWaits())
      )
    })
  }

  #look(): void {
    if (!this.#database.open) return
    let version: unknown
    try {
      version = this.#dataVersion.get()
    } catch (error) {
      // Busy for a moment; the next check sees the change.
      this.#health.note(error)
      return
    }
    if (version === this.#seenDataVersion) return
    this.#seenDataVersion = version
    this.#bump()
  }

  #bump(): void {
    this.#changes.bump()
    this.#stopWhenNobodyWaits()
  }

  #stopWhenNobodyWaits(): void {
    if (this.#changes.isAwaited) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
