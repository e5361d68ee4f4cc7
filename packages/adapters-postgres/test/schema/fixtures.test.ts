import { readdirSync, readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { PostgresStore } from "@quittance/adapters-postgres"
import { conceptNamed } from "@quittance/core/adapter"
import { useFixture } from "@quittance/testing"
import { createStore } from "../../src/schema/migrate.ts"
import { schemaVersion, steps } from "../../src/schema/steps.ts"
import { faultsOf } from "../readers/faultsOf.ts"
import { adminOf } from "../server/admin.ts"
import { newDatabase } from "../server/newStore.ts"

const fixtures = new URL("../fixtures/", import.meta.url)

describe("a store that an earlier version made", () => {
  for (const name of readdirSync(fixtures))
    it(`${name} is upgraded, verified and used`, async () => {
      const version = Number(/\d+/.exec(name)?.[0])
      const url = await newDatabase()
      const admin = await adminOf(url)
      const stepsOfThen = steps.filter((step) => step.version <= version)
      await createStore(admin, () => Promise.resolve(), stepsOfThen)
      const lines = gunzipSync(readFileSync(new URL(name, fixtures)))
        .toString()
        .trimEnd()
        .split("\n")
      const tables = lines.map((line) => [
        line.slice(0, line.indexOf(" ")),
        line.slice(line.indexOf(" ") + 1)
      ])
      for (const [table, rows] of tables)
        await admin.query(
          `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${table}, $1)`,
          [rows]
        )
      await admin.query("SELECT setval('fences', 1000000)")
      for (const { table } of conceptNamed.values())
        if (tables.some(([known]) => known === table))
          assert.isAbove(Number((await admin.query(`SELECT count(*) FROM ${table}`)).rows[0].count), 0, table)
      assert.deepStrictEqual(await useFixture(PostgresStore.layer({ url, mode: "sandbox" })), {
        faults: [],
        payoutCount: 31
      })
      const { rows } = await admin.query("SELECT greatest(schema_version, 10)::int AS version FROM meta")
      assert.deepStrictEqual(rows, [{ version: schemaVersion }])
      // What was there before it was counted.
      await admin.query(
        "DELETE FROM events WHERE id = (SELECT max(id) FROM events WHERE checksum IS NULL AND digests = '')"
      )
      assert.match((await faultsOf(url)).join("\n"), /^1 of the \d+ events of \S+ on \S+ are missing$/)
    })
})
