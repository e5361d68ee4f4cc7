import { assert, describe, it } from "@effect/vitest"
import { PostgresStore } from "@quittance/adapters-postgres"
import { Auditor } from "@quittance/core"
import { type Commit, emptyCommit, rowDigest, Store, StoreHealth } from "@quittance/core/adapter"
import { newSample, oldSamples, sampleConcept, writeOneOfEverything } from "@quittance/testing"
import { Effect, Layer } from "effect"
import type { Client } from "pg"
import { openStore } from "../../src/connect/openStore.ts"
import { ServerWatch } from "../../src/connect/ServerWatch.ts"
import { migrate } from "../../src/schema/migrate.ts"
import { schemaVersion, steps } from "../../src/schema/steps.ts"
import { thisVersionSql } from "../../src/schema/thisVersion.ts"
import { adminOf } from "../server/admin.ts"
import { newDatabase } from "../server/newStore.ts"
import { conceptTable } from "./conceptTable.ts"
import { missingParts } from "./missingParts.ts"
import { addOldSamples, sampleStep } from "./sampleStep.ts"
import { shapeOf } from "./tableShapes.ts"

const next = schemaVersion + 1
const known = [...steps, sampleStep(next)]

const adjustment = (name: string): Commit => ({
  ...emptyCommit,
  entries: [
    {
      partnerId: "p1",
      currency: "USDT",
      kind: "balance.adjusted",
      subjectId: name,
      at: 1,
      limit: "enforced",
      postings: [{ debit: "adjustments", credit: "available", amountMinor: 1n }]
    }
  ],
  events: [
    {
      id: `evt_${name}`,
      partnerId: "p1",
      subjectId: name,
      version: 1,
      at: 1,
      actor: "system",
      event: { _tag: "BalanceAdjusted", amountMinor: 1n, reason: "sample" }
    }
  ]
})

const storeOf = (url: string) => PostgresStore.layer({ url, mode: "sandbox" })

/** A store of the version before, with rows in it. */
const oldStore = async () => {
  const url = await newDatabase()
  await writeOneOfEverything(storeOf(url))
  const admin = await adminOf(url)
  await addOldSamples(admin)
  return { url, admin }
}

/** As the program of the next version opens it. */
const openNext = (url: string, upgrades = true) =>
  openStore({
    url,
    mode: "sandbox",
    readonly: false,
    createdAt: 0,
    watch: new ServerWatch(undefined),
    steps: known,
    upgrades
  })

const versionOf = async (admin: Client) =>
  Number((await admin.query("SELECT greatest(schema_version, 10) AS version FROM meta")).rows[0].version)

const insertNew = (admin: Client, more: { readonly [column: string]: unknown } = {}) => {
  const row = { ...newSample, ...more, version: 1 }
  const columns = Object.keys(row)
  return admin.query(
    `INSERT INTO samples (${columns.join(", ")}) VALUES (${columns.map((_, at) => `$${at + 1}`).join(", ")})`,
    Object.values(row)
  )
}

const assertOldRows = async (admin: Client) => {
  const { rows } = await admin.query(
    "SELECT *, closed_at::int AS closed_at, version::int AS version FROM samples WHERE id <> 'new'"
  )
  assert.lengthOf(rows, oldSamples.length)
  for (const sample of oldSamples) {
    const row = rows.find(({ id }) => id === sample.id)
    assert.include(row, sample)
    assert.deepStrictEqual(
      rowDigest(sampleConcept.after(next)).inserted(row),
      rowDigest(sampleConcept.before).inserted(sample)
    )
  }
}

const assertUpgraded = async (admin: Client) => {
  assert.strictEqual(await versionOf(admin), next)
  await assertOldRows(admin)
  const found = await shapeOf(admin, "samples")
  await admin.query("CREATE SCHEMA wanted; SET search_path = wanted")
  await admin.query(conceptTable(sampleConcept.after(next)))
  const wanted = await shapeOf(admin, "samples")
  await admin.query("RESET search_path")
  assert.isDefined(found)
  assert.isDefined(wanted)
  if (found === undefined || wanted === undefined) return
  const nothing = { table: "samples", columns: [], checks: [], indexes: [], counts: [], sql: [], faults: [] }
  assert.deepStrictEqual(missingParts("samples", found, wanted), nothing)
  const [counted] = (
    await admin.query("SELECT sum(count)::int AS count FROM list_counts WHERE list = 'samples'")
  ).rows
  assert.strictEqual(counted.count, (await admin.query("SELECT FROM samples")).rowCount)
  await insertNew(admin)
  const refused = await insertNew(admin, { id: "wrong", status: "COMPLETED" }).catch((error) => error)
  assert.strictEqual(refused.code, "23514")
  const { rows } = await admin.query(
    "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid IN ('samples_by_note'::regclass, 'events_of_partner'::regclass)"
  )
  assert.deepStrictEqual(rows, [{ valid: true }, { valid: true }])
  await admin.query("INSERT INTO sample_entries VALUES ('p1', 'e1')")
}

/** A client that is gone after so many statements. */
const dyingAfter = async (url: string, count: number): Promise<Client> => {
  const client = await adminOf(url)
  const query = client.query.bind(client) as (...asked: ReadonlyArray<unknown>) => Promise<unknown>
  let left = count
  return Object.assign(client, {
    query: async (...asked: ReadonlyArray<unknown>) => {
      if (left === 0) await client.end()
      left -= 1
      return query(...asked)
    }
  })
}

describe("a step with columns, checks, indexes and a table", () => {
  it("is taken beside a process of the version before, which writes until then and not after it", async () => {
    const { admin, url } = await oldStore()
    await Effect.runPromise(
      Effect.gen(function* () {
        const { commit } = yield* Store
        yield* commit(adjustment("before"))
        const { message, reason } = yield* Effect.flip(openNext(url, false))
        assert.strictEqual(reason, "older")
        assert.match(message, /use the version of the program that serves it, or start this version's server/)
        yield* commit(adjustment("still"))
        yield* openNext(url)
        for (const name of ["late", "later"])
          assert.deepInclude(yield* Effect.flip(commit(adjustment(name))), {
            _tag: "StoreUnavailable",
            outcome: "notWritten"
          })
        assert.deepStrictEqual(yield* yield* StoreHealth, {
          _tag: "upgraded",
          reason: `the store is of schema version ${next} now, and this program works with version ${schemaVersion}`
        })
        assert.deepStrictEqual((yield* (yield* Auditor).verify).faults, [])
      }).pipe(Effect.provide(Layer.provideMerge(Auditor.layer, storeOf(url))))
    )
    await assertUpgraded(admin)
    const refused = await Effect.runPromise(Effect.flip(Effect.scoped(Layer.build(storeOf(url)))))
    assert.strictEqual(refused.reason, "newer")
  })

  it("is taken by the next process, whatever a process that died had done of it", async () => {
    const { admin, url } = await oldStore()
    for (let count = 1; ; count++) {
      const client = await dyingAfter(url, count)
      const isTaken = await migrate(client, schemaVersion, known).then(
        () => true,
        () => false
      )
      await client.end()
      if (isTaken) {
        assert.isAbove(count, 20)
        break
      }
      assert.strictEqual(await versionOf(admin), schemaVersion)
      // A process of the version before goes on.
      if (count % 6 === 0)
        await Effect.runPromise(
          Effect.flatMap(Store, ({ commit }) => commit(adjustment(`after-${count}`))).pipe(
            Effect.provide(storeOf(url))
          )
        )
    }
    await assertUpgraded(admin)
  })

  it("makes an index anew that a killed process left half-made", async () => {
    const { admin, url } = await oldStore()
    // An index is made when everything that began before has ended.
    const reader = await adminOf(url)
    await reader.query("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM store_hold")
    const opening = Effect.runPromise(Effect.flip(openNext(url)))
    for (;;) {
      const { rowCount } = await admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND query LIKE 'CREATE INDEX CONCURRENTLY%' AND wait_event_type = 'Lock'`
      )
      if (rowCount !== 0) break
    }
    await opening
    await reader.query("ROLLBACK")
    const { rows } = await admin.query(
      "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'samples_by_note'::regclass"
    )
    assert.deepStrictEqual(rows, [{ valid: false }])
    await Effect.runPromise(openNext(url))
    await assertUpgraded(admin)
  })

  it("waits for a table that is read for long, and lets others read it meanwhile", async () => {
    const { admin, url } = await oldStore()
    const reader = await adminOf(url)
    await reader.query("BEGIN; SELECT count(*) FROM samples")
    let isOpen = false
    const opening = Effect.runPromise(openNext(url)).then(() => {
      isOpen = true
    })
    // The step waits behind the reader, and who comes after it waits no longer than the step does.
    for (;;) {
      const { rowCount } = await admin.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'ALTER TABLE samples%'"
      )
      if (rowCount !== 0) break
    }
    assert.strictEqual((await admin.query("SELECT FROM samples")).rowCount, oldSamples.length)
    assert.isFalse(isOpen)
    await reader.query("ROLLBACK")
    await opening
    await assertUpgraded(admin)
  })

  it("counts for a new list what a commit wrote that had begun before it", async () => {
    const { admin, url } = await oldStore()
    const writer = await adminOf(url)
    await writer.query("BEGIN")
    await writer.query(thisVersionSql)
    const opening = Effect.runPromise(openNext(url))
    for (;;) {
      const { rowCount } = await admin.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'LOCK TABLE meta%'"
      )
      if (rowCount !== 0) break
    }
    await writer.query(
      "INSERT INTO samples (id, partner_id, state, status, version) VALUES ('last', 'p1', 'open', 'PENDING', 1)"
    )
    await writer.query("COMMIT")
    await opening
    const { rows } = await admin.query(
      "SELECT sum(count)::int AS count FROM list_counts WHERE list = 'samples'"
    )
    assert.deepStrictEqual(rows, [{ count: oldSamples.length + 1 }])
  })

  it("is taken once by eight processes that start at once", async () => {
    const { admin, url } = await oldStore()
    await Promise.all(Array.from({ length: 8 }, () => Effect.runPromise(openNext(url))))
    await assertUpgraded(admin)
  })
})
