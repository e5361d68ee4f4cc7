import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { conceptNamed, listIndexes, stateLists } from "@quittance/core/adapter"
import { type MissingParts, missingStep } from "@quittance/testing"
import { createStore, migrate } from "../../src/schema/migrate.ts"
import { firstVersion, schemaVersion, steps } from "../../src/schema/steps.ts"
import { version1 } from "../../src/schema/version1.ts"
import { adminOf } from "../server/admin.ts"
import { newDatabase } from "../server/newStore.ts"
import { conceptTable } from "./conceptTable.ts"
import { missingParts } from "./missingParts.ts"
import { shapeOf } from "./tableShapes.ts"

const concepts = [...conceptNamed.values()]

/** A store without steps, or with all of them. */
const made = async (known = steps) => {
  const client = await adminOf(await newDatabase())
  const put = (version: number) =>
    client.query(
      "INSERT INTO meta (id, schema_version, mode, created_at, store_id) VALUES (1, $1, 'sandbox', 0, '')",
      [version]
    )
  await createStore(client, put, known)
  return client
}

const versionOf = async (client: Awaited<ReturnType<typeof made>>) =>
  Number((await client.query("SELECT schema_version FROM meta")).rows[0].schema_version)

/** The table of a concept that no step makes. */
const wholeTable = (table: string, sql: string): MissingParts => ({
  table,
  columns: [],
  checks: [],
  indexes: [],
  counts: [],
  sql: [sql.trim()],
  faults: []
})

const assertNothing = (missing: ReadonlyArray<MissingParts>) => {
  const step = missingStep(schemaVersion + 1, missing)
  if (step !== undefined)
    assert.fail(
      `The definitions want what no store has. Put it into the step of the next release; if version ${schemaVersion} was released, append step ${schemaVersion + 1} to src/schema/steps.ts (see CONTRIBUTING.md):\n\n${step}`
    )
}

describe("the stored schema", () => {
  it("begins with version 1, which never changes", () => {
    assert.strictEqual(
      createHash("sha256").update(version1).digest("hex"),
      "20c8ad51c0a3ad6c3b5ddf23ff61842b6341f297fbd947d80d9058bab6c32d5b",
      "version 1 was released: change nothing in it, write a step (see CONTRIBUTING.md)"
    )
  })

  it("has one step for each version after it", () => {
    assert.deepStrictEqual(
      steps.map(({ version }) => version),
      steps.map((_, at) => firstVersion + 1 + at)
    )
  })

  it("is what the definitions say after all steps, in a new store and in an old one", async () => {
    const old = await made([])
    await migrate(old, firstVersion)
    for (const stored of [await made(), old]) {
      assert.strictEqual(await versionOf(stored), schemaVersion)
      await stored.query("CREATE SCHEMA wanted")
      const missing: Array<MissingParts> = []
      for (const concept of concepts) {
        const sql = conceptTable(concept)
        const found = await shapeOf(stored, concept.table)
        await stored.query("SET search_path = wanted")
        await stored.query(sql)
        const wanted = await shapeOf(stored, concept.table)
        await stored.query("RESET search_path")
        if (found === undefined) missing.push(wholeTable(concept.table, sql))
        else if (wanted !== undefined) missing.push(missingParts(concept.table, found, wanted))
      }
      assertNothing(missing)
    }
  })

  it("has the index of every list, and the one by which its items lapse", async () => {
    const stored = await made()
    for (const list of stateLists) {
      const { items, status } = list
      await stored.query(`CREATE SCHEMA of_${list.name}`)
      const names = Object.entries(listIndexes(list)).map(([name, made]) => {
        return { index: `${items.table}_${name}`, made: made.join(", ") }
      })
      const found = (await shapeOf(stored, items.table))?.indexes ?? {}
      // The server writes expressions in its own way.
      await stored.query(`CREATE TABLE of_${list.name}.${items.table} (LIKE ${items.table})`)
      await stored.query(`SET search_path = of_${list.name}`)
      for (const { index, made } of names)
        await stored.query(`CREATE INDEX ${index} ON ${items.table} (${made})`)
      const wanted = (await shapeOf(stored, items.table))?.indexes ?? {}
      await stored.query("RESET search_path")
      for (const { index } of names) assert.strictEqual(found[index], wanted[index])
      if (status?.lapse !== undefined) assert.property(found, `${items.table}_${status.lapse.index}`)
    }
  })

  it("gets each column in the version that its field says", async () => {
    const stored = await made([])
    for (const version of [firstVersion, ...steps.map((step) => step.version)]) {
      await migrate(
        stored,
        version - 1,
        steps.filter((step) => step.version === version)
      )
      for (const { columns, table } of concepts) {
        const found = (await shapeOf(stored, table))?.columns
        for (const { addedIn, name } of columns)
          if (found !== undefined && (addedIn ?? firstVersion) <= version)
            assert.property(found, name, `${name} of ${table} is added in version ${addedIn ?? firstVersion}`)
          else if (found !== undefined)
            assert.notProperty(found, name, `${name} of ${table} says added(${addedIn}), and is there before`)
      }
    }
  })
})
