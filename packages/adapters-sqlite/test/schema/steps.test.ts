import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { conceptNamed, endingsOfConcept, listIndexes, stateLists } from "@quittance/core/adapter"
import { type MissingParts, missingStep } from "@quittance/testing"
import Database from "better-sqlite3"
import { createStore, migrate } from "../../src/schema/migrate.ts"
import { firstVersion, schemaVersion, steps } from "../../src/schema/steps.ts"
import { version1 } from "../../src/schema/version1.ts"
import { conceptTable } from "./conceptTable.ts"
import { missingParts } from "./missingParts.ts"
import { partsNamed, shapeOf } from "./tableShapes.ts"

const made = () => {
  const database = new Database(":memory:")
  createStore(database, { mode: "sandbox", createdAt: 0 })
  return database
}

const concepts = [...conceptNamed.values()]

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
      "e201b94aa0c8bc7910e687c664d73c7244bbef83686e7ca10b18ae0b2a6fc337",
      "version 1 was released: change nothing in it, write a step (see CONTRIBUTING.md)"
    )
  })

  it("has one step for each version after it", () => {
    assert.deepStrictEqual(
      steps.map(({ version }) => version),
      steps.map((_, at) => firstVersion + 1 + at)
    )
  })

  it("is what the definitions say after all steps", () => {
    const stored = made()
    migrate(stored, firstVersion)
    const wanted = new Database(":memory:")
    const missing = concepts.flatMap((concept) => {
      const sql = conceptTable(concept)
      wanted.exec(sql)
      const found = shapeOf(stored, concept.table)
      if (found === undefined) return [wholeTable(concept.table, sql)]
      for (const ending of endingsOfConcept(concept.name)) {
        const name = `${concept.table}_${ending.index}`
        assert.deepStrictEqual(partsNamed(stored, name), partsNamed(wanted, name))
        assert.lengthOf(Object.keys(partsNamed(wanted, name)), 5)
      }
      const shape = shapeOf(wanted, concept.table)
      return shape === undefined ? [] : [missingParts(concept.table, found, shape)]
    })
    assertNothing(missing)
  })

  it("has the index of every list, and the one by which its items lapse", () => {
    const stored = made()
    migrate(stored, firstVersion)
    for (const list of stateLists) {
      const { items, status } = list
      const found = shapeOf(stored, items.table)?.indexes ?? {}
      for (const [name, made] of Object.entries(listIndexes(list)))
        assert.strictEqual(
          found[`${items.table}_${name}`],
          `CREATE INDEX ${items.table}_${name} ON ${items.table} (${made.join(", ")})`
        )
      if (status?.lapse !== undefined) assert.property(found, `${items.table}_${status.lapse.index}`)
    }
  })

  it("gets each column in the version that its field says", () => {
    const stored = made()
    for (const version of [firstVersion, ...steps.map((step) => step.version)]) {
      migrate(
        stored,
        version - 1,
        steps.filter((step) => step.version === version)
      )
      for (const { columns, table } of concepts) {
        const found = shapeOf(stored, table)?.columns
        for (const { addedIn, name } of columns)
          if (found !== undefined && (addedIn ?? firstVersion) <= version)
            assert.property(found, name, `${name} of ${table} is added in version ${addedIn ?? firstVersion}`)
          else if (found !== undefined)
            assert.notProperty(found, name, `${name} of ${table} says added(${addedIn}), and is there before`)
      }
    }
  })
})
