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
  readonly #waiting = new Set<() => void>()
  #seenDataVersion: unknown
  #count = 0
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
    return this.#count
  })

  awaitChange(seen: number): Effect.Effect<void> {
    return Effect.callback<void>((resume) => {
      this.#look()
      if (this.#count !== seen) return resume(Effect.void)
      const wake = (): void => resume(Effect.void)
      this.#waiting.add(wake)
      this.#timer ??= everyMillis(lookMillis, () => this.#look())
      return Effect.sync(() => {
        this.#waiting.delete(wake)
        this.#stopWhenNobodyWaits()
      })
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
    this.#count += 1
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    this.#stopWhenNobodyWaits()
    for (const wake of waiting) wake()
  }

  #stopWhenNobodyWaits(): void {
    if (this.#waiting.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
