import { type DataKey, DataKeys } from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { Effect } from "effect"
import type { Reads } from "./Reads.ts"
import type { WriteQueue } from "./WriteQueue.ts"

/** Wrapped data keys as rows of `data_keys`. */
export const sqliteDataKeys = (
  database: Database.Database,
  queue: WriteQueue,
  reads: Reads
): DataKeys["Service"] => {
  const all = database.prepare(
    "SELECT id, key_id AS keyId, wrapped, created_at AS createdAt FROM data_keys ORDER BY seq"
  )
  const add = database.prepare(
    "INSERT INTO data_keys (id, key_id, wrapped, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
  )
  const rewrap = database.prepare("UPDATE data_keys SET key_id = ?, wrapped = ? WHERE id = ? AND wrapped = ?")
  return DataKeys.of({
    all: reads.read(() => all.all() as ReadonlyArray<DataKey>),
    add: ({ createdAt, id, keyId, wrapped }) =>
      queue.submit(1, () => {
        add.run(id, keyId, wrapped, createdAt)
        return Effect.void
      }),
    rewrap: ({ id, keyId, wrapped }, before) =>
      queue.submit(1, () => Effect.succeed(rewrap.run(keyId, wrapped, id, before).changes === 1))
  })
}
