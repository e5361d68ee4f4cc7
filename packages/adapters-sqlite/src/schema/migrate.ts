import type Database from "better-sqlite3"
import type { Step } from "./Step.ts"
import { firstVersion, steps } from "./steps.ts"
import { replaced, withColumns } from "./tableText.ts"
import { version1 } from "./version1.ts"

/** Marks a SQLite file as our store: "Qtnc" in ASCII, in the header field for application ids. */
export const applicationId = 0x51746e63

/** Makes a store of the first version in an empty file. The caller holds the write lock. */
export const createStore = (
  database: Database.Database,
  { createdAt, mode }: { readonly mode: "sandbox" | "live"; readonly createdAt: number }
): void => {
  database.exec(version1)
  database
    .prepare(
      `INSERT INTO meta (id, mode, created_at, last_fence, store_id, anchor_ids)
        SELECT 1, ?, ?, 0, id, id FROM (SELECT lower(hex(randomblob(16))) AS id)`
    )
    .run(mode, createdAt)
  database.pragma(`application_id = ${applicationId}`)
  database.pragma(`user_version = ${firstVersion}`)
}

/**
 * Takes the steps that a store of this version lacks. The caller holds the write lock and has read the version under
 * it, so that two processes that start at once do it once; all steps are committed together or not at all. Readers go
 * on meanwhile.
 */
export const migrate = (
  database: Database.Database,
  version: number,
  known: ReadonlyArray<Step> = steps
): void => {
  for (const step of known) {
    if (step.version <= version) continue
    take(database, step)
    database.pragma(`user_version = ${step.version}`)
  }
}

const take = (database: Database.Database, { checks = {}, columns = {}, sql = "" }: Step): void => {
  const changes = new Map<string, string>()
  const definition = database
    .prepare("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?")
    .pluck()
  const change = (table: string, changed: (before: string) => string): void => {
    changes.set(table, changed(changes.get(table) ?? String(definition.get(table))))
  }
  for (const [table, added] of Object.entries(columns)) change(table, (before) => withColumns(before, added))
  for (const [table, changed] of Object.entries(checks))
    for (const { from, to } of changed) change(table, (before) => replaced(before, from, to))
  if (changes.size > 0) redefine(database, changes)
  database.exec(sql)
  for (const table of Object.keys(checks)) checkRows(database, table)
}

/**
 * Changes the definitions of tables as https://www.sqlite.org/lang_altertable.html describes it: no row is rewritten. A
 * definition that SQLite cannot read fails here, and the caller takes everything back.
 */
const redefine = (database: Database.Database, definitions: ReadonlyMap<string, string>): void => {
  const put = (): void => {
    const update = database.prepare("UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?")
    for (const [table, definition] of definitions) update.run(definition, table)
  }
  database.unsafeMode(true)
  try {
    database.pragma("writable_schema = ON")
    put()
    // Tells every connection to read the definitions again, this one too.
    database.pragma(`schema_version = ${Number(database.pragma("schema_version", { simple: true })) + 1}`)
    database.pragma("writable_schema = RESET")
  } finally {
    database.pragma("writable_schema = OFF")
    database.unsafeMode(false)
  }
  for (const table of definitions.keys()) database.prepare(`SELECT * FROM ${table} LIMIT 1`).get()
}

/** Every row of the table fits its definition. */
const checkRows = (database: Database.Database, table: string): void => {
  const [found] = database.pragma(`quick_check(${table})`) as ReadonlyArray<{ readonly quick_check: string }>
  if (found?.quick_check !== "ok")
    throw new Error(`after the step, ${table} is not as its definition says: ${found?.quick_check}`)
}
