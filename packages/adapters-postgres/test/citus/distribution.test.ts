import { assert, it } from "@effect/vitest"
import { distributeStore, PostgresStore } from "@quittance/adapters-postgres"
import { Auditor } from "@quittance/core"
import { WorkQueue } from "@quittance/core/adapter"
import { simulate } from "@quittance/testing"
import { asked } from "@quittance/testing/postgres"
import { Effect, Layer } from "effect"
import { newClusterDatabase } from "./cluster.ts"

const seed = 3

/** How many rows each table has. */
const rowCounts = async (url: string): Promise<ReadonlyMap<string, number>> => {
  const tables = await asked(
    url,
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"
  )
  const counts = new Map<string, number>()
  for (const { name } of tables) {
    const [row] = await asked(url, `SELECT count(*) AS count FROM ${String(name)}`)
    counts.set(String(name), Number(row?.count))
  }
  return counts
}

it.effect("a store is distributed with its rows, once, while nobody has it open", () =>
  Effect.gen(function* () {
    const url = yield* Effect.promise(newClusterDatabase)
    const store = () => Layer.fresh(PostgresStore.layer({ url, mode: "sandbox" }))
    const { faults } = yield* Effect.promise(() =>
      Effect.runPromise(simulate(seed, store(), { stepCount: 120 }))
    )
    assert.isEmpty(faults, `seed ${seed}`)
    const before = yield* Effect.promise(() => rowCounts(url))
    assert.isAbove(before.get("events") ?? 0, 100)

    const whileServed = Effect.gen(function* () {
      yield* (yield* WorkQueue).nextDue
      return yield* distributeStore({ url, mode: "sandbox" })
    })
    const refused = yield* Effect.flip(Effect.provide(whileServed, store()))
    assert.match(refused.message, /Other processes have the store .* open/)
    const tables = yield* distributeStore({ url, mode: "sandbox", shards: 6 })
    const again = yield* Effect.flip(distributeStore({ url, mode: "sandbox" }))
    assert.match(again.message, /is already distributed\.$/)

    assert.deepStrictEqual(yield* Effect.promise(() => rowCounts(url)), before)
    const columns = new Map(tables.map(({ column, table }) => [table, column]))
    const local = yield* Effect.promise(() =>
      asked(
        url,
        `SELECT c.relname::text AS name FROM pg_class c
           JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'partner_id'
          WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
            AND NOT EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = c.oid)`
      )
    )
    assert.isEmpty(local)
    assert.strictEqual(columns.get("payouts"), "partner_id")
    assert.strictEqual(columns.get("partners"), "id")
    assert.strictEqual(columns.get("directory"), "key")
    assert.isFalse(columns.has("meta"))

    const audited = Effect.flatMap(Auditor, ({ verify }) => verify)
    const report = yield* Effect.provide(audited, Layer.provide(Auditor.layer, store()))
    assert.isEmpty(report.faults)
  })
)
