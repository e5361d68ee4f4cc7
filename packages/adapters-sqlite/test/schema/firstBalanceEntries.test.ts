import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { assert, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { balanceEntryList, crowdedCount, ListReader } from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import Database from "better-sqlite3"
import { Effect } from "effect"
import { wrongCountsSql } from "../../src/lists/listSql.ts"

const fixture = new URL("../fixtures/version17.db.gz", import.meta.url)

it.effect("an older store with a crowded hour is upgraded to a statement that adds up", () =>
  Effect.gen(function* () {
    const filename = join(temporaryFolder(), "store.db")
    writeFileSync(filename, gunzipSync(readFileSync(fixture)))
    const old = new Database(filename)
    const { partnerId, last } = old
      .prepare(
        "SELECT partner_id AS partnerId, (SELECT max(seq) FROM journal_entries) AS last FROM accounts WHERE name = 'available'"
      )
      .get() as { readonly partnerId: string; readonly last: number }
    // Twenty in each millisecond of a moment here and there.
    old.exec(`WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${crowdedCount})
        INSERT INTO journal_entries (seq, partner_id, currency, kind, subject_id, at, limit_rule)
          SELECT ${last} + 1 + n, '${partnerId}', 'USDT', CASE n % 3 WHEN 0 THEN 'transit.credited' ELSE 'balance.adjusted' END, 's' || n,
              n / 20 * 33000 + 7, 'waived' FROM numbers;
      INSERT INTO postings (entry_seq, position, debit, credit, amount_minor)
        SELECT seq, 0, 'adjustments', 'available', 1 + seq % 97 FROM journal_entries WHERE seq > ${last};
      UPDATE accounts SET balance_minor = balance_minor + (SELECT sum(amount_minor) FROM postings WHERE entry_seq > ${last})
        WHERE partner_id = '${partnerId}' AND currency = 'USDT' AND name = 'available'`)
    old.close()
    const items = yield* Effect.provide(
      Effect.gen(function* () {
        const { page } = yield* ListReader
        const asked = { page: 1, limit: 5_000 }
        const all = yield* page(balanceEntryList, { partnerId }, {}, asked, Date.UTC(2100))
        const ofKind = yield* page(
          balanceEntryList,
          { partnerId },
          { kind: "transit.credited" },
          asked,
          Date.UTC(2100)
        )
        assert.deepStrictEqual(
          ofKind.items,
          all.items.filter(({ kind }) => kind === "transit.credited")
        )
        return all.items
      }),
      SqliteStore.layer({ filename, mode: "sandbox" })
    )
    assert.isAbove(items.length, crowdedCount)
    for (const [index, { amountMinor, availableAfterMinor }] of items.entries())
      assert.strictEqual(availableAfterMinor, (items[index + 1]?.availableAfterMinor ?? 0n) + amountMinor)
    const upgraded = new Database(filename, { readonly: true })
    assert.deepStrictEqual(upgraded.prepare(wrongCountsSql(balanceEntryList)).all(), [])
    const moments = upgraded.prepare(
      "SELECT count(*) FROM list_counts WHERE list = 'balanceEntries' AND grain = 'moment' AND status = 'sum'"
    )
    assert.strictEqual(moments.pluck().get(), 1 + crowdedCount / 20)
    upgraded.close()
  })
)
