import type { LinkBase } from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { Effect, Option } from "effect"
import type { Reads } from "./Reads.ts"
import type { WriteQueue } from "./WriteQueue.ts"

/** A cell of `meta`. */
export const sqliteLinkBase = (
  database: Database.Database,
  queue: WriteQueue,
  reads: Reads
): LinkBase["Service"] => {
  const find = database.prepare("SELECT public_url FROM meta").pluck()
  const put = database.prepare("UPDATE meta SET public_url = ?")
  return {
    current: reads.read(() => Option.fromNullOr(find.get() as string | null)),
    note: (publicUrl) =>
      queue.submit(1, () => {
        put.run(publicUrl)
        return Effect.void
      })
  }
}
