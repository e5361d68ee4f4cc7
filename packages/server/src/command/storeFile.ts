import { Effect } from "effect"
import { readStoreConfiguration } from "../configuration/StoreConfiguration.ts"
import { StartRefused } from "../start/StartRefused.ts"

/** The SQLite file of a command that copies files, and its mode. PostgreSQL has tools of its own for that. */
export const storeFile = Effect.fnUntraced(function* (command: "backup" | "restore") {
  const { mode, store } = yield* Effect.tryPromise({
    try: () => readStoreConfiguration(process.env),
    catch: (error) => error
  })
  if (store._tag === "sqlite") return { filename: store.filename, mode }
  return yield* new StartRefused({
    message: `quittance ${command} works on a SQLite file, and QUITTANCE_DB names a PostgreSQL database: use pg_dump and pg_restore, or pg_basebackup with point-in-time recovery; see docs/guides/backup-and-restore.md.`
  })
})
