import { StoreUnavailable } from "@quittance/core"
import type Database from "better-sqlite3"
import { Effect } from "effect"
import { BusyBackoff } from "./BusyBackoff.ts"
import { pause } from "./Pause.ts"
import { isBusy, unavailableOf } from "./SqliteFailure.ts"

/**
 * Reads of what was last committed. A read is synchronous and writers never block it; only while another process recovers
 * or closes the file is it busy, and then it is tried again without blocking the event loop.
 */
export class Reads {
  readonly #database: Database.Database
  readonly #begin: Database.Statement
  readonly #end: Database.Statement
  readonly #busyMillisMax: number

  constructor(database: Database.Database, busyMillisMax: number) {
    this.#database = database
    this.#busyMillisMax = busyMillisMax
    this.#begin = database.prepare("BEGIN")
    this.#end = database.prepare("ROLLBACK")
  }

  /** One statement, or several whose results need not fit together. */
  read<A>(look: () => A): Effect.Effect<A, StoreUnavailable> {
    return Effect.suspend(() => {
      try {
        return Effect.succeed(look())
      } catch (error) {
        return isBusy(error) ? this.#again(look) : failed(this.#database, error)
      }
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

  #again<A>(look: () => A): Effect.Effect<A, StoreUnavailable> {
    const backoff = new BusyBackoff(this.#busyMillisMax)
    return Effect.callback<A, StoreUnavailable>((resume) => {
      let timer: NodeJS.Timeout
      const attempt = (busy: unknown): void => {
        const millis = backoff.next()
        if (millis === undefined) {
          resume(failed(this.#database, busy))
          return
        }
        timer = pause(millis, () => {
          try {
            resume(Effect.succeed(look()))
          } catch (error) {
            if (isBusy(error)) attempt(error)
            else resume(failed(this.#database, error))
          }
        })
      }
      attempt(undefined)
      return Effect.sync(() => clearTimeout(timer))
    })
  }
}

const failed = (database: Database.Database, error: unknown): Effect.Effect<never, StoreUnavailable> => {
  if (!database.open) {
    return Effect.fail(new StoreUnavailable({ outcome: "notWritten", reason: "the store is closed" }))
  }
  const failure = unavailableOf(error, "notWritten")
  return failure === undefined ? Effect.die(error) : Effect.fail(failure)
}
