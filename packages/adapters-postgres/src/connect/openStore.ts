import type { Mode } from "@quittance/core"
import { Effect } from "effect"
import { Client } from "pg"
import { PostgresStoreRefused } from "../PostgresStoreRefused.ts"
import { migrations, schemaVersion } from "../schema/migrations.ts"
import { reasonOf } from "./failure.ts"

export interface OpenOptions {
  readonly url: string
  readonly mode: Mode
  readonly readonly: boolean
  readonly createdAt: number
}

/** Serialises migrations of processes that start at once: "Qtnc" in ASCII. */
const migrationLock = 0x51746e63

/** Creates the store in an empty database, or brings it to the current schema. Processes that start at once do it once. */
export const openStore = (options: OpenOptions): Effect.Effect<void, PostgresStoreRefused> =>
  Effect.tryPromise({
    try: () => prepare(options),
    catch: (error) =>
      error instanceof PostgresStoreRefused
        ? error
        : new PostgresStoreRefused({
            reason: "broken",
            message: `the database cannot be opened: ${reasonOf(error)}.`
          })
  })

const prepare = async ({ createdAt, mode, url }: OpenOptions): Promise<void> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on("error", () => {})
  await client.connect()
  try {
    await client.query("BEGIN")
    await client.query(`SELECT pg_advisory_xact_lock(${migrationLock})`)
    const found = await client.query("SELECT to_regclass('meta') IS NOT NULL AS there")
    const version = found.rows[0].there
      ? Number((await client.query("SELECT schema_version FROM meta")).rows[0].schema_version)
      : 0
    for (const step of migrations.slice(version)) await client.query(step)
    if (version === 0) {
      await client.query(
        "INSERT INTO meta (id, schema_version, mode, created_at, store_id) VALUES (1, $1, $2, $3, replace(gen_random_uuid()::text, '-', ''))",
        [schemaVersion, mode, createdAt]
      )
    } else if (version < schemaVersion) {
      await client.query("UPDATE meta SET schema_version = $1", [schemaVersion])
    }
    await client.query("COMMIT")
  } finally {
    await client.end()
  }
}
