import { raiseAlert, type StoreCondition } from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { Effect, Exit } from "effect"
import { FileHealth } from "./FileHealth.ts"
import type { LogLengths } from "./FileWatch.ts"
import { sqliteCode } from "./SqliteFailure.ts"
import type { WriteQueue } from "./WriteQueue.ts"

/** The health of an open file; changes are logged. */
export const fileHealthOf = (filename: string): Effect.Effect<FileHealth> =>
  Effect.map(Effect.context<never>(), (context) => {
    const run = Effect.runSyncWith(context)
    return new FileHealth(filename, ({ _tag }, message) => run(logged(_tag, message)))
  })

const logged = (condition: StoreCondition["_tag"], message: string): Effect.Effect<void> => {
  switch (condition) {
    case "sound":
      return Effect.logInfo(message)
    case "full":
    case "away":
    case "upgraded":
      return Effect.logError(message)
    case "damaged":
    case "gone":
      return raiseAlert(`store.${condition}`, message)
  }
}

/** So many pages that a file or log without free space cannot hold them. */
const probeBytes = 64 * 1_024

/** Writes a row of many pages and deletes it again, in a group of its own. */
export const roomProbe = (
  database: Database.Database,
  queue: WriteQueue,
  groupWeightMax: number
): FileHealth["probe"] => {
  const insert = database.prepare("INSERT INTO sandbox_records (collection, id, value) VALUES ('', '', ?)")
  const remove = database.prepare("DELETE FROM sandbox_records WHERE collection = '' AND id = ''")
  const write = queue.submit(groupWeightMax + 1, () => {
    insert.run("x".repeat(probeBytes))
    remove.run()
    return Effect.void
  })
  return (found) => {
    Effect.runCallback(write, { onExit: (exit) => found(Exit.isSuccess(exit)) })
  }
}

/** Copies the log into the file. Nothing that is read changes by that. */
export const logSaver =
  (database: Database.Database): FileHealth["saveLog"] =>
  () => {
    try {
      const [{ checkpointed, log } = { checkpointed: 0, log: -1 }] = database.pragma(
        "wal_checkpoint(PASSIVE)"
      ) as ReadonlyArray<LogLengths>
      return checkpointed === log
    } catch (error) {
      if (sqliteCode(error) === undefined) throw error
      return false
    }
  }
