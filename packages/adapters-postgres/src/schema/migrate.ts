import type { ClientBase } from "pg"
import { rolledBack } from "../connect/exchange.ts"
import { isContention } from "../connect/failure.ts"
import { pause } from "../Pause.ts"
import { distributeTables, partnersIn } from "./distribution.ts"
import type { Step } from "./Step.ts"
import { steps, versionAfter } from "./steps.ts"
import { version1 } from "./version1.ts"

/** Held by the one process that creates or migrates a store: "Qtnc" in ASCII. */
const migrationLock = 0x51746e63

/** How often a process that waits for another one's migration looks again. */
const lookMillis = 100

/**
 * Returns whether this process is the one to create or migrate the store, and keeps others out until its session ends;
 * false when another one `isDone` with it. It asks again and again: a statement that waits would hold up the making of
 * an index, which waits for all older statements.
 */
export const isTheOne = async (client: ClientBase, isDone: () => Promise<boolean>): Promise<boolean> => {
  for (;;) {
    const { rows } = await client.query("SELECT pg_try_advisory_lock($1) AS is_alone", [migrationLock])
    if (await isDone()) return false
    if (rows[0].is_alone === true) return true
    await new Promise<void>((resolve) => pause(lookMillis, resolve))
  }
}

/** Creates a store in an empty schema, in one transaction. `put` writes what it is. */
export const createStore = async (
  client: ClientBase,
  put: (version: number) => Promise<unknown>,
  known: ReadonlyArray<Step> = steps
): Promise<void> => {
  await client.query("BEGIN READ WRITE")
  await client.query(version1)
  for (const step of known)
    for (const statement of [
      ...statementsOf(step),
      ...(step.indexes ?? []).map((index) => `CREATE INDEX ${index}`),
      ...validationsOf(step)
    ])
      await client.query(statement)
  await put(versionAfter(known))
  await client.query("COMMIT")
}

/**
 * Takes the steps that a store of this version lacks, each while others read and write. They may be of the version
 * before until the last statement of a step, which says that the store is of the next one.
 */
export const migrate = async (
  client: ClientBase,
  version: number,
  known: ReadonlyArray<Step> = steps
): Promise<void> => {
  await client.query("SET statement_timeout = 0")
  for (const step of known) if (step.version > version) await take(client, step)
}

const take = async (client: ClientBase, step: Step): Promise<void> => {
  // New tables are placed like the others.
  const isSpread = (await partnersIn(client)) === "one"
  for (const statement of statementsOf(step))
    await shortly(client, async () => {
      await client.query(statement)
      if (isSpread && statement === step.sql) await distributeTables(client, undefined, () => {})
    })
  for (const index of step.indexes ?? []) await makeIndex(client, index)
  for (const statement of validationsOf(step)) await client.query(statement)
  await shortly(client, async () => {
    // Every commit reads `meta` first: those that have read it are waited for, and who comes later finds the next
    // version.
    if (step.counts !== undefined) await client.query("LOCK TABLE meta IN ACCESS EXCLUSIVE MODE")
    for (const statement of step.counts ?? []) await client.query(statement)
    await client.query("UPDATE meta SET schema_version = $1", [step.version])
  })
}

/** What changes tables without reading their rows. */
const statementsOf = ({ checks = {}, columns = {}, sql }: Step): ReadonlyArray<string> => [
  ...(sql === undefined ? [] : [sql]),
  ...Object.entries(columns).flatMap(([table, added]) =>
    added.map((column) => `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS ${column}`)
  ),
  ...Object.entries(checks).flatMap(([table, changed]) =>
    changed.map(({ check, name }) =>
      [
        `ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${name}`,
        ...(check === undefined ? [] : [`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${check} NOT VALID`])
      ].join("; ")
    )
  )
]

/** What reads all rows of a table, while others read and write them. */
const validationsOf = ({ checks = {} }: Step): ReadonlyArray<string> =>
  Object.entries(checks).flatMap(([table, changed]) =>
    changed.flatMap(({ check, name }) =>
      check === undefined ? [] : [`ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`]
    )
  )

/** How long a statement that needs a table for itself waits for it; who comes after it waits as long. */
const lockMillisMax = 300

/** Between two attempts, for those who waited. */
const restMillis = 1_000

/** So many attempts: a minute and a half. */
const attemptsMax = 70

/**
 * Runs a change of tables that takes milliseconds, when the tables are free: others never wait longer than
 * `lockMillisMax` for it.
 */
const shortly = async (client: ClientBase, change: () => Promise<void>): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query("BEGIN READ WRITE")
      await client.query(`SET LOCAL lock_timeout = ${lockMillisMax}`)
      await change()
      await client.query("COMMIT")
      return
    } catch (error) {
      await rolledBack(client)
      if (!isContention(error) || attempt === attemptsMax) throw error
    }
    await new Promise<void>((resolve) => pause(restMillis, resolve))
  }
}

/**
 * Makes an index while others write. What a killed process left of it is removed first: it is kept up to date and never
 * used.
 */
const makeIndex = async (client: ClientBase, index: string): Promise<void> => {
  const [name] = index.split(" ")
  const { rowCount } = await client.query(
    "SELECT FROM pg_index WHERE indexrelid = to_regclass(quote_ident(current_schema()) || '.' || $1) AND NOT indisvalid",
    [name]
  )
  if (rowCount !== 0) await client.query(`DROP INDEX CONCURRENTLY ${name}`)
  await client.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${index}`)
}
