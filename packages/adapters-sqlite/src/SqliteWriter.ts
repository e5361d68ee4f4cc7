import type { StoreUnavailable } from "@quittance/core"
import { WorkQueue } from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { Context, Effect, Layer } from "effect"
import { acceptFronts } from "./remote/acceptFronts.ts"
import { writeVerbsOf } from "./remote/writeVerbs.ts"
import { openStore, type SqliteStoreOptions } from "./SqliteStore.ts"
import type { SqliteStoreRefused } from "./SqliteStoreRefused.ts"
import type { WriteQueue } from "./WriteQueue.ts"

export interface SqliteWriterOptions extends SqliteStoreOptions {
  /** The path of the socket, in a folder that only its owner may enter, because anyone who reaches it can write. */
  readonly socket: string
  /** How long fronts may take to leave when the scope closes; 9 s. */
  readonly leaveMillisMax?: number
}

/**
 * Owns the store and writes for the processes that connect with `SqliteFront`: the writes of all of them
 * share groups and flushes. When the scope closes, it waits for them to leave, then closes the store.
 */
export const SqliteWriter = {
  layer: (options: SqliteWriterOptions): Layer.Layer<never, SqliteStoreRefused | StoreUnavailable> =>
    Layer.effectDiscard(
      Effect.gen(function* () {
        const { leaveMillisMax = 9_000, socket } = options
        const { condition, database, ports, queue } = yield* openStore(options)
        yield* settleLog(database, queue)
        const verbs = writeVerbsOf(ports, condition)
        yield* acceptFronts(socket, verbs, Context.get(ports, WorkQueue), leaveMillisMax)
      })
    )
} as const

/**
 * Writes an empty group. A writer that was killed during a commit may have left a whole commit in the log that no
 * reader sees yet. This group overwrites it. So a commit that `committed` has denied can never come back when the log
 * is recovered later.
 */
const settleLog = (database: Database.Database, queue: WriteQueue): Effect.Effect<void, StoreUnavailable> => {
  const insert = database.prepare("INSERT INTO sandbox_records (collection, id, value) VALUES ('', '', '')")
  const remove = database.prepare("DELETE FROM sandbox_records WHERE collection = '' AND id = ''")
  return queue.submit(1, () => {
    insert.run()
    remove.run()
    return Effect.void
  })
}
