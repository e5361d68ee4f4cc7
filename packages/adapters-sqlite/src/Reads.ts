import { StoreUnavailable } from "@quittance/core"
import type Database from "better-sqlite3"
import { Effect } from "effect"
import type { FileHealth } from "./FileHealth.ts"
import { unavailableOf } from "./SqliteFailure.ts"
import { whileBusy } from "./whileBusy.ts"

/**
 * Reads of what was last committed. A read is synchronous and writers never block it; only while another process recovers
 * or closes the file is it busy, and then it is tried again without blocking the event loop.
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

  /** One statement, or several whose results need not fit together. */
  read<A>(look: () => A): Effect.Effect<A, StoreUnavailable> {
    return Effect.catch(whileBusy(look, this.#busyMillisMax), (error) => {
      if (!this.#database.open) {
        return Effect.fail(new StoreUnavailable({ outcome: "notWritten", reason: "the store is closed" }))
      }
      this.#health.note(error)
      const failure = unavailableOf(error, "notWritten") ?? unreadable(error)
      return failure === undefined ? Effect.die(error) : Effect.fail(failure)
    })
  }

  /** Several statements as of one commit. */
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

/** Text of a row that is not the JSON or the number that a commit wrote: somebody changed it. */
const unreadable = (error: unknown): StoreUnavailable | undefined =>
  error instanceof SyntaxError
    ? new StoreUnavailable({ outcome: "notWritten", reason: `a row cannot be read: ${error.message}` })
    : undefined
