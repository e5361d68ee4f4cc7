import type Database from "better-sqlite3"
import { Effect, Exit } from "effect"
import { FileHealth } from "./FileHealth.ts"
import type { WriteQueue } from "./WriteQueue.ts"

/** The health of an open file; changes are logged. */
export const fileHealthOf = (filename: string): Effect.Effect<FileHealth> =>
  Effect.map(Effect.context<never>(), (context) => {
    const run = Effect.runSyncWith(context)
    return new FileHealth(filename, ({ _tag }, message) =>
      run(_tag === "sound" ? Effect.logInfo(message) : Effect.logError(message))
    )
  })

/** So many pages that a file or log without free space cannot hold them. */
const probeBytes = 64 * 1_024

/** Writes a row of many pages and deletes it again, in a group of its own. */
export const roomProbe = (
  database: Database.Database,
  queue: WriteQueue,
  groupWeightMax: number
): FileHealth["probe"] => {
  const put = database.prepare("INSERT INTO sandbox_records (collection, id, value) VALUES ('', '', ?)")
  const forget = database.prepare("DELETE FROM sandbox_records WHERE collection = '' AND id = ''")
  const write = queue.submit(groupWeightMax + 1, () => {
    put.run("x".repeat(probeBytes))
    forget.run()
    return Effect.void
  })
  return (found) => {
    Effect.runCallback(write, { onExit: (exit) => found(Exit.isSuccess(exit)) })
  }
}
