import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { assert, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { crowdedCount, ListReader, payoutList } from "@quittance/core/adapter"
import { firstCounts, temporaryFolder } from "@quittance/testing"
import Database from "better-sqlite3"
import { Effect } from "effect"
import { wrongCountsSql } from "../../src/lists/listSql.ts"

const fixture = new URL("../fixtures/version17.db.gz", import.meta.url)

it.effect("an older store with a crowded hour is upgraded to its counts by moments", () =>
  Effect.gen(function* () {
    const filename = join(temporaryFolder(), "store.db")
    writeFileSync(filename, gunzipSync(readFileSync(fixture)))
    const old = new Database(filename)
    const columns = old.prepare("SELECT name FROM pragma_table_info('payouts')").pluck().all()
    const copied = columns.map((name) =>
      name === "created_at"
        ? "created_at / 3600000 * 3600000 + n"
        : ["id", "idempotency_key", "reference"].includes(String(name))
          ? `${name} || n`
          : name
    )
    old.exec(`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n <= ${crowdedCount})
      INSERT INTO payouts (${columns.join(", ")})
        SELECT ${copied.join(", ")} FROM (SELECT * FROM payouts ORDER BY id LIMIT 2) CROSS JOIN numbers;
      DELETE FROM list_counts WHERE list = 'payouts'`)
    for (const counts of firstCounts("payouts", ["payouts_by_status"])) old.exec(counts)
    const { partnerId } = old.prepare("SELECT partner_id AS partnerId FROM payouts LIMIT 1").get() as {
      partnerId: string
    }
    old.close()
    const { total } = yield* Effect.provide(
      Effect.flatMap(ListReader, ({ page }) =>
        page(payoutList, { partnerId }, {}, { page: 200, limit: 20 }, Date.UTC(2100))
      ),
      SqliteStore.layer({ filename, mode: "sandbox" })
    )
    const upgraded = new Database(filename, { readonly: true })
    assert.strictEqual(
      total,
      upgraded.prepare("SELECT count(*) FROM payouts WHERE partner_id = ?").pluck().get(partnerId)
    )
    assert.deepStrictEqual(upgraded.prepare(wrongCountsSql(payoutList)).all(), [])
    assert.isAbove(
      Number(upgraded.prepare("SELECT count(*) FROM list_counts WHERE grain = 'moment'").pluck().get()),
      0
    )
    upgraded.close()
  })
)
