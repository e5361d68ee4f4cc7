import { StoreUnavailable } from "@quittance/core"
import type Database from "better-sqlite3"
import { Effect } from "effect"
import type { FileHealth } from "./FileHealth.ts"
import { whileBusy } from "./Pause.ts"
import { isBusy, unavailableOf } from "./SqliteFailure.ts"

/**
 * Reads the last committed state. A read is synchronous and is never blocked by writers. Only while another
 * process recovers or closes the file is it busy; then the read is tried again without blocking the event
 * loop.
 */
export class Reads {
  readonly #database: Database.Database
  readonly #begin: Database.Statement
  readonly #end: Database.Statement
  readonly #busyMillisMax: number
  readonly #health: FileHealth

  constructor(database: Database.Database, busyMillisMax: number, health: FileHealth) {
    this.#database = database
    this.#busyMillisMax = busyMillisMax
    this.#health = health
    this.#begin = database.prepare("BEGIN")
    this.#end = database.prepare("ROLLBACK")
  }

  /** One statement, or several whose results need not be consistent with each other. */
  read<A>(look: () => A): Effect.Effect<A, StoreUnavailable> {
    return Effect.suspend(() => {
      const gone = this.#health.unreadable
      if (gone !== undefined) return Effect.fail(gone)
      try {
        return Effect.succeed(look())
      } catch (error) {
        return this.#afterFailure(look, error)
      }
    })
  }

  #afterFailure<A>(look: () => A, first: unknown): Effect.Effect<A, StoreUnavailable> {
    const again = isBusy(first) ? whileBusy(look, this.#busyMillisMax) : Effect.fail(first)
    return Effect.catch(again, (error) => {
      if (!this.#database.open) {
        return Effect.fail(new StoreUnavailable({ outcome: "notWritten", reason: "the store is closed" }))
      }
      this.#health.note(error)
      const failure = unavailableOf(error, "notWritten") ?? unreadable(error)
      return failure === undefined ? Effect.die(error) : Effect.fail(failure)
    })
  }

  /** Several statements on the state of one commit. */
  readTogether<A>(look: () => A): Effect.Effect<A, StoreUnavailable> {
    return this.read(() => {
      this.#begin.run()
      try {
        return look()
      } finally {
        if (this.#database.inTransaction) this.#end.run()
      }
    })
  }
}

/**
 * A text in a row that is not the JSON or the number that a commit wrote: the row was changed by another
 * program.
 */
const unreadable = (error: unknown): StoreUnavailable | undefined =>
  error instanceof SyntaxError
    ? new StoreUnavailable({ outcome: "notWritten", reason: `a row cannot be read: ${error.message}` })
    : undefined
