import { assert, it } from "@effect/vitest"
import { PostgresStore } from "@quittance/adapters-postgres"
import { stateLists } from "@quittance/core/adapter"
import { firstCounts, firstSplits } from "@quittance/testing"
import { Effect } from "effect"
import { wrongCountsSql } from "../../src/lists/wrongCountsSql.ts"
import { firstMoments } from "../../src/schema/firstMoments.ts"
import { fill } from "../readers/filledTables.ts"
import { adminOf } from "../server/admin.ts"
import { newDatabase } from "../server/newStore.ts"

it.effect("the crowded hours of an older store get their counts by moments", () =>
  Effect.gen(function* () {
    const url = yield* Effect.promise(newDatabase)
    yield* Effect.provide(Effect.void, PostgresStore.layer({ url, mode: "sandbox" }))
    const admin = yield* Effect.promise(() => adminOf(url))
    yield* Effect.promise(async () => {
      const tables = new Set(stateLists.map(({ items }) => items.table))
      for (const table of tables) {
        // Half are of one hour, which is crowded, and the others of hours that are not.
        const createdAt = "CASE WHEN n % 2 = 0 THEN n * 150 ELSE n::bigint * 3600000 END"
        await fill(admin, table, {
          partner_id: "'prt_1'",
          endpoint_id: "'whk_1'",
          created_at: createdAt
        })
      }
      for (const { index, items } of stateLists)
        for (const counts of firstCounts(items.table, [`${items.table}_${index}`])) await admin.query(counts)
      for (const counts of firstMoments) await admin.query(counts)
      for (const { index, items, name } of stateLists)
        if (firstMoments[0]?.includes(`'${name}'`) === false)
          for (const splits of firstSplits(items.table, [`${items.table}_${index}`]))
            await admin.query(splits)
      const { rows: splits } = await admin.query(
        "SELECT list, bucket::int, count::int FROM list_counts WHERE grain = 'split' ORDER BY 1"
      )
      assert.deepStrictEqual(
        splits,
        stateLists
          .map(({ name }) => ({ list: name, bucket: 0, count: 0 }))
          .sort((a, b) => (a.list < b.list ? -1 : 1))
      )
      for (const list of stateLists)
        assert.deepStrictEqual((await admin.query(wrongCountsSql(list))).rows, [])
    })
  }).pipe(Effect.scoped)
)
