import { SandboxStore } from "@quittance/core"
import type Database from "better-sqlite3"
import { Effect, Option } from "effect"
import type { Reads } from "./Reads.ts"
import type { WriteQueue } from "./WriteQueue.ts"

/** What the simulated outside remembers, in a table of its own. */
export const sqliteSandboxStore = (
  database: Database.Database,
  queue: WriteQueue,
  reads: Reads
): SandboxStore["Service"] => {
  const insert = database.prepare(
    "INSERT INTO sandbox_records (collection, id, value) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
  )
  const put = database.prepare(
    "INSERT INTO sandbox_records (collection, id, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"
  )
  const get = database.prepare("SELECT value FROM sandbox_records WHERE collection = ? AND id = ?").pluck()
  const list = database.prepare(
    `SELECT id, value FROM sandbox_records
      WHERE collection = @collection AND id >= @prefix AND id < @prefix || char(0x10FFFF) ORDER BY id`
  )
  return SandboxStore.of({
    insert: (collection, id, value) =>
      queue.submit(1, () => Effect.succeed(insert.run(collection, id, value).changes === 1)),
    put: (collection, id, value) =>
      queue.submit(1, () => {
        put.run(collection, id, value)
        return Effect.void
      }),
    get: (collection, id) =>
      reads.read(() => Option.fromUndefinedOr(get.get(collection, id) as string | undefined)),
    list: (collection, prefix) =>
      reads.read(
        () => list.all({ collection, prefix }) as Array<{ readonly id: string; readonly value: string }>
      )
  })
}
