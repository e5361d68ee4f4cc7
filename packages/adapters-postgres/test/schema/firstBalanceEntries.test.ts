import { assert, it } from "@effect/vitest"
import { PostgresStore } from "@quittance/adapters-postgres"
import { balanceEntryList, crowdedCount, ListReader } from "@quittance/core/adapter"
import { Effect } from "effect"
import { wrongCountsSql } from "../../src/lists/wrongCountsSql.ts"
import { firstBalanceEntries } from "../../src/schema/firstBalanceEntries.ts"
import { adminOf } from "../server/admin.ts"
import { newDatabase } from "../server/newStore.ts"

it.effect("the crowded hours of an older store get a statement that adds up", () =>
  Effect.gen(function* () {
    const url = yield* Effect.promise(newDatabase)
    const store = PostgresStore.layer({ url, mode: "sandbox" })
    yield* Effect.provide(Effect.void, store)
    const admin = yield* Effect.promise(() => adminOf(url))
    // Twenty in each millisecond of a moment here and there, half of which leave `available` as it was.
    yield* Effect.promise(async () => {
      await admin.query(`INSERT INTO journal_entries (partner_id, event_id, place, currency, kind, subject_id, at, limit_rule, debits, credits, amounts_minor)
        SELECT 'prt_1', 'evt_' || n / 2, n % 2, 'USDT', CASE n % 3 WHEN 0 THEN 'transit.credited' ELSE 'balance.adjusted' END, 's' || n,
            n / 20 * 16000 + 7, 'waived', ARRAY['adjustments'], ARRAY[CASE n / 2 % 2 WHEN 0 THEN 'available' ELSE 'payoutFees' END], ARRAY[1 + n % 97]
          FROM generate_series(0, ${2 * crowdedCount - 1}) AS n`)
      await admin.query(`INSERT INTO accounts (partner_id, currency, name, balance_minor)
        SELECT 'prt_1', 'USDT', 'available', sum(amount_minor) FROM postings WHERE credit = 'available'`)
      for (const sql of firstBalanceEntries) await admin.query(sql)
      assert.deepStrictEqual((await admin.query(wrongCountsSql(balanceEntryList))).rows, [])
      const { rows } = await admin.query(
        "SELECT count(*)::int AS count FROM list_counts WHERE list = 'balanceEntries' AND grain = 'moment' AND status = 'sum'"
      )
      assert.deepStrictEqual(rows, [{ count: crowdedCount / 10 }])
    })
    yield* Effect.gen(function* () {
      const { page } = yield* ListReader
      const [owner, asked, now] = [{ partnerId: "prt_1" }, { page: 1, limit: 5_000 }, Date.UTC(2100)]
      const { items } = yield* page(balanceEntryList, owner, {}, asked, now)
      assert.lengthOf(items, crowdedCount)
      for (const [index, { amountMinor, availableAfterMinor }] of items.entries())
        assert.strictEqual(availableAfterMinor, (items[index + 1]?.availableAfterMinor ?? 0n) + amountMinor)
      const ofKind = yield* page(balanceEntryList, owner, { kind: "transit.credited" }, asked, now)
      assert.deepStrictEqual(
        ofKind.items,
        items.filter(({ kind }) => kind === "transit.credited")
      )
    }).pipe(Effect.provide(store))
  }).pipe(Effect.scoped)
)
