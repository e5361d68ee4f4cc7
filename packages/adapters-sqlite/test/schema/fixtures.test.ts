import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { Auditor } from "@quittance/core"
import { conceptNamed } from "@quittance/core/adapter"
import { temporaryFolder, useFixture } from "@quittance/testing"
import Database from "better-sqlite3"
import { Effect, Layer } from "effect"
import { schemaVersion } from "../../src/schema/steps.ts"

/** Events of before there were actors, which came with version 20. */
const actorsVersion = 20
const actorless = "SELECT count(*) FROM events WHERE actor IS NULL"

const fixtures = new URL("../fixtures/", import.meta.url)

describe("a store that an earlier version made", () => {
  for (const name of readdirSync(fixtures))
    it(`${name} is upgraded, verified and used`, async () => {
      const filename = join(temporaryFolder(), "store.db")
      writeFileSync(filename, gunzipSync(readFileSync(new URL(name, fixtures))))
      const found = new Database(filename, { readonly: true })
      const version = Number(found.pragma("user_version", { simple: true }))
      assert.strictEqual(`version${version}.db.gz`, name)
      for (const { table } of conceptNamed.values()) {
        const isThere = found.prepare("SELECT count(*) FROM sqlite_schema WHERE name = ?").pluck().get(table)
        if (isThere === 1)
          assert.isAbove(Number(found.prepare(`SELECT count(*) FROM ${table}`).pluck().get()), 0, table)
      }
      found.close()
      assert.deepStrictEqual(await useFixture(SqliteStore.layer({ filename, mode: "sandbox" })), {
        faults: [],
        payoutCount: 31
      })
      const used = new Database(filename)
      assert.strictEqual(used.pragma("user_version", { simple: true }), schemaVersion)
      assert.deepStrictEqual(used.pragma("integrity_check"), [{ integrity_check: "ok" }])
      assert.strictEqual(Number(used.prepare(actorless).pluck().get()) > 100, version < actorsVersion)
      used.exec("UPDATE events SET actor = 'customer' WHERE seq = 7")
      used.close()
      const faults = Effect.flatMap(Auditor, ({ verify }) => verify).pipe(
        Effect.provide(Layer.provide(Auditor.layer, SqliteStore.layer({ filename, mode: "sandbox" })))
      )
      assert.match((await Effect.runPromise(faults)).faults.join("\n"), /^the chain is broken at events? /m)
    })
})
