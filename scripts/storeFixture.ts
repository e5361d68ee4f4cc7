/**
 * Makes the fixtures of this version of the stored schema, one for each engine: a small sandbox with some of every
 * concept, which every later version opens, verifies and uses in its tests. Run it once before a release whose schema
 * has a new version, and commit the files. It overwrites none.
 *
 *     npm run fixture
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { gzipSync } from "node:zlib"
import { PostgresStore } from "@quittance/adapters-postgres"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { writeFixture } from "@quittance/testing"
import { testServer } from "@quittance/testing/postgres"
import { Client } from "pg"

const put = (engine: "sqlite" | "postgres", name: string, content: Buffer): void => {
  const path = new URL(`../packages/adapters-${engine}/test/fixtures/${name}.gz`, import.meta.url)
  writeFileSync(path, gzipSync(content, { level: 9 }), { flag: "wx" })
  console.log(`made ${path.pathname}`)
}

const sqlite = async (): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), "fixture-"))
  const filename = join(folder, "store.db")
  await writeFixture(SqliteStore.layer({ filename, mode: "sandbox" }))
  const database = new DatabaseSync(filename)
  const version = Number(database.prepare("PRAGMA user_version").get()?.user_version)
  // The anchor stays here.
  database.exec("UPDATE meta SET has_anchor = 0")
  database.exec("PRAGMA journal_mode = DELETE")
  database.exec("VACUUM")
  database.close()
  put("sqlite", `version${version}.db`, readFileSync(filename))
  rmSync(folder, { recursive: true })
  return version
}

/** The rows of each table as JSON, a line for each table. The server stays here. */
const postgres = async (version: number): Promise<void> => {
  const server = await testServer()
  const url = await server.newDatabase()
  await writeFixture(PostgresStore.layer({ url, mode: "sandbox" }))
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query("UPDATE meta SET server_id = NULL, timeline = NULL, database_oid = NULL")
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT tablename::text AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename"
  )
  const lines: Array<string> = []
  for (const { name } of tables) {
    const { rows } = await client.query(`SELECT coalesce(json_agg(t), '[]')::text AS rows FROM ${name} t`)
    lines.push(`${name} ${String(rows[0].rows).replaceAll("\n", "")}`)
  }
  await client.end()
  put("postgres", `version${version}.rows`, Buffer.from(`${lines.join("\n")}\n`))
  await server.own?.stop()
}

await postgres(await sqlite())
